"""The folders of this project as one package `flinch`, so that no other project's `core` or `data` is in their way.

A wheel holds sources in which the imports were renamed (setup.py). Where the project was installed by `pip install -e`,
they are renamed as they are imported, and its files stay where they are.
"""

import ast
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from os import PathLike
from types import CodeType, ModuleType
from typing import Any

PACKAGE = "flinch"
FOLDERS = ("core", "curation", "data", "pages", "commands", "tools")
FILES = ("app.py", "cli.py")


def renamed(source: str) -> str:
    """The source with `flinch.` before each module of ours that it imports; nothing else changes, nor moves a line.

    `import core.x` then binds `flinch`: it is for what importing the module does.
    """
    lines = source.split("\n")
    for line, column, name in sorted(_imports(ast.parse(source)), reverse=True):
        start = lines[line - 1].index(name, column)
        lines[line - 1] = f"{lines[line - 1][:start]}{PACKAGE}.{lines[line - 1][start:]}"
    return "\n".join(lines)


def _imports(tree: ast.Module) -> Iterator[tuple[int, int, str]]:
    """Line, a column at or before it, and name of every module of ours that is imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and _is_ours(node.module):
            yield node.lineno, node.col_offset + len("from"), node.module
        elif isinstance(node, ast.Import):
            yield from ((one.lineno, one.col_offset, one.name) for one in node.names if _is_ours(one.name))


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in FOLDERS


class Renaming(MetaPathFinder):
    """Among the finders of `sys.meta_path`: the modules of the checkout, by their names in the package."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """As Python finds it, but for who loads it."""
        if not fullname.startswith(f"{PACKAGE}."):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _RenamingLoader(fullname, spec.loader.path)
        return spec


class _RenamingLoader(SourceFileLoader):
    """Compiles what was renamed, and keeps that beside what Python keeps of the file under its other name."""

    def source_to_code(  # type: ignore[override]  # of what typeshed allows it gets bytes alone
        self, data: bytes, path: str | PathLike[str], *, _optimize: int = -1
    ) -> CodeType:
        text = renamed(data.decode("utf-8"))
        return compile(text, path, "exec", dont_inherit=True, optimize=_optimize)

    def get_data(self, path: str) -> bytes:
        return super().get_data(_kept(path))

    def set_data(self, path: str, data: Any, *, _mode: int = 0o666) -> None:
        super().set_data(_kept(path), data, _mode=_mode)


def _kept(path: str) -> str:
    return f"{path.removesuffix('.pyc')}.{PACKAGE}.pyc" if path.endswith(".pyc") else path


def begin() -> None:
    """Import from the checkout from now on."""
    sys.meta_path.insert(0, Renaming())
