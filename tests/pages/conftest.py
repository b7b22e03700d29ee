"""The app opened without a browser, on an empty workspace of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from data.store import Store
from data.workspace import Workspace

APP = Path(__file__).parents[2] / "app.py"


@pytest.fixture
def open_page(workspace: Workspace) -> Iterator[Callable[[str], AppTest]]:
    """Opens a page by its name, in a session of its own."""

    def opened(page: str) -> AppTest:
        app = AppTest.from_file(str(APP), default_timeout=60).run()
        return app if page == "start" else app.switch_page(f"pages/{page}.py").run()

    yield opened
    Store.open(workspace).close()
    st.cache_resource.clear()
