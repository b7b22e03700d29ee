"""Progress lists what was flagged for discussion, and settling ends it for everybody."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from core.records import Verdict
from data.store import Store
from data.store.export import Export, export_table
from data.workspace import Workspace
from pages.ui.shell.session import NAME
from tests.data.store.store_data import CELL, candidate, decision, write_job
from tests.pages.progress.folds import unfolded


def filled(workspace: Workspace) -> Store:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(4)))
    markup = "<b>odd</b> *sense*?"
    store.record(
        [
            decision(candidate(0).id, Verdict.KEEP, "Ann"),
            decision(candidate(0).id, Verdict.FLAG, "Ann", 1, note=markup),
            decision(candidate(0).id, Verdict.FLAG, "Bob", 2),
            decision(candidate(1).id, Verdict.FLAG, "Bob", 3, note="and this?"),
        ]
    )
    return store


def test_the_list_says_who_flagged_what_and_why_and_settling_takes_it_off(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    store = filled(workspace)
    app = unfolded(open_page("progress?view=decisions"))
    shown = [text.value for text in app.text]
    assert "⚑ Ann, 1 January 2026: <b>odd</b> *sense*?\n⚑ Bob, 1 January 2026: no note" in shown
    assert "Ann: keep" in shown
    assert "Nobody has decided on this sample yet." in shown
    app.session_state[NAME] = "Cleo"
    app.text_input(f"flag-note-{candidate(0).id}").input("it is one")
    app.button(f"flag-settle-{candidate(0).id}").click().run()
    assert not app.exception
    assert [flag.candidate_id for flag in store.flags(CELL)] == [candidate(1).id]
    (settled,) = (d for d in store.decisions(CELL) if d.settles)
    assert (settled.annotator, settled.verdict, settled.note) == ("Cleo", Verdict.FLAG, "it is one")
    assert (store.progress(CELL).kept, store.progress(CELL).checked) == (1, 1)
    app.button(f"flag-settle-{candidate(1).id}").click().run()
    assert "Flagged for discussion" not in [header.value for header in app.header]


def test_without_a_name_nothing_is_settled(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    store = filled(workspace)
    app = unfolded(open_page("progress?view=decisions"))
    app.button(f"flag-settle-{candidate(0).id}").click().run()
    assert len(store.flags(CELL)) == 3
    assert [toast.value for toast in app.toast]


def test_flags_are_in_the_download_of_decisions_and_in_no_curated_set(workspace: Workspace) -> None:
    store = filled(workspace)
    rows = export_table(store, Export.DECISIONS).to_pylist()
    assert [(row["verdict"], row["stands"]) for row in rows] == [("keep", True)] + [("flag", True)] * 3
    store.record([decision(candidate(1).id, Verdict.FLAG, "Cleo", 9, settles=True)])
    rows = export_table(store, Export.DECISIONS).to_pylist()
    assert [row["stands"] for row in rows] == [True, True, True, False, False]
    assert [row["candidate_id"] for row in export_table(store, Export.CURATED).to_pylist()] == [candidate(0).id]
    store.close()
