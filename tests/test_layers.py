"""Who may import whom: the rooms of the design, read off the code's own imports."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = {"core", "curation", "data", "pages"}
MAY_IMPORT = {
    "core": {"core"},
    "curation": {"core", "curation"},
    "data": {"core", "curation", "data"},
    "pages": ROOMS,
    "app.py": {"pages"},
    "cli.py": {"core", "curation", "data"},
}
NEVER = {  # not even inside a function
    "core": {"streamlit", "duckdb"},
    "curation": {"streamlit", "duckdb"},
    "data": {"streamlit"},
    "pages": {"duckdb", "torch", "transformers", "sentence_transformers"},
    "app.py": {"duckdb", "torch", "transformers", "sentence_transformers"},
    "cli.py": {"streamlit", "torch", "transformers", "sentence_transformers"},
}
HEAVY = {"torch", "transformers", "sentence_transformers", "language_tool_python", "datasets", "lemminflect", "harper"}


def imports(tree: ast.AST, top_level_only: bool) -> Iterator[str]:
    """The first names of what a module imports; `if TYPE_CHECKING` blocks are no imports."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            continue
        elif not (top_level_only and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)):
            yield from imports(node, top_level_only)


def modules() -> list[Path]:
    files = [ROOT / "app.py", ROOT / "cli.py"]
    for room in sorted(ROOMS):
        files += sorted((ROOT / room).rglob("*.py"))
    return files


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_a_module_imports_only_what_its_room_may(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    everywhere = set(imports(tree, top_level_only=False))
    at_import = set(imports(tree, top_level_only=True))
    assert everywhere & ROOMS <= MAY_IMPORT[room]
    assert not everywhere & NEVER[room]
    assert not at_import & HEAVY, "heavy packages are imported inside the functions that need them"


def test_the_rule_sees_a_forbidden_import() -> None:
    tree = ast.parse("def f():\n    import duckdb.typing\nfrom streamlit import x\n")
    assert set(imports(tree, top_level_only=False)) == {"duckdb", "streamlit"}
    assert set(imports(tree, top_level_only=True)) == {"streamlit"}
