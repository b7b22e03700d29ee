"""The Curate page without a browser: what it says with nothing to do, and which cell it opens."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from core.records import Cell
from core.severity import pps
from data.jobs.jobs import create
from data.workspace import Workspace
from pages.ui.shell.session import NAME
from tests.data.store.store_data import CELL, write_job
from tests.pages.conftest import APP

OTHER = Cell("questions", "test", "word_deletion", pps(1))


def curate(cell: str = "") -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=60)
    app.session_state[NAME] = "Ann"
    app.run()
    if cell:
        app.session_state["cell"] = cell
    return app.switch_page("pages/curate.py").run()


def test_it_asks_for_a_name_first(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("curate")
    assert not app.exception
    assert [field.label for field in app.text_input] == ["Your name"]


def test_with_no_candidates_it_says_where_to_make_some(open_page: Callable[[str], AppTest]) -> None:
    app = curate()
    assert not app.exception
    assert "no samples are prepared" in app.info[0].value


def test_it_opens_the_first_cell_or_the_one_asked_for(
    open_page: Callable[[str], AppTest], workspace: Workspace
) -> None:
    write_job(workspace, range(3))
    write_job(workspace, range(3), OTHER, job="job-2")
    assert curate().query_params["cell"] == CELL.id
    assert curate(OTHER.id).query_params["cell"] == OTHER.id


def test_an_unknown_cell_is_left_for_the_first(open_page: Callable[[str], AppTest], workspace: Workspace) -> None:
    write_job(workspace, range(3))
    app = curate("gone")
    assert not app.exception
    assert app.query_params["cell"] == CELL.id


def test_while_samples_are_being_made_it_says_so(open_page: Callable[[str], AppTest], workspace: Workspace) -> None:
    create(workspace, "candidates", "TREC, negation", {"dataset": "trec", "split": "test"})
    app = curate()
    assert not app.exception
    assert "TREC, negation" in app.info[0].value
