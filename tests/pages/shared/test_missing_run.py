"""A link to a run that is not in the workspace says so, wherever another run is shown in its place."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from data.workspace import Workspace
from tests.pages.heatmaps.finished_run import RUN, write_run


@pytest.mark.parametrize("page", ["heatmaps", "flips", "samples"])
def test_a_run_that_is_not_here_is_named(workspace: Workspace, open_page: Callable[[str], AppTest], page: str) -> None:
    write_run(workspace, ["thing", "place"], ["thing", "thing"])
    for asked, named in ((RUN, False), ("20250101-000000-cccccc", True)):
        app = open_page(page)
        app.query_params["run"] = asked
        if page == "heatmaps":
            app.query_params.update({"view": "Heatmap", "of": "mine"})
        app.run()
        assert not app.exception
        told = " ".join(one.value for one in app.info).replace("\\", "")
        assert ("20250101-000000-cccccc is not in this workspace" in told) is named
