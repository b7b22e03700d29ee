"""A page's folder is its own: what two pages use lies in `shared` or `runs`, what surrounds all of them in `shell`."""

import ast
from pathlib import Path

import pytest

UI = Path(__file__).parents[2] / "pages" / "ui"
COMMON = {"runs", "shared", "shell"}
MAY_IMPORT = {"shell": {"shell"}, "shared": {"shared", "shell"}, "runs": COMMON}


def folders_imported(source: str) -> set[str]:
    """The folders of pages/ui that a module imports from."""
    names = {node.module or "" for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
    return {name.split(".")[2] for name in names if name.startswith("pages.ui.")}


@pytest.mark.parametrize("folder", sorted(path.name for path in UI.iterdir() if (path / "__init__.py").exists()))
def test_no_page_imports_from_another_page(folder: str) -> None:
    imported = set[str]().union(*(folders_imported(path.read_text()) for path in (UI / folder).rglob("*.py")))
    assert imported <= MAY_IMPORT.get(folder, COMMON | {folder})


def test_an_import_from_another_page_is_seen() -> None:
    source = "import streamlit\nfrom pages.ui.desk.desk import desk\ndef f():\n    from pages.ui.shell.guard import x\n"
    assert folders_imported(source) == {"desk", "shell"}
