"""The rules of who may import whom and who may reach outside, as tables, and the checks that read them off sources.

A source is given by its path in the project and its text, so that planted breaches are checked like the real files.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

ROOMS = {"core", "curation", "data", "pages", "commands", "tools"}
MAY_IMPORT = {
    "core": {"core"},
    "curation": {"core", "curation"},
    "data": {"core", "curation", "data"},
    "pages": {"core", "curation", "data", "pages"},
    "commands": {"core", "curation", "data", "commands", "tools"},  # `bench` alone needs the tools
    "tools": {"core", "curation", "data", "pages", "commands", "tools"},
    "app.py": {"pages"},
    "cli.py": {"core", "curation", "data", "commands"},
    "flinch.py": {"core", "curation", "data"},
    "setup.py": set(),
}
MODELS = {"torch", "transformers", "sentence_transformers"}
NEVER = {  # not even inside a function
    "core": {"streamlit", "duckdb"},
    "curation": {"streamlit", "duckdb"},
    "data": {"streamlit"},
    "pages": {"duckdb", *MODELS},
    "commands": {"streamlit", *MODELS},
    "tools": {"streamlit"},
    "app.py": {"duckdb", *MODELS},
    "cli.py": {"streamlit", *MODELS},
    "flinch.py": {"streamlit", *MODELS},
    "setup.py": set(),
}
HEAVY = MODELS | {
    "language_tool_python",
    "datasets",
    "lemminflect",
    "harper",
    "sklearn",
    "httpx2",
}  # only inside functions

PURE = {"core", "curation"}  # plain values in, plain values out: no files, no network, no other programs
OUTSIDE = {
    *("os", "shutil", "tempfile", "glob", "io", "subprocess", "multiprocessing"),
    *("socket", "ssl", "http", "urllib", "requests", "httpx2"),
}
FILE_WORK = {
    *("open", "read_text", "read_bytes", "write_text", "write_bytes", "mkdir", "touch", "unlink", "rename"),
    *("rmdir", "rmtree", "symlink_to", "hardlink_to", "save_pretrained", "urlopen", "environ", "getenv"),
}

# The folders inside a room, lowest first. A folder may import what stands before it, never its neighbours in a line nor
# what stands behind; all may import the modules that lie at the room's root.
ORDER = {
    "core": ({"text"}, {"lexicon", "metrics", "hints"}, {"english", "models"}, {"perturbations"}, {"experiments"}),
    "data": (
        {"formats", "jobs", "endpoints", "lexicon", "published", "hints", "accounts"},
        {"datasets", "models"},
        {"importing", "demo", "variants"},
        {"candidates", "study"},
        {"store"},
        {"runs", "study_results", "curated"},
        {"setup"},
        {"flips", "plans", "imported_predictions", "experiments"},
        {"reports"},
    ),
    "pages/ui": (
        {"shell"},
        {"shared"},
        {"runs"},
        {"desk", "playground", "heatmaps", "datasets", "evaluate", "progress", "start", "flips", "samples", "study"},
        {"experiments"},
        {"perturbations", "prepare", "studies", "team"},
    ),
}


class Import(NamedTuple):
    """One import: "core.errors.BadInput", and whether it runs when the module itself is imported."""

    name: str
    at_import: bool

    @property
    def package(self) -> str:
        return self.name.partition(".")[0]


@cache
def imported(source: str) -> tuple[Import, ...]:
    """Everything that a source imports, each name of a `from` by itself; `if TYPE_CHECKING` blocks are no imports."""
    return tuple(_imports(ast.parse(source), at_import=True))


def _imports(node: ast.AST, at_import: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (Import(alias.name, at_import) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            start = "." * child.level + (child.module or "")
            yield from (Import(f"{start}.{alias.name}", at_import) for alias in child.names)
        elif isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
            continue
        elif not isinstance(child, ast.expr):  # an import is a statement
            yield from _imports(child, at_import and not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef))


def import_faults(path: str, source: str) -> list[str]:
    """What this module imports and its room may not."""
    room = path.partition("/")[0]
    found = imported(source)
    packages = {one.package for one in found}
    heavy = HEAVY & {one.package for one in found if one.at_import}
    return [
        *(f"{path} imports {name}" for name in sorted(packages & ROOMS - MAY_IMPORT[room])),
        *(f"{path} imports {name}" for name in sorted(packages & NEVER[room])),
        *(f"{path} imports {name} outside a function" for name in sorted(heavy)),
        *(f"{path} imports {one.name}: name the whole path" for one in found if one.name.startswith(".")),
    ]


def outside_faults(path: str, source: str) -> list[str]:
    """Where a module of a pure room touches files, the network, other programs or the environment."""
    if path.partition("/")[0] not in PURE:
        return []
    reached = {one.package for one in imported(source)} & OUTSIDE
    nodes = list(ast.walk(ast.parse(source)))
    named = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    named |= {node.id for node in nodes if isinstance(node, ast.Name)}
    return [f"{path} reaches outside: {name}" for name in sorted(reached | named & FILE_WORK)]


def folder(room: str, path: str) -> str:
    """The folder inside the room where this path lies, "" for the room's root or another room."""
    inner, _, file = path.removeprefix(f"{room}/").partition("/")
    return inner if file and path.startswith(f"{room}/") else ""


def arrows(room: str, sources: Mapping[str, str], lazy: bool) -> dict[tuple[str, str], list[str]]:
    """(folder, folder it imports from): the files that do; with `lazy` also what is imported inside functions."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    folders = {folder(room, path) for path in sources} - {""}
    start = room.replace("/", ".") + "."
    for path, source in sources.items():
        here = folder(room, path)
        for one in imported(source) if here else ():
            there = one.name.removeprefix(start).partition(".")[0]
            if one.name.startswith(start) and there in folders - {here} and (lazy or one.at_import):
                found[here, there].append(path)
    return found


def circle(room: str, sources: Mapping[str, str]) -> list[str]:
    """Folders of the room that import each other round in a circle when they are imported; empty where none do."""
    graph: dict[str, set[str]] = defaultdict(set)
    for here, there in arrows(room, sources, lazy=False):
        graph[here].add(there)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def order_faults(room: str, sources: Mapping[str, str]) -> list[str]:
    """Arrows that do not point down in the table, inside functions too, and folders that it does not know."""
    height = {name: i for i, line in enumerate(ORDER[room]) for name in line}
    unknown = {folder(room, path) for path in sources} - {"", *height}
    return [
        *(f"{room}/{name} is not in the table of rooms" for name in sorted(unknown)),
        *(
            f"{path} imports from {room}/{there}, which does not stand below it"
            for (here, there), paths in sorted(arrows(room, sources, lazy=True).items())
            if not unknown & {here, there} and height[there] >= height[here]
            for path in sorted(set(paths))
        ),
    ]
