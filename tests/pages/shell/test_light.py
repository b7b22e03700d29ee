"""The app process stays light: what it does not need is never imported in it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from data.workspace import Workspace
from tests.every_page import HEAVY

ROOT = Path(__file__).parents[3]
FRESH = """
import ast, sys
from importlib import import_module
from pathlib import Path
import app
for page in Path("pages").glob("*.py"):
    for name in [node.module for node in ast.parse(page.read_text()).body if isinstance(node, ast.ImportFrom)]:
        import_module(name)
import pyarrow
pyarrow.table({"words": ["a list", "of Arrow's"]})
print(*{name.partition(".")[0] for name in sys.modules})
"""


def printed(*command: str) -> str:
    ran = subprocess.run([sys.executable, *command], cwd=ROOT, env=os.environ, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr[-2000:]
    return ran.stdout


def test_a_fresh_app_process_imports_nothing_heavy(workspace: Workspace) -> None:
    imported = set(printed("-c", FRESH).split())
    assert {"app", "pages", "pyarrow", "duckdb", "plotly"} <= imported
    assert imported & HEAVY == set()


def test_who_gives_arrow_a_data_frame_gets_pandas(workspace: Workspace) -> None:
    asked = "import app, streamlit.dataframe_util as of; print(len(of.convert_anything_to_arrow_bytes([{'a': 1}])))"
    assert int(printed("-c", asked)) > 0


@pytest.mark.slow
def test_no_page_shows_an_error_or_imports_what_it_does_not_need(workspace: Workspace) -> None:
    assert "every page opens" in printed("-m", "tests.every_page")
