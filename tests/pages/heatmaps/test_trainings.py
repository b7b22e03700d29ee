"""Several trainings of a model on Heatmaps: their mean, each of them, and the flips of one of them."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from core.records import Cell
from core.severity import pps
from data.runs.files import predictions_path, predictions_table, read_card
from data.tables import write_parquet
from data.workspace import Workspace
from pages.ui.heatmaps.metrics import METRICS
from pages.ui.heatmaps.run_heatmaps import PARTLY, run_heatmap
from pages.ui.heatmaps.trainings import trainings_in_words
from pages.ui.runs.heatmap.figure import plotly_figure
from pages.ui.runs.heatmap.paper import paper_table
from tests.data.store.store_data import CELL, candidate
from tests.pages.heatmaps.finished_run import RUN, _row, write_run
from tests.pages.heatmaps.test_cells import score
from tests.pages.heatmaps.test_heatmaps import chart, said, shown
from tests.pages.heatmaps.views import show

BEFORE, AFTER = ["thing", "thing", "place", "thing", "place"], ["thing", "place", "thing", "", "place"]
MODELS = ["CNN #1", "CNN #2", "MiniLM"]


@pytest.fixture
def trained_twice(workspace: Workspace) -> Workspace:
    """A run of a CNN trained twice and a MiniLM; the second CNN never changes its mind: kappas 1/6 and 1."""
    cells = [CELL, Cell(CELL.dataset, CELL.split, "negation", pps(3))]
    write_run(workspace, BEFORE, AFTER, cells, MODELS)
    folder = workspace.runs / RUN
    card = read_card(folder)
    assert card
    same = [_row(RUN, "CNN #2", n, BEFORE[n], candidate(n, CELL)) for n, label in enumerate(AFTER) if label]
    write_parquet(predictions_path(folder, card.model("CNN #2"), CELL), predictions_table(same))
    return workspace


def mine(open_page: Callable[[str], AppTest]) -> AppTest:
    app = open_page("heatmaps")
    show(app, "Heatmap")
    assert not app.error
    return app


def test_the_mean_is_shown_and_each_training_is_a_switch_away(
    trained_twice: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    app = mine(open_page)
    # mean of 1/6 and 1: 0.58; their standard deviation (5/6) / sqrt(2) = 0.59
    assert "0.58" in chart(app) and "\\u00b1 0.59" in chart(app)
    assert "mean of 2 trainings" in shown(app) and "Mean ± standard deviation over trainings" in said(app)
    assert list(app.selectbox(key="own-column").options) == ["CNN", "MiniLM"]
    app.toggle(key="own-each").set_value(True).run()
    assert list(app.selectbox(key="own-column").options) == MODELS
    assert "mean of" not in shown(app) and app.query_params["trainings"] == "each"


def test_a_mean_opens_the_flips_of_one_training(trained_twice: Workspace, open_page: Callable[[str], AppTest]) -> None:
    app = mine(open_page)
    app.selectbox(key="own-row").set_value("Negation PPS 2").run()
    app.selectbox(key="own-column").set_value("CNN").run()
    assert "2 of 2 flipped samples" in said(app)
    app.selectbox(key=f"training-{RUN}-CNN").set_value("CNN #2").run()
    assert not app.error and "flipped samples" not in said(app)


def test_a_p_is_never_said_to_be_none(trained_twice: Workspace) -> None:
    card = read_card(trained_twice.runs / RUN)
    assert card
    lower = (0.5, 0.6001, 0.6999, 0.8)  # by .1 in each condition, nearly: t of three conditions is about 1,000
    scores = [
        replace(score("accuracy", figure + worse, "negation", n=90), model=model, severity=pps(n + 1))
        for n, figure in enumerate(lower)
        for model, worse in (("CNN #1", 0.0), ("CNN #2", 0.1 + n / 10_000))
    ]
    assert "(paired t-test, p < 0.001)" in trainings_in_words(card, scores, "accuracy")
    wider = [
        replace(one, value=one.value + one.severity.value / 9) if one.model == "CNN #2" and one.severity else one
        for one in scores
    ]
    assert "p = 0.0" in trainings_in_words(card, wider, "accuracy")


def test_a_run_of_one_training_has_no_switch(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, AFTER)
    assert [toggle.key for toggle in mine(open_page).toggle] == ["heatmap-several", "own-intervals"]


def test_losses_of_means_are_marked_by_the_t_test() -> None:
    lost = replace(score("accuracy_lost", 0.05, "negation", n=90), sd=0.01, trainings=3)
    p = replace(score("accuracy_lost_p", 0.0131, "negation", n=90), trainings=3)
    heatmap = run_heatmap("TREC", [lost, p], METRICS["accuracy_lost"])
    assert heatmap.cells[0].marked and heatmap.cells[0].note == "mean of 3 trainings; n = 90; p = 0.013 (t-test)"
    assert "paired t-test over the trainings" in heatmap.subtitle and "McNemar" not in heatmap.subtitle


def test_a_mean_of_some_of_the_trainings_says_of_how_many() -> None:
    kappas = [score("kappa", 0.4, "negation", n=90), replace(score("kappa", 0.6, "typos", n=90), trainings=2, sd=0.1)]
    shares = [replace(score("share_perturbed", 1.0, name, n=90), trainings=2) for name in ("negation", "typos")]
    heatmap = run_heatmap("TREC", [*kappas, *shares], METRICS["kappa"])
    typos, negation = heatmap.cells  # the catalogue's order
    assert (negation.part, typos.part) == ("1 of 2", "")
    assert negation.note == "mean of 1 of 2 trainings, the others have no value; n = 90"
    assert PARTLY in heatmap.subtitle
    _, figures, *_ = plotly_figure(heatmap).data
    assert figures.text[1] == '0.40<br><span style="font-size:10px">1 of 2</span>'
    assert [cell.text for cell in paper_table(heatmap).rows[1]][2] == "0.40 (1 of 2)"
    assert PARTLY not in run_heatmap("TREC", [kappas[1], shares[1]], METRICS["kappa"]).subtitle
