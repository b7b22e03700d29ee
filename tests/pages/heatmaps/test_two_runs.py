"""Two runs on the same data set: paired differences, what is more than chance, and why nothing can be compared."""

from collections.abc import Callable
from dataclasses import replace
from math import isnan

import pytest
from streamlit.testing.v1 import AppTest

from core.metrics.posterior import MACRO_F1
from core.metrics.significance import exchange_test
from core.records import Cell
from core.severity import pps
from data.reports.paired import common_samples, in_both, paired_differences
from data.reports.run_at import run_at
from data.runs.files import write_card
from data.runs.measures.registry import metrics
from data.workspace import Workspace
from pages.ui.heatmaps.metrics import METRICS
from pages.ui.heatmaps.two_runs.differences import STARRED, difference_heatmap
from pages.ui.runs.run_choice import RUN as LOOKED_AT
from tests.pages.as_read import captions
from tests.pages.heatmaps.finished_run import RUN, write_run
from tests.pages.heatmaps.views import show

OTHER = "20260102-000000-bbbbbb"
NEWEST = "20260103-000000-cccccc"
CELLS = [Cell("trec", "test", "negation", pps(n)) for n in (1, 2)]
# twenty samples of gold label "thing": the first run's model turns in twelve, the second's in none
BEFORE = ["thing"] * 16 + ["place"] * 4
TURNED = ["place"] * 12 + ["thing"] * 4 + ["place"] * 4
STAYED = BEFORE
SAME = (("MiniLM", "MiniLM"),)


def two(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, TURNED, CELLS)
    write_run(workspace, BEFORE, STAYED, CELLS[:1], run=OTHER)


def test_differences_are_paired_and_corrected_for_all_of_them(workspace: Workspace) -> None:
    two(workspace)
    one, other = run_at(workspace, RUN), run_at(workspace, OTHER)
    assert common_samples(one, other) == 20
    (kappa,) = paired_differences(one, other, SAME, metrics()["kappa"])  # PPS 2 is not in both
    # first: before 16 things and 4 places, after 4 and 16; 8 of 20 agree, chance (16*4 + 4*16)/400 = .32: .08/.68
    assert (kappa.first, kappa.second) == (pytest.approx(0.08 / 0.68), 1.0)
    assert kappa.found.value == pytest.approx(1 - 0.08 / 0.68) and kappa.found.low > 0 and kappa.p < 0.05
    (right,) = paired_differences(one, other, SAME, metrics()["accuracy"])
    # right on 4 of 20 and on 16 of 20; 12 right only in the second: twice 1/2 to the 12th
    assert (right.first, right.second, right.found.value) == (0.2, 0.8, pytest.approx(0.6))
    assert right.p == pytest.approx(2 / 2**12) and right.found.low > 0
    both = paired_differences(one, other, (*SAME, ("CNN", "CNN")), metrics()["accuracy"])
    assert [d.p for d in both] == [pytest.approx(4 / 2**12)] * 2  # Holm over two
    heatmap = difference_heatmap([right], METRICS["accuracy"], "Two.")
    (cell,) = heatmap.cells
    assert STARRED in heatmap.subtitle
    assert STARRED not in difference_heatmap([replace(right, p=0.2)], METRICS["accuracy"], "Two.").subtitle
    assert heatmap.pale and heatmap.title == "Accuracy: second run minus first"
    assert cell.marked and cell.value == pytest.approx(60)
    assert cell.note == "first run 20.0, second run 80.0; n = 20; p < 0.001"
    assert "Perturbed:" in heatmap.subtitle and not cell.weak
    (hatched,) = difference_heatmap([replace(right, share=0.4)], METRICS["accuracy"], "Two.").cells
    assert hatched.weak


def test_the_share_perturbed_is_that_of_the_samples_that_both_runs_have(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, TURNED, CELLS)
    write_run(workspace, BEFORE[:10], ["", *STAYED[1:8], "", ""], CELLS[:1], run=OTHER)  # "" was not perturbed
    one, other = run_at(workspace, RUN), run_at(workspace, OTHER)
    assert common_samples(one, other) == 10
    (found,) = paired_differences(one, other, SAME, metrics()["kappa"])
    assert found.share == pytest.approx(0.7)  # all ten in the first run, seven in the second


def test_runs_are_compared_by_the_figures_that_papers_report_too(workspace: Workspace) -> None:
    two(workspace)
    one, other = run_at(workspace, RUN), run_at(workspace, OTHER)
    (macro,) = paired_differences(one, other, SAME, metrics()["f1_macro"])
    # of 20 things 4 and 16 are found: F1 of "thing" 8/24 and 32/36, of "place" 0
    assert (macro.first, macro.second) == (pytest.approx(8 / 24 / 2), pytest.approx(32 / 36 / 2))
    assert macro.found.value == pytest.approx(32 / 36 / 2 - 8 / 24 / 2) and macro.found.low > 0
    assert macro.p == exchange_test(MACRO_F1, ["thing"] * 20, TURNED, STAYED) < 0.05
    (correlation,) = paired_differences(one, other, SAME, metrics()["matthews"])
    assert isnan(correlation.found.value) and isnan(correlation.p)  # one gold label: there is none


