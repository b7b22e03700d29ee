"""A model that gives every untouched text one label is named wherever its figures are looked at."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from data.workspace import Workspace
from tests.data.runs.measures.test_unlearned import GOLD, SAME, run_of
from tests.pages.heatmaps.test_heatmaps import said

CNN = "CNN gives all 10 untouched texts one label, thing"


@pytest.mark.parametrize("view", ["Mine", "Severity", "Difference"])
def test_the_views_of_a_run_name_it(workspace: Workspace, open_page: Callable[[str], AppTest], view: str) -> None:
    run_of(workspace, GOLD, SAME)
    app = open_page("heatmaps")
    app.segmented_control(key="view").set_value(view).run()
    assert CNN in said(app)


@pytest.mark.parametrize(("view", "key"), [("Tasks", "tasks-of"), ("Leaderboards", "leaders")])
def test_the_views_of_several_runs_say_of_which_run(
    workspace: Workspace, open_page: Callable[[str], AppTest], view: str, key: str
) -> None:
    run_of(workspace, GOLD, SAME)
    app = open_page("heatmaps")
    app.segmented_control(key="view").set_value(view).run()
    assert CNN not in said(app)
    app.segmented_control(key=key).set_value("My runs").run()
    assert f": {CNN}" in said(app)


def test_flips_names_it_where_it_is_counted(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    run_of(workspace, GOLD, SAME)
    app = open_page("flips")
    assert CNN in said(app)
    (models,) = [chosen for chosen in app.multiselect if chosen.label == "Models"]
    models.set_value(["MiniLM"]).run()
    assert CNN not in said(app)
