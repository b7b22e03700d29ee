"""Progress shows streaks and drift, with n and intervals, and drops nothing for them."""

import json
from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from core.records import Verdict
from curation.quality.gold import KnownAnswer
from data.store import Store
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate, decision, write_job
from tests.pages.progress.folds import unfolded


def said(app: AppTest) -> str:
    tables = [element.proto.body for element in app.get("html")]
    return " ".join([*tables, *(element.value for kind in (app.markdown, app.caption, app.text) for element in kind)])


def test_a_streak_is_shown_with_its_threshold_and_nothing_is_dropped(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(60)))
    # "What is not thing 7?" has five words: half a second at 600 words a minute
    store.record([decision(candidate(n).id, Verdict.KEEP, "Ann", n, milliseconds=499) for n in range(10)])
    store.record([decision(candidate(n).id, Verdict.KEEP, "Bob", n, milliseconds=500) for n in range(20, 40)])
    text = said(unfolded(open_page("progress?view=decisions")))
    assert '<th scope="row">Ann</th><td>1 Jan 2026 00:00–00:09</td><td>10</td><td>0.5 s</td><td>0.5 s</td>' in text
    assert "<td>too fast to read</td>" in text
    assert "600 words a minute" in text
    assert '<th scope="row">Bob</th><td>2026' not in text
    assert (store.progress(CELL).kept, store.progress(CELL).checked) == (30, 30)
    assert "(50 are needed): Ann (10), Bob (20)." in text


def test_a_change_over_time_is_told_with_n_and_intervals(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(150)))
    fell = [Verdict.KEEP] * 24 + [Verdict.DISCARD] * 26
    steady = [Verdict.KEEP, Verdict.DISCARD] * 25
    for start, who, verdicts in ((0, "Ann", fell), (50, "Bob <b>", steady)):
        store.record(
            [
                decision(candidate(start + n).id, verdict, who, n, milliseconds=2000 + n % 7)
                for n, verdict in enumerate(verdicts)
            ]
        )
    app = open_page("progress?view=decisions")
    assert not app.get("plotly_chart")  # whose program is large: it is not fetched for what lies folded
    text = said(unfolded(app))
    row = '<th scope="row">Ann</th><td>50</td><td>96 % [80–99] of 25</td><td>0 % [0–13] of 25</td><td>changed'
    assert row in text
    assert "<td>2.0 s [2.0–2.0]</td><td>2.0 s [2.0–2.0]</td><td>p = 1.000</td>" in text
    assert "Bob &lt;b&gt;" in text
    (chart,) = app.get("plotly_chart")
    drawn = json.loads(chart.proto.spec)
    others, own = (line["x"] for line in drawn["data"][:2])
    assert own == [13, 38]  # the middles of decisions 1 to 25 and 26 to 50
    assert others == [13.4, 38.4]  # beside them
    assert drawn["layout"]["yaxis2"]["range"] == [0, 3]  # above 2.0 s


def test_the_share_of_few_others_is_not_drawn(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(59)))
    store.record([decision(candidate(n).id, Verdict.KEEP, "Ann", n, milliseconds=2000) for n in range(50)])
    store.record([decision(candidate(n).id, Verdict.KEEP, "Bob", n, milliseconds=2000) for n in range(50, 59)])
    (chart,) = unfolded(open_page("progress?view=decisions")).get("plotly_chart")
    assert len(json.loads(chart.proto.spec)["data"]) == 2  # the share kept by Ann, and the seconds


def test_nobody_who_decided_is_no_question(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(3)))
    assert "**Decision quality**" not in [fold.label for fold in open_page("progress?view=decisions").expander]


def test_settled_samples_become_gold_and_accuracy_is_told(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(40)))
    gold = candidate(3).id
    store.record([decision(gold, Verdict.RELABEL, "Rita", settles=True)])
    store.record([decision(candidate(1).id, Verdict.KEEP, "Ann")])
    app = unfolded(open_page("progress?view=decisions"))
    app.number_input(key="gold-percent").set_value(50)
    next(b for b in app.button if b.label == "Set the rate").click().run()
    app.multiselect(key="gold-add").select("What is not thing 3? → relabelled place (settled by Rita)").run()
    app.button(key="gold-make").click().run()
    assert not app.exception
    rules = store.quality()
    assert (rules.gold_percent, dict(rules.gold)) == (50, {gold: KnownAnswer(Verdict.RELABEL, "place")})
    assert rules.gold_seed > 0
    assert "Gold samples: 1; nobody has answered one yet." in said(app)
    assert gold in [item.candidate.id for item in store.desk(CELL, "Bob", 12)]
    store.receive([decision(gold, Verdict.KEEP, "Bob", 5)])
    app.run()
    assert '<th scope="row">Bob</th><td>1</td><td>0 % [0–79]</td>' in said(app)
    app.multiselect(key="gold-remove").select("What is not thing 3? → relabel place, 0 of 1 answers right").run()
    app.button(key="gold-take-out").click().run()
    assert not store.quality().gold
    assert store.progress(CELL).disputed == 0
