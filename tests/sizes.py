"""How long files and functions are and how full folders are, and what of it is surely too much: smells, not a mould.

Only files that git knows count. The code is Python, and of the desk also JavaScript, HTML and CSS; data and pictures
(TSV, CSV, TOML, compressed lists, PNG) have no length that a reader minds, but they lie in folders like all others.
"""

import ast
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from statistics import median

CODE = {".py", ".js", ".html", ".css", ".sql"}
LONGEST_FILE, USUAL_FILE = 600, 120
LONGEST_FUNCTION, USUAL_FUNCTION = 80, 15
FULLEST_FOLDER = 40
DATA_FOLDER = "data/lexicon"  # its word lists are data: only the code counts


def tracked(root: Path) -> list[str]:
    """The paths of all files that git knows or would add, below the project's root; empty where there is no git."""
    if not (root / ".git").exists():
        return []
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=root, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [path for path in listed.stdout.splitlines() if (root / path).is_file()]


def file_faults(sources: Mapping[str, str]) -> list[str]:
    """Code files (path: text) that are too long, and whether half of them are longer than is usual."""
    lengths = {path: len(source.splitlines()) for path, source in sources.items()}
    faults = [f"{path} has {n} lines" for path, n in sorted(lengths.items()) if n > LONGEST_FILE]
    return faults + _median_fault("file", list(lengths.values()), USUAL_FILE)


def function_faults(sources: Mapping[str, str]) -> list[str]:
    """Python functions, methods and inner ones among them, that are too long, decorators and docstring included."""
    lengths = [
        (f"{path}: {node.name}", (node.end_lineno or 0) - min(n.lineno for n in (node, *node.decorator_list)) + 1)
        for path, source in sources.items()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    faults = [f"{name} has {n} lines" for name, n in sorted(lengths) if n > LONGEST_FUNCTION]
    return faults + _median_fault("function", [n for _, n in lengths], USUAL_FUNCTION)


def folder_faults(paths: Sequence[str]) -> list[str]:
    """Folders that hold too many files of their own."""
    counted = (PurePosixPath(p) for p in paths)
    held = Counter(str(p.parent) for p in counted if str(p.parent) != DATA_FOLDER or p.suffix in CODE)
    return [f"{folder} holds {n} files" for folder, n in sorted(held.items()) if n > FULLEST_FOLDER]


def _median_fault(what: str, lengths: Sequence[int], usual: int) -> list[str]:
    middle = median(lengths) if lengths else 0
    return [f"the median {what} has {middle:g} lines"] if middle > usual else []
