"""One name for one thing: no two classes of the project bear the same name."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ("core", "curation", "data", "pages")


def classes() -> dict[str, list[str]]:
    """The public classes of the project by name, each with the modules that define it."""
    found = defaultdict(list)
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].append(str(path.relative_to(ROOT)))
    return found


def test_no_two_classes_have_one_name() -> None:
    twice = {name: paths for name, paths in classes().items() if len(paths) > 1}
    assert not twice
