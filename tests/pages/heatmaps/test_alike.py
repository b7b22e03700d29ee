"""Like is set beside like: the same samples, the same data set, as many labels, or a sentence says why not."""

from collections.abc import Callable
from dataclasses import replace

from streamlit.testing.v1 import AppTest

from core.records import Cell
from core.severity import Severity, Unit
from data.runs.files import read_card
from data.workspace import Workspace
from pages.ui.heatmaps.compared import other_samples, unlike
from pages.ui.heatmaps.published_heatmaps import Collection
from pages.ui.heatmaps.run_heatmaps import Samples
from tests.pages.heatmaps.finished_run import RUN, write_run
from tests.pages.heatmaps.test_heatmaps import said
from tests.pages.heatmaps.views import show

BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]


def keyboard(workspace: Workspace, dataset: str) -> None:
    write_run(workspace, BEFORE, AFTER, [Cell(dataset, "test", "keyboard", Severity(Unit.PERCENT_CHARACTERS, 5))])


def differing(open_page: Callable[[str], AppTest]) -> AppTest:
    app = open_page("heatmaps")
    return show(app, "Compare", difference=True)


def test_romeros_figures_are_of_all_samples_and_moradis_are_not() -> None:
    assert not other_samples(Collection.KAPPA, Samples.ALL)
    assert 'choose "All"' in other_samples(Collection.KAPPA, Samples.CHANGED)
    assert 'choose "All"' in other_samples(Collection.ROBUSTNESS, Samples.KEPT)
    assert not other_samples(Collection.SHARE, Samples.CHANGED)  # the same whichever samples count
    assert not other_samples(Collection.LOST, Samples.CHANGED)


def test_another_data_set_and_other_labels_are_named(workspace: Workspace) -> None:
    keyboard(workspace, "sst2")
    card = read_card(workspace.runs / RUN)
    assert card
    assert unlike(Collection.KAPPA, "SA", card) == []
    assert unlike(Collection.KAPPA, "GC", card) == [
        "Not comparable: the published figures are for CoLA, but this run is for sst2."
    ]
    (fine,) = unlike(Collection.SCORE, "SA", card)
    assert (
        fine
        == "Not comparable: the published models choose between 5 labels, but the models of this run choose between 2."
    )
    assert "50 labels, but the models of this run choose between 6" in unlike(
        Collection.LOST, "TC", replace(card, dataset="trec6", labels=tuple("abcdef"))
    )[0]  # fmt: skip


def test_kappas_over_changed_samples_are_not_subtracted_from(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    keyboard(workspace, "sst2")
    app = differing(open_page)
    assert len(app.get("plotly_chart")) == 1 and "This run: all samples, including unchanged samples." in said(app)
    app.segmented_control(key="own-samples").set_value("Only changed").run()
    assert not app.get("plotly_chart")
    assert "also counts unchanged samples" in app.info[0].value


def test_where_no_published_task_fits_none_is_subtracted_until_one_is_chosen(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    keyboard(workspace, "wikigold")
    app = differing(open_page)
    assert not app.error and not app.get("plotly_chart")
    assert "No published table covers wikigold" in said(app)
    (task,) = [chosen for chosen in app.selectbox if chosen.label == "Task"]
    assert task.value is None
    task.set_value("GC").run()
    assert len(app.get("plotly_chart")) == 1
    assert "the published figures are for CoLA, but this run is for wikigold" in said(app)


def test_what_was_published_on_a_data_set_is_named_and_one_press_away(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    keyboard(workspace, "trec")  # no kappa was ever printed on it, but micro F1 was
    app = open_page("heatmaps")
    for difference in (False, True):
        show(app, "Compare", difference=difference)
        app.selectbox(key="own-metric-published").set_value("Kappa").run()
        assert "No published table covers trec" not in said(app)
        assert app.info[0].value == (
            "No published table on Question classification (TREC) has Kappa. Metrics published for this task:"
        )
        assert [b.label for b in app.button if (b.key or "").startswith("published-")] == [
            "Micro F1", "Accuracy", "Accuracy lost",
        ]  # fmt: skip
        app.button(key="published-f1_micro").click().run()
        assert not app.exception and str(app.selectbox(key="own-metric-published").value) == "Micro F1"
        assert "No published table" not in " ".join(info.value for info in app.info)
    show(app, "Compare")
    app.selectbox(key="own-metric-published").set_value("Kappa").run()
    assert not app.get("plotly_chart") and not [one for one in app.selectbox if one.label == "Task"]
    app.button(key="published-accuracy_lost").click().run()
    next(one for one in app.selectbox if one.label == "Task").set_value("TC").run()
    assert "Published: Moradi & Samwald 2021, Tables 3, 4." in said(app)
