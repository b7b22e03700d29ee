"""A model that gives every original text one label is named wherever its figures are looked at."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core.records import Prediction
from data.runs.files import predictions_path, predictions_table, read_card
from data.tables import write_parquet
from data.workspace import Workspace
from pages.ui.heatmaps.choices import MINE, WHOSE
from pages.ui.runs.unlearned_models import UNREAD
from tests.data.runs.measures.test_unlearned import GOLD, SAME, run_of
from tests.data.runs.measures.test_unread import run_of as unread_run
from tests.pages.heatmaps.finished_run import RUN, write_run
from tests.pages.heatmaps.test_heatmaps import choose_task, said
from tests.pages.heatmaps.views import show

CNN = "CNN gives all 10 original texts the same label (thing)"


@pytest.mark.parametrize(("view", "difference"), [("Heatmap", False), ("Severity", False), ("Compare", True)])
def test_the_views_of_a_run_name_it(
    workspace: Workspace, open_page: Callable[[str], AppTest], view: str, difference: bool
) -> None:
    run_of(workspace, GOLD, SAME)
    app = show(open_page("heatmaps"), view, difference=difference)
    if view == "Compare":
        choose_task(app)
    assert CNN in said(app)


@pytest.mark.parametrize("view", ["Heatmap", "Leaderboards"])
def test_the_views_of_several_runs_say_of_which_run(
    workspace: Workspace, open_page: Callable[[str], AppTest], view: str
) -> None:
    run_of(workspace, GOLD, SAME)
    app = show(open_page("heatmaps"), view, of="Published", several=view == "Heatmap")
    assert CNN not in said(app)
    app.segmented_control(key=WHOSE).set_value(MINE).run()
    assert f": {CNN}" in said(app)


def test_flips_names_it_where_it_is_counted(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    run_of(workspace, GOLD, SAME)
    app = open_page("flips")
    assert CNN in said(app)
    (models,) = [chosen for chosen in app.multiselect if chosen.label == "Models"]
    models.set_value(["MiniLM"]).run()
    assert CNN not in said(app)


def test_many_of_them_do_not_push_the_figures_away(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    names = [f"model-{n}" for n in range(9)]
    write_run(workspace, SAME, SAME, models=names)
    card = read_card(workspace.runs / RUN)
    assert card
    rows = [
        (Prediction(RUN, "", f"sample-{n}", one, ()), gold)
        for n, (one, gold) in enumerate(zip(SAME, GOLD, strict=True))
    ]
    for model in card.models:
        write_parquet(predictions_path(workspace.runs / RUN, model, None), predictions_table(rows))
    app = open_page("heatmaps")
    show(app, "Heatmap")
    (folded,) = [one for one in app.expander if "6 more models" in one.label]
    assert [line.value.split(" ")[1].replace("\\", "") for line in folded.caption] == names[3:]
    assert "model-2 gives all 10" in said(app)


def test_a_run_whose_changes_a_model_does_not_read_has_a_badge_with_the_figures_in_its_tip(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    unread_run(workspace, 7)
    app = show(open_page("heatmaps"), "Heatmap")
    (badge,) = [one for one in app.caption if UNREAD in one.value]
    assert "in 7 of 10 texts" in badge.help.replace("\\", "")
    (of_run,) = [one for one in show(app, "Leaderboards").caption if UNREAD in one.value]
    assert f"{UNREAD} (" in of_run.value


def test_on_the_card_of_the_run_the_figures_are_told_whole(workspace: Workspace) -> None:
    unread_run(workspace, 7)

    def whole() -> None:
        from data.runs.files import read_card
        from pages.ui.runs.unlearned_models import warn_of_unlearned
        from pages.ui.shell.session import workspace
        from tests.pages.heatmaps.finished_run import RUN

        card = read_card(workspace().runs / RUN)
        assert card
        warn_of_unlearned(card, whole=True)

    app = AppTest.from_function(whole).run()
    assert not app.exception and "CNN can't see the change in " in said(app)
