"""Progress says how far people agree, shows what they disagree on, and lets it be settled."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from core.records import Verdict
from data.store import Store
from data.workspace import Workspace
from pages.ui.shell.session import NAME
from tests.data.store.store_data import CELL, candidate, decision, hint, write_job
from tests.pages.progress.folds import unfolded


def filled(workspace: Workspace) -> Store:
    """Ann and Bob judged four samples both; they disagree on two, one of them by a second opinion."""
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(6)))
    both = [decision(candidate(n).id, Verdict.KEEP, who) for n in range(2) for who in ("Ann", "Bob")]
    apart = [decision(candidate(2).id, Verdict.KEEP, "Ann", 1), decision(candidate(2).id, Verdict.DISCARD, "Bob", 2)]
    late = [decision(candidate(3).id, Verdict.KEEP, "Ann", 3), decision(candidate(3).id, Verdict.RELABEL, "Bob", 4)]
    store.record([*both, *apart, late[0]])
    store.receive([late[1]])
    return store


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception


def test_how_far_people_agree_is_said(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    filled(workspace)
    app = unfolded(open_page("progress?view=decisions"))
    text = " ".join([*(m.value for m in app.markdown), *(h.proto.body for h in app.get("html"))])
    assert "4 of 4 texts were judged by at least two people" in text
    assert '<th scope="row">Ann and Bob</th><td>4</td><td>50 %' in text
    assert "Krippendorff's alpha" in text


def test_what_is_settled_holds_and_is_asked_no_more(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    store = filled(workspace)
    progress = store.progress(CELL)
    assert (progress.kept, progress.disputed, progress.doubted) == (3, 1, 1)
    app = unfolded(open_page("progress?view=decisions"))
    shown = [text.value for text in app.text]
    assert "Ann: keep\nBob: discard (no sense)" in shown
    assert "Ann: keep\nBob, a second opinion: relabel to place" in shown
    press(app, "Discard")  # nobody has given a name
    assert store.progress(CELL).disputed == 1
    assert [toast.value for toast in app.toast]
    app.session_state[NAME] = "Cleo"
    press(app, "Discard")
    progress = store.progress(CELL)
    assert (progress.kept, progress.discarded, progress.disputed, progress.doubted) == (3, 1, 0, 1)
    press(app, "Relabel to place")
    progress = store.progress(CELL)
    assert (progress.kept, progress.relabelled, progress.discarded, progress.doubted) == (2, 1, 1, 0)
    assert "Disagreements" not in [header.value for header in app.header]
    settled = [d for d in store.decisions(CELL) if d.settles]
    assert [(d.annotator, d.verdict, d.label) for d in settled] == [
        ("Cleo", Verdict.DISCARD, ""),
        ("Cleo", Verdict.RELABEL, "place"),
    ]
    (relabelled,) = (sample for sample in store.curated(CELL) if sample.relabelled)
    assert (relabelled.annotators, relabelled.doubted_by) == (("Cleo",), ("Ann",))


def test_a_majority_settles_where_the_researcher_lets_it(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    store = filled(workspace)
    store.record([decision(candidate(2).id, Verdict.DISCARD, "Cleo", 5)])
    app = unfolded(open_page("progress?view=decisions"))
    app.toggle(key="by-majority").set_value(True).run()
    progress = store.progress(CELL)
    assert (progress.disputed, progress.by_majority, progress.settled, progress.discarded) == (0, 1, 0, 1)
    quota = open_page("progress")
    assert "settled: 1 by majority" in " ".join(element.proto.body for element in quota.get("html"))
    assert not [text for text in app.text if "Cleo: discard" in text.value]  # it waits for nobody
    store.record([decision(candidate(2).id, Verdict.KEEP, "Dan", 6)])  # two against two
    app.run()
    assert [text for text in app.text if "Cleo: discard" in text.value]
    app.toggle(key="by-majority").set_value(False).run()
    assert not store.quality().majority


def test_what_the_hints_were_worth_is_said_by_perturbation(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    store = Store.open(workspace)
    hints = [hint(n, 0.9 if n < 8 else 0.2) for n in range(14)]
    store.ingest(write_job(workspace, range(16), hints=hints))
    kept = [decision(candidate(n).id, Verdict.KEEP, "Ann", n) for n in range(9)]  # one of them with the lower hint
    store.record(kept)
    app = unfolded(open_page("progress?view=decisions"))
    assert "**Hints compared with decisions**" not in [fold.label for fold in app.expander]
    store.record([decision(candidate(n).id, Verdict.DISCARD, "Ann", n) for n in range(9, 16)])
    app.run()
    shown = " ".join(element.proto.body for element in app.get("html"))
    # 5 of the 7 discarded have a hint: 8 of 9 kept lie above all of them, one lies level
    assert "<td>9</td><td>5</td><td>0.94 [" in shown
    assert "<td>0.50</td><td>none</td>" in shown  # every hint names one issue; no word was exchanged
