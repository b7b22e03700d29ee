"""The app opened without a browser, on an empty workspace of its own."""

import shutil
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
import streamlit as st
from argon2 import PasswordHasher
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from data.datasets.stored import dataset_cards
from data.demo import ensure_demo
from data.store import Store
from data.workspace import Workspace

APP = Path(__file__).parents[2] / "app.py"


@pytest.fixture(scope="session", autouse=True)
def components() -> Iterator[None]:
    """Streamlit looks through all installed packages for components with each session: here it does so once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Passwords are hashed as in the app but with less work, which takes a third of a second each time there."""
    with pytest.MonkeyPatch.context() as patch:
        quick = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
        patch.setattr("data.accounts.accounts.PasswordHasher", quick)
        yield


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo data sets as the app writes them into an empty workspace: made once, for that takes a second or two."""
    filled = Workspace(tmp_path_factory.mktemp("demo")).prepare()
    ensure_demo(filled)
    return filled.datasets


@pytest.fixture
def open_page(workspace: Workspace, demo: Path) -> Iterator[Callable[[str], AppTest]]:
    """Opens a page by its name, with "?name=value" what its address asks for, in a session of its own; an empty
    workspace has the demo data before."""

    def opened(address: str) -> AppTest:
        page, _, query = address.partition("?")
        if not dataset_cards(workspace):
            shutil.copytree(demo, workspace.datasets, dirs_exist_ok=True)
        app = AppTest.from_file(str(APP), default_timeout=60).run()
        if page == "start":
            return app
        app.query_params.update(parse_qsl(query))
        return app.switch_page(f"pages/{page}.py").run()

    yield opened
    Store.open(workspace).close()
    st.cache_resource.clear()
