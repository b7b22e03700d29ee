"""Published figures at once; one's own, beside them and less them; the flips of a chosen cell."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core.records import Cell, Verdict
from core.severity import pps
from data.runs import Flip
from data.store import Store
from data.workspace import Workspace
from pages.ui.flips import Became, became, matching
from tests.data.store_data import CELL, candidate, decision, write_job
from tests.pages.run_data import four_severities, write_run

BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]
# all five: before thing thing place thing place, after thing place thing thing place (the fourth was not touched)
# observed agreement 3/5; chance (3*3 + 2*2)/25 = 13/25; kappa = (15/25 - 13/25) / (12/25) = 1/6 = 0.17


def flip(gold: str, before: str, after: str) -> Flip:
    return Flip("s", "c", gold, before, after, 0.9, 0.7, candidate(7).rewrites)


def shown(app: AppTest) -> str:
    return " ".join(html.proto.body for html in app.get("html"))


def chart(app: AppTest, number: int = 0) -> str:
    return str(app.get("plotly_chart")[number].proto.spec)


def test_published_kappas_are_there_at_once(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("heatmaps")
    assert not app.error
    assert "Published: Romero 2023" in chart(app)
    assert [box.label for box in app.selectbox] == ["Published figures", "Task", "Level"]


def test_without_a_run_the_page_says_how_to_get_one(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("heatmaps")
    for view in ("Mine", "Side by side", "Difference"):
        app.segmented_control(key="view").set_value(view).run()
        assert "evaluate models" in app.info[0].value
        assert not app.error


def test_own_kappas_are_scored_over_all_samples(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, AFTER)
    app = open_page("heatmaps")
    app.segmented_control(key="view").set_value("Mine").run()
    assert not app.error
    assert '"0.17\\u003cbr\\u003e' in chart(app) or '"0.17<br>' in chart(app)
    assert "80.0 %" in chart(app)  # four of five could be perturbed


def test_a_chosen_cell_lists_its_flips(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, AFTER)
    app = open_page("heatmaps")
    app.segmented_control(key="view").set_value("Mine").run()
    app.selectbox(key="own-row").set_value("Negation PPS 2").run()
    app.selectbox(key="own-column").set_value("CNN").run()
    assert not app.error
    assert "2 of 2 flipped samples" in [caption.value for caption in app.caption]
    assert "What is <ins>not </ins>thing 1?" in shown(app)
    assert "probability 0.90 → 0.70" in shown(app)


def test_only_what_people_kept_can_be_scored(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, AFTER)
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(5)))
    store.record([decision(candidate(1).id, Verdict.RELABEL), decision(candidate(4).id, Verdict.KEEP)])
    app = open_page("heatmaps")
    app.segmented_control(key="view").set_value("Mine").run()
    app.selectbox(key="own-metric-5").set_value("Accuracy").run()
    app.segmented_control(key="own-samples").set_value("Only those people kept").run()
    assert not app.error
    # sample 1 was relabelled "place" and is predicted "place"; sample 4 keeps "thing" and is predicted "place": 1 of 2
    assert "50.0" in chart(app)
    assert "n = 2" in chart(app)


def test_own_and_published_stand_side_by_side(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, AFTER)
    app = open_page("heatmaps")
    app.segmented_control(key="view").set_value("Side by side").run()
    assert not app.error
    assert "by hand" in chart(app, 0)
    assert "Romero" in chart(app, 1)


@pytest.mark.parametrize("metric", ["Accuracy", "Accuracy lost"])
def test_the_difference_to_a_published_model(
    workspace: Workspace, open_page: Callable[[str], AppTest], metric: str
) -> None:
    write_run(workspace, BEFORE, AFTER, four_severities("negation"))
    app = open_page("heatmaps")
    app.segmented_control(key="view").set_value("Difference").run()
    app.selectbox(key="own-metric-4").set_value(metric).run()
    assert not app.error
    assert "Mine less published" in chart(app)
    assert any("200 samples a cell that people kept" in caption.value for caption in app.caption)


def test_a_run_of_other_severities_has_nothing_to_subtract(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER, [Cell(CELL.dataset, CELL.split, "negation", pps(3))])
    app = open_page("heatmaps")
    app.segmented_control(key="view").set_value("Difference").run()
    app.selectbox(key="own-metric-4").set_value("Accuracy lost").run()
    assert "no cell with a perturbation and severity" in app.info[0].value


def test_what_a_flip_did_to_the_answer() -> None:
    assert became(flip("a", "a", "b")) is Became.WRONG
    assert became(flip("a", "b", "a")) is Became.RIGHT
    assert became(flip("a", "b", "c")) is Became.OTHERWISE


def test_flips_are_found_by_outcome_labels_and_words() -> None:
    wrong, right = flip("a", "a", "b"), flip("a", "b", "a")
    assert matching([wrong, right]) == [wrong, right]
    assert matching([wrong, right], what=Became.WRONG) == [wrong]
    assert matching([wrong, right], labels="b → a") == [right]
    assert matching([wrong, right], words="NOT THING") == [wrong, right]
    assert matching([wrong, right], words="nowhere") == []
