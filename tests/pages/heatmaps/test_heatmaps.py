"""Published figures at once; one's own, beside them and less them; the flips of a chosen cell."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from core.records import Cell, Verdict
from core.severity import pps
from data.jobs.jobs import create, end
from data.jobs.records import JobState
from data.runs.files import read_card, write_card
from data.runs.measures.flip import Flip
from data.store import Store
from data.workspace import Workspace
from pages.ui.heatmaps.choices import MINE
from pages.ui.heatmaps.opened.flips import matching
from pages.ui.runs.flip import FlipKind, became
from pages.ui.runs.heatmap.chart import worst_cell
from pages.ui.runs.heatmap.heatmap import AGREEMENT, LOST, ORIGINAL, Heatmap, HeatmapCell, HeatmapRow
from pages.ui.shared.literal import literally
from tests.data.store.store_data import CELL, candidate, decision, write_job
from tests.pages.as_read import captions
from tests.pages.heatmaps.finished_run import RUN, four_severities, write_run
from tests.pages.heatmaps.views import show

BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]
# all five: before thing thing place thing place, after thing place thing thing place (the fourth was not touched)
# observed agreement 3/5; chance (3*3 + 2*2)/25 = 13/25; kappa = (15/25 - 13/25) / (12/25) = 1/6 = 0.17


def flip(gold: str, before: str, after: str, gold_after: str = "") -> Flip:
    return Flip("s", "c", gold, before, after, 0.9, 0.7, candidate(7).rewrites, gold_after or gold)


def write_unscored(workspace: Workspace, state: JobState) -> str:
    """A newer run that has predicted nothing, and the job that ended so; its id."""
    run = create(workspace, "evaluate", "unscored", {})
    end(workspace.jobs / run, state, "The disk is full." if state is JobState.FAILED else "")
    write_run(workspace, BEFORE, AFTER, run=run, finished=False)
    for path in (workspace.runs / run).glob("predictions-*"):
        path.unlink()
    return run


def shown(app: AppTest) -> str:
    return " ".join(html.proto.body for html in app.get("html"))


def said(app: AppTest) -> str:
    return " ".join(captions(app))


def chart(app: AppTest, number: int = 0) -> str:
    return str(app.get("plotly_chart")[number].proto.spec)


def choose_task(app: AppTest) -> None:
    """The first published task: no table is on the data set by its name."""
    (task,) = [chosen for chosen in app.selectbox if chosen.label == "Task"]
    task.set_value(task.options[0]).run()


def test_published_kappas_are_there_at_once(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("heatmaps")
    assert not app.error
    assert "Published: Romero 2023" in said(app)
    assert [box.label for box in app.selectbox] == ["Measure", "Task", "Level", "Order of the rows"]


def test_without_a_run_the_page_says_how_to_get_one(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("heatmaps")
    for view, switches in (("Heatmap", {}), ("Compare", {}), ("Compare", {"difference": True})):
        show(app, view, of="My runs" if view == "Heatmap" else "", **switches)
        assert "Evaluate models" in app.info[0].value
        assert not app.error


def test_own_kappas_are_scored_over_all_samples(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, AFTER)
    app = open_page("heatmaps")
    show(app, "Heatmap")
    assert not app.error
    assert '"0.17"' in chart(app)
    assert '"80"' in chart(app)  # four of five could be perturbed


@pytest.mark.parametrize("view", ["Heatmap", "Severity"])
def test_the_title_of_a_run_is_text_and_no_markup(
    workspace: Workspace, open_page: Callable[[str], AppTest], view: str
) -> None:
    write_run(workspace, BEFORE, AFTER, four_severities("negation"))
    card = read_card(workspace.runs / RUN)
    assert card
    title = "budget $5 :red[kb] [docs](http://example.com) *v2*"
    write_card(workspace.runs / RUN, replace(card, title=title))
    app = open_page("heatmaps")
    show(app, view)
    assert f"{title}. 1 = all predictions stay the same" in said(app)
    assert any(literally(title) in caption.value for caption in app.caption)


def test_a_chosen_cell_lists_its_flips(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, AFTER)
    app = open_page("heatmaps")
    show(app, "Heatmap")
    app.selectbox(key="own-row").set_value("Negation PPS 2").run()
    app.selectbox(key="own-column").set_value("CNN").run()
    assert not app.error
    assert "2 of 2 flipped samples" in [caption.value for caption in app.caption]
    assert "What is <ins>" in shown(app) and "not<span" in shown(app)
    assert "probability 0.90 → 0.70" in shown(app)
    # of the two changed things that were called things one was then called a place: Wilson's interval of 1 of 2
    place = '<th scope="row"><span>thing → place<small>gold label thing</small></span></th>'
    assert f"{place}<td>1 of 2</td><td>50.0 % (9.5 to 90.5)</td>" in shown(app)
    # of the four changed things two were called things before and after, and two places
    assert '<th scope="row">thing</th><td class=fl-right>2 → 2</td><td>2 → 2</td>' in shown(app)
    assert "Kappa by length" in shown(app) and "Mean probability of the label predicted on original text" in shown(app)


def test_only_what_people_kept_can_be_scored(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, AFTER)
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(5)))
    store.record([decision(candidate(1).id, Verdict.RELABEL), decision(candidate(4).id, Verdict.KEEP)])
    app = open_page("heatmaps")
    show(app, "Heatmap")
    app.selectbox(key="own-metric").set_value("Accuracy").run()
    app.segmented_control(key="own-samples").set_value("Kept by people").run()
    assert not app.error
    # sample 1 was relabelled "place" and is predicted "place"; sample 4 keeps "thing" and is predicted "place": 1 of 2
    assert "50.0" in chart(app)
    assert "n = 2" in chart(app)


@pytest.mark.parametrize("view", ["Mine", "Tasks"])  # as addresses had it once
def test_where_nobody_has_kept_anything_it_says_so_and_what_to_do(
    workspace: Workspace, open_page: Callable[[str], AppTest], view: str
) -> None:
    write_run(workspace, BEFORE, AFTER)
    app = open_page("heatmaps")
    app.query_params.update({"samples": "kept", "of": "mine", "view": view})
    app.run()
    assert not app.error and not app.get("plotly_chart")
    assert "No perturbed text of this run has been kept or relabelled" in app.info[0].value
    assert "judge them on Curate" in app.info[0].value
    app.segmented_control(key="own-samples").set_value("All").run()
    assert app.get("plotly_chart") and not app.info


def test_own_and_published_stand_side_by_side(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, AFTER)
    app = open_page("heatmaps")
    show(app, "Compare")
    assert not app.get("plotly_chart") and "No published table covers questions" in said(app)
    choose_task(app)
    assert not app.error
    assert "by hand" in said(app)
    assert "Romero" in said(app)
    assert len(app.get("plotly_chart")) == 1
    assert "Rows that only one of them has" in [one.label for one in app.expander]


@pytest.mark.parametrize("metric", ["Accuracy", "Accuracy lost"])
def test_the_difference_to_a_published_model(
    workspace: Workspace, open_page: Callable[[str], AppTest], metric: str
) -> None:
    write_run(workspace, BEFORE, AFTER, four_severities("negation"))
    app = open_page("heatmaps")
    show(app, "Compare", difference=True)
    app.selectbox(key="own-metric-published").set_value(metric).run()
    choose_task(app)
    assert not app.error
    assert "This run minus published" in said(app)
    assert any("200 samples per cell, all kept by people" in caption.value for caption in app.caption)


def test_a_run_of_other_severities_has_nothing_to_subtract(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER, [Cell(CELL.dataset, CELL.split, "negation", pps(3))])
    app = open_page("heatmaps")
    show(app, "Compare", difference=True)
    app.selectbox(key="own-metric-published").set_value("Accuracy lost").run()
    choose_task(app)
    assert "tables have no perturbation and severity of this run" in app.info[0].value


def test_a_run_without_scores_says_why_and_is_not_the_first_to_be_shown(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER)
    write_run(workspace, BEFORE, AFTER, run="20260102-000000-bbbbbb", finished=False)
    failed, cancelled = (write_unscored(workspace, state) for state in (JobState.FAILED, JobState.CANCELLED))
    app = open_page("heatmaps")
    show(app, "Heatmap")
    assert app.selectbox(key="run-looked-at").value == RUN  # the newest that has all its scores
    app.selectbox(key="run-looked-at").set_value(failed).run()
    assert app.info[0].value.startswith("This run failed: The disk is full. Fix the cause")
    assert not app.get("plotly_chart")
    app.selectbox(key="run-looked-at").set_value(cancelled).run()
    assert "was stopped before it was finished; resume the run" in app.info[0].value
    shutil.rmtree(workspace.jobs / cancelled)
    app.run()
    assert "its job is gone; there are no predictions to show" in app.info[0].value
    assert not app.error


def test_the_address_says_what_is_shown_and_shows_it_again(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER)
    write_run(workspace, BEFORE, BEFORE, run="20260102-000000-bbbbbb")
    app = open_page("heatmaps")
    asked = {
        "view": "Heatmap",
        "of": "mine",
        "run": RUN,
        "metric": "accuracy_lost",
        "samples": "changed",
        "intervals": "1",
    }
    asked |= {"perturbation": "negation@pps-2", "model": "CNN"}
    app.query_params.update(asked)
    show(app, "Heatmap")
    assert not app.error
    assert app.selectbox(key="run-looked-at").value == RUN
    assert str(app.selectbox(key="own-metric").value) == "Accuracy lost"
    assert app.segmented_control(key="own-samples").value == "Only changed"
    assert "2 of 2 flipped samples" in said(app)
    # all are things: of the four changed samples 0 and 1 were right before, 0 and 2 after
    assert "50.0 before, 50.0 after, n = 4" in shown(app)
    assert {name: app.query_params[name] for name in asked} == asked
    app.selectbox(key="own-metric").set_value("Accuracy").run()
    assert app.query_params["metric"] == "accuracy"


def test_an_address_that_asks_for_what_is_not_there_shows_the_usual(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER)
    app = open_page("heatmaps")
    app.query_params.update({"view": "Heatmap", "run": "gone", "metric": "luck", "samples": "few", "model": "GPT"})
    show(app, "Heatmap")
    assert not app.error
    assert app.selectbox(key="run-looked-at").value == RUN
    assert app.get("plotly_chart")


def test_the_published_table_that_fits_is_found_and_what_it_lacks_is_said(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    cells = [Cell("trec", "test", name, pps(n)) for name in ("negation", "order_shuffle") for n in (1, 2)]
    write_run(workspace, BEFORE, AFTER, cells)
    app = open_page("heatmaps")
    show(app, "Compare")
    assert str(app.selectbox(key="own-metric-published").value) == "Accuracy"  # the table has no kappa
    app.selectbox(key="own-metric-published").set_value("Accuracy lost").run()
    assert "Question classification (TREC): Not comparable: the published models choose between 50 labels" in said(app)
    assert not app.get("plotly_chart")  # no task is chosen whose labels the run does not have
    next(one for one in app.selectbox if one.label == "Task").set_value("TC").run()
    assert "Published: Question classification (TREC)" in said(app)
    assert "Not in the published table: Negation PPS 2, " in said(app)
    [chart] = app.get("plotly_chart")
    titles = {one["text"] for one in json.loads(chart.proto.spec)["layout"]["annotations"]}
    assert {"<b>This run</b>", "<b>Published</b>"} <= titles


def test_a_published_table_without_a_row_of_the_run_is_said_to_be_so_before_it(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    # the thesis's kappas are the only ones; on sentiment, Moradi & Samwald print the accuracy under negation
    write_run(workspace, BEFORE, AFTER, [Cell("sst2", "test", "negation", pps(1))])
    app = open_page("heatmaps")
    show(app, "Compare")
    assert str(app.selectbox(key="own-metric-published").value) == "Accuracy"
    app.selectbox(key="own-metric-published").set_value("Kappa").run()
    why = "No row of this run is in the published table. Choose a metric whose published table has some of these rows:"
    assert app.info[0].value == why
    app.button(key="published-accuracy").click().run()
    assert not app.error and not app.info and "no row of this run" not in said(app)


def test_compare_opens_on_another_run_where_no_published_table_is_comparable(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    cell, older = Cell("demo-questions", "test", "negation", pps(1)), "20251231-000000-000000"
    write_run(workspace, BEFORE, AFTER, [cell])
    write_run(workspace, BEFORE, AFTER, [cell], ["CNN"], run=older)
    app = open_page("heatmaps")
    app.segmented_control(key="view").set_value("Compare").run()
    assert app.query_params["with"] == "run" and app.query_params["against"]
    app.segmented_control(key="compare-with").set_value("Published figures").run()
    assert app.query_params["with"] == "published" and "against" not in app.query_params and not app.error


def test_the_same_figures_stand_in_a_table(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, AFTER)
    app = open_page("heatmaps")
    show(app, "Heatmap")
    assert "Table" in [expander.label for expander in app.expander]
    assert '<th scope="col">MiniLM, accuracy\xa060.0, n\xa0=\xa05</th>' in shown(
        app
    )  # three of five originals are "thing"
    assert '<th scope="row"><span>Negation PPS\xa02<small>n = 5; 0.00 (' in shown(app)
    assert "<td><span>0.17<small>(" in shown(app)


def test_what_a_flip_did_to_the_answer() -> None:
    assert became(flip("a", "a", "b")) is FlipKind.WRONG
    assert became(flip("a", "b", "a")) is FlipKind.RIGHT
    assert became(flip("a", "b", "c")) is FlipKind.OTHERWISE


def test_each_text_of_a_relabelled_sample_is_judged_by_its_own_label() -> None:
    assert became(flip("a", "b", "c", gold_after="b")) is FlipKind.OTHERWISE  # wrong twice, though b is right by now
    assert became(flip("a", "a", "b", gold_after="b")) is FlipKind.FOLLOWED
    assert became(flip("a", "c", "b", gold_after="b")) is FlipKind.RIGHT
    assert became(flip("a", "a", "c", gold_after="b")) is FlipKind.WRONG


def test_a_flip_of_a_relabelled_sample_names_both_labels(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    # by the data set's labels sample 2 ("thing") was "place" and became "thing": right only now; people say it is a
    # place once perturbed: wrong both times
    write_run(workspace, BEFORE, AFTER)
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(5)))
    store.record([decision(candidate(2).id, Verdict.RELABEL)])
    app = open_page("heatmaps")
    show(app, "Heatmap")
    app.segmented_control(key="own-samples").set_value("Kept by people").run()
    app.selectbox(key="own-row").set_value("Negation PPS 2").run()
    app.selectbox(key="own-column").set_value("CNN").run()
    assert "gold label thing, place after perturbation" in shown(app)
    assert "wrong both times" in shown(app)


def test_flips_are_found_by_outcome_labels_and_words() -> None:
    wrong, right = flip("a", "a", "b"), flip("a", "b", "a")
    assert matching([wrong, right]) == [wrong, right]
    assert matching([wrong, right], what=FlipKind.WRONG) == [wrong]
    assert matching([wrong, right], labels="b → a") == [right]
    assert matching([wrong, right], words="NOT THING") == [wrong, right]
    assert matching([wrong, right], words="nowhere") == []


def test_at_first_the_lowest_cell_is_open_beside_a_narrow_figure(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER, models=("CNN",))
    app = open_page("heatmaps")
    show(app, "Heatmap", of=MINE)
    assert app.selectbox(key="own-row").value == "Negation PPS 2" and app.selectbox(key="own-column").value == "CNN"
    assert r"[Negation PPS 2, CNN\: 2 flips ↓](#flipped)" in [one.value for one in app.markdown]
    row = HeatmapRow(("negation", "2 PPS"), "Negation", "PPS 2", "")
    weak, low, high = (HeatmapCell(row, name, value, share) for name, value, share in
                       (("a", 0.1, 0.2), ("b", 0.6, 1.0), ("c", 0.9, 1.0)))  # fmt: skip
    found = Heatmap("", "", "", AGREEMENT, (HeatmapCell(ORIGINAL, "a", 0.0), weak, high, low))
    assert worst_cell(found) == low and worst_cell(replace(found, cells=(weak,))) == weak
    assert worst_cell(replace(found, scale=LOST)) == high and worst_cell(replace(found, cells=())) is None