def test_the_f1_of_one_of_two_labels_is_that_of_the_second_and_of_three_there_is_none(workspace: Workspace) -> None:
    two(workspace)
    other = run_at(workspace, OTHER)
    one, of_three = (
        replace(at := run_at(workspace, RUN), card=replace(at.card, labels=labels))
        for labels in (("place", "thing"), ("place", "thing", "person"))
    )
    (found,) = paired_differences(one, other, SAME, metrics()["f1_binary"])
    assert (found.first, found.second) == (pytest.approx(8 / 24), pytest.approx(32 / 36))  # of "thing", all gold
    assert found.found.value == pytest.approx(32 / 36 - 8 / 24) and found.found.low > 0 and found.p < 0.05
    (none,) = paired_differences(of_three, other, SAME, metrics()["f1_binary"])
    assert isnan(none.found.value) and isnan(none.p)


def test_the_page_compares_two_runs_and_names_what_differs(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    two(workspace)
    app = open_page("heatmaps")
    app.query_params.clear()
    app.query_params.update({"view": "Compare", "with": "run", "run": RUN, "against": OTHER})
    show(app, "Compare", other=True)
    assert not app.error
    assert app.selectbox(key=f"two-second-{RUN}").value == OTHER
    assert app.selectbox(key=LOOKED_AT).value == RUN
    assert "**2 of 2 cells differ significantly.**" in [one.value for one in app.markdown]
    assert app.header[0].value == "Kappa: second run minus first"
    assert "MiniLM, negation, PPS 1</th><td>0.12</td><td>1.00</td><td>+0.88</td>" in str(
        [html.proto.body for html in app.get("html")]
    )
    assert len(app.get("plotly_chart")) == 2
    of_both = captions(app)[-2]  # the last one leads the downloads
    assert "Perturbed: share of the samples" in of_both and "Under each model: its micro F1 on original" in of_both
    app.segmented_control(key="two-metric").set_value(METRICS["accuracy"]).run()
    assert not app.error and app.query_params["metric"] == "accuracy"
    app.segmented_control(key="two-metric").set_value(METRICS["f1_macro"]).run()
    assert not app.error and not app.exception and app.query_params["metric"] == "f1_macro"
    assert "randomisation" in str(app.get("plotly_chart")[0].proto)


def test_runs_of_one_name_and_minute_are_told_apart_in_the_figures_too(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    two(workspace)  # both are called the same, and began at the same time
    app = open_page("heatmaps")
    show(app, "Compare", other=True)
    said, name = " ".join(captions(app)), "trec, by hand · n = 20 · 01 Jan 00:00"
    assert f"{name} · aaaa minus {name} · bbbb" in said
    assert f"First: {name} · bbbb; second: {name} · aaaa." in said


def test_a_run_without_a_cell_in_common_with_another_is_compared_with_itself(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    two(workspace)
    write_run(workspace, BEFORE, STAYED, [Cell("trec", "test", "negation", pps(4))], run=NEWEST)
    app = open_page("heatmaps")
    show(app, "Compare", other=True)
    assert (app.selectbox(key=LOOKED_AT).value, app.selectbox(key=f"two-second-{NEWEST}").value) == (NEWEST, NEWEST)
    app.selectbox(key=LOOKED_AT).set_value(OTHER).run()
    assert app.selectbox(key=f"two-second-{OTHER}").value == RUN and not app.info
    assert (app.query_params["run"], app.query_params["against"]) == (OTHER, RUN)


def test_the_run_that_is_looked_at_is_the_first_and_the_second_has_other_predictions(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    two(workspace)
    write_run(workspace, BEFORE, STAYED, CELLS[:1], ["CNN"], run=NEWEST)
    for run in (RUN, OTHER, NEWEST):  # the newest run's model is that of the first one
        card = run_at(workspace, run).card
        models = tuple(replace(model, digest="other" if run == OTHER else "same") for model in card.models)
        write_card(workspace.runs / run, replace(card, models=models))
    app = open_page("heatmaps")
    app.selectbox(key=LOOKED_AT).set_value(RUN).run()
    show(app, "Compare", other=True)
    assert (app.selectbox(key=LOOKED_AT).value, app.selectbox(key=f"two-second-{RUN}").value) == (RUN, OTHER)
    show(app, "Heatmap")
    assert app.selectbox(key=LOOKED_AT).value == RUN


@pytest.mark.parametrize("asked", [{"against": NEWEST}, {"run": NEWEST, "against": RUN}])
@pytest.mark.parametrize(
    ("what", "why"), [("unscored", "no results to compare yet"), ("alone", "no other run"), ("gone", "not in this")]
)
def test_a_run_that_a_link_names_and_that_cant_be_compared_is_named_with_the_reason(
    workspace: Workspace, open_page: Callable[[str], AppTest], what: str, why: str, asked: dict[str, str]
) -> None:
    two(workspace)
    if what != "gone":
        write_run(workspace, BEFORE, STAYED, [Cell("sst", "test", "negation", pps(1))], ["CNN"], run=NEWEST)
    for path in (workspace.runs / NEWEST).glob("predictions-*") if what == "unscored" else ():
        path.unlink()
    app = open_page("heatmaps")
    app.query_params.clear()
    app.query_params.update({"view": "Compare", "with": "run", **asked})
    app.run()
    said = app.info[0].value.replace("\\", "")
    assert "can't be compared" in said and why in said and said.endswith("shows another run.") and not app.error


def test_a_run_of_another_data_set_is_chosen_without_a_word(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    two(workspace)
    for run in (NEWEST, "20260104-000000-dddddd"):
        write_run(workspace, BEFORE, STAYED, [Cell("sst", "test", "negation", pps(1))], run=run)
    app = open_page("heatmaps")
    show(app, "Compare", other=True)
    app.selectbox(key=LOOKED_AT).set_value(OTHER).run()
    assert app.selectbox(key=f"two-second-{OTHER}").value == RUN and not app.info


def test_runs_that_perturbed_with_other_seeds_are_said_to_have(workspace: Workspace) -> None:
    two(workspace)
    one, other = run_at(workspace, RUN).card, replace(run_at(workspace, OTHER).card, seed=7)
    assert in_both(one, one) == " that both runs have."
    assert in_both(one, other).startswith(" that both runs have. Perturbed with seeds 1 and 7")


def test_without_a_second_run_of_the_data_set_the_page_says_so(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, TURNED, CELLS, ["CNN"])
    write_run(workspace, BEFORE, TURNED, [Cell("sst", "test", "negation", pps(1))], ["CNN"], run=OTHER)
    app = open_page("heatmaps")
    show(app, "Compare", other=True)
    assert not app.error and "two runs that predict labels" in app.info[0].value


def test_models_of_other_names_are_chosen_and_runs_without_a_cell_in_common_say_so(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, TURNED, CELLS[:1], ["CNN"])
    write_run(workspace, BEFORE, STAYED, CELLS[:1], ["BERT", "RoBERTa"], run=OTHER)
    app = open_page("heatmaps")
    show(app, "Compare", other=True)
    app.selectbox(key=LOOKED_AT).set_value(RUN).run()
    assert not app.error
    app.selectbox(key=f"two-other-{RUN}-{OTHER}").set_value("RoBERTa").run()
    assert "RoBERTa − CNN" in str([html.proto.body for html in app.get("html")])
    write_run(workspace, BEFORE, STAYED, CELLS[1:], ["CNN"], run=NEWEST)
    app.query_params.clear()
    app.run()
    app.selectbox(key=LOOKED_AT).set_value(RUN).run()
    app.selectbox(key=f"two-second-{RUN}").set_value(NEWEST).run()
    assert "have no perturbation at the same severity in common" in app.info[0].value


def test_where_no_cell_has_the_figure_in_both_nothing_is_counted(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, ["thing"] * 20, ["thing"] * 20, CELLS)  # one label throughout: no kappa
    write_run(workspace, BEFORE, TURNED, CELLS, run=OTHER)
    app = open_page("heatmaps")
    show(app, "Compare", other=True)
    assert not app.error
    assert "No cell has a value for kappa in both runs" in app.info[0].value
    assert all("significantly" not in one.value for one in app.markdown)


def test_swap_turns_both_runs_and_their_models_round(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    two(workspace)
    app = open_page("heatmaps")
    show(app, "Compare", other=True)
    app.selectbox(key=LOOKED_AT).set_value(OTHER).run()
    assert app.selectbox(key=f"two-second-{OTHER}").value == RUN
    app.selectbox(key=f"two-other-{OTHER}-{RUN}").set_value("CNN").run()
    app.button(key="two-swap").click().run()
    assert not app.error and not app.exception
    assert (app.selectbox(key=LOOKED_AT).value, app.selectbox(key=f"two-second-{RUN}").value) == (RUN, OTHER)
    assert app.query_params["model"] == "CNN" and "other" not in app.query_params


def test_two_models_of_one_run_are_compared(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, TURNED, CELLS)
    app = open_page("heatmaps")
    show(app, "Compare", other=True)
    assert not app.error and not app.exception
    assert app.selectbox(key=LOOKED_AT).value == app.selectbox(key=f"two-second-{RUN}").value == RUN
    assert "CNN − MiniLM" in str([html.proto.body for html in app.get("html")]) and len(app.get("plotly_chart")) == 1
    app.selectbox(key=f"two-model-{RUN}-{RUN}").set_value("CNN").run()
    assert app.selectbox(key=f"two-other-{RUN}-{RUN}").value == "MiniLM" and not app.exception


def test_a_model_that_only_one_run_has_is_named(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, TURNED, CELLS, ["CNN"])
    write_run(workspace, BEFORE, STAYED, CELLS, ["CNN", "MiniLM"], run=OTHER)
    app = open_page("heatmaps")
    app.query_params.clear()
    app.query_params.update({"view": "Compare", "with": "run", "run": RUN, "against": OTHER})
    app.run()
    assert "Only in the second run: MiniLM." in captions(app) and not app.exception
