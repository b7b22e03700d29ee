"""What is imported is named in the requirements and what is named is imported; the app needs no other package.

For the last, every other installed package is hidden, and every page is opened.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
HIDE = """
import sys
from importlib.abc import MetaPathFinder
hidden = set({hidden!r})
class Hidden(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in hidden:
            raise ModuleNotFoundError(f"{{name}} is not in requirements.txt", name=name)
sys.meta_path.insert(0, Hidden())
import runpy
runpy.run_module("tests.every_page", run_name="__main__")
"""


APP = ("app.py", "cli.py", "flinch.py", "core", "curation", "data", "pages", "commands")
OPTIONAL = "requirements-ray.txt"
FAST = "requirements-fast.txt"
PARSER = "requirements-parser.txt"
TOOLS = ROOT / "tools"  # run by developers
SIGN_ON = "requirements-oidc.txt"


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def requirements(path: Path) -> list[Requirement]:
    lines = (line.split("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [Requirement(line) for line in lines if line and not line.startswith("-")]


def closure(roots: list[Requirement]) -> set[str]:
    """The distributions that these requirements bring with them, in this environment."""
    found: set[str] = set()
    waiting = [(root.name, frozenset(root.extras)) for root in roots]
    while waiting:
        name, extras = waiting.pop()
        if canonical(name) in found:
            continue
        try:
            requires = distribution(name).requires or []
        except PackageNotFoundError:
            continue
        found.add(canonical(name))
        for needed in map(Requirement, requires):
            marker = needed.marker
            if marker is None or any(marker.evaluate({"extra": extra}) for extra in (extras or {""})):
                waiting.append((needed.name, frozenset(needed.extras)))
    return found


@cache
def imported_by(file: Path) -> frozenset[str]:
    """The top-level modules that a Python file imports, wherever in it."""
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    dotted = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level}
    return frozenset(name.partition(".")[0] for name in plain | dotted)


def modules(*places: Path) -> set[str]:
    """The top-level modules of others that the Python files in these places import."""
    files = [file for place in places for file in ([place] if place.suffix == ".py" else place.rglob("*.py"))]
    ours = {path.stem for path in ROOT.iterdir()}
    found = set().union(*(imported_by(file) for file in files if file.exists()))
    return found - ours - set(sys.stdlib_module_names)


def named(name: str) -> dict[str, bool]:
    """The distributions that this file names, and whether each has a reason beside it."""
    lines = [line.partition("#") for line in (ROOT / name).read_text(encoding="utf-8").splitlines()]
    wanted = [(line.strip(), reason) for line, _, reason in lines if line.strip() and not line.startswith("-")]
    return {canonical(Requirement(line).name): bool(reason.strip()) for line, reason in wanted}


@cache
def installed() -> Mapping[str, list[str]]:
    """The distributions that each installed module comes from."""
    return packages_distributions()


def distributions(imported: set[str]) -> dict[str, set[str]]:
    """The distributions that each module may come from."""
    owners = installed()
    return {module: {canonical(owner) for owner in owners.get(module, [module])} for module in imported}


def app_files() -> list[Path]:
    places = [ROOT / name for name in APP]
    return [file for place in places for file in ([place] if place.suffix else place.rglob("*.py"))]


def test_what_the_app_imports_is_named_in_its_requirements() -> None:
    imported = distributions(modules(*app_files()))
    assert {"streamlit", "duckdb", "torch", "filelock"} <= set(imported)
    known = {one for name in ("requirements.txt", OPTIONAL, FAST, PARSER) for one in named(name)}
    assert sorted(module for module, owners in imported.items() if not owners & known) == []


@pytest.mark.parametrize(
    ("optional", "package", "user"),
    [
        (OPTIONAL, "ray", "data/jobs/ray_pool.py"),
        (FAST, "openvino", "core/models/predicting/compiled.py"),
        (PARSER, "spacy", "data/lexicon/parser.py"),
    ],
)
def test_what_is_optional_is_imported_by_one_module_inside_functions(optional: str, package: str, user: str) -> None:
    assert set(named(optional)) == {package}
    users = [file for file in app_files() if package in modules(file)]
    assert users == [ROOT / user]
    lines = users[0].read_text(encoding="utf-8").splitlines()
    assert not [line for line in lines if line.startswith(f"import {package}")]


def test_what_the_tests_and_tools_import_is_named_in_one_of_the_two() -> None:
    both = {
        **named("requirements.txt"),
        **named("requirements-dev.txt"),
        **named(OPTIONAL),
        **named(FAST),
        **named(PARSER),
    }
    imported = distributions(modules(ROOT / "tests", TOOLS))
    assert sorted(module for module, owners in imported.items() if not owners & set(both)) == []


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("requirements.txt", app_files()),
        (OPTIONAL, app_files()),
        (FAST, app_files()),
        (SIGN_ON, app_files()),
        (PARSER, app_files()),
        ("requirements-dev.txt", [ROOT / "tests", TOOLS]),
    ],
    ids=["app", "optional", "fast", "sign-on", "parser", "dev"],
)
def test_what_is_named_is_imported_or_says_why_it_is_there(name: str, places: list[Path]) -> None:
    imported = set().union(*distributions(modules(*places)).values())
    unexplained = {found for found, reason in named(name).items() if not reason} - imported
    assert unexplained == set(), f"{unexplained} of {name} is not imported, and no comment says why it is named"


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt", OPTIONAL, SIGN_ON, PARSER])
def test_every_requirement_has_a_bounded_version(name: str) -> None:
    for requirement in requirements(ROOT / name):
        operators = {part.operator for part in requirement.specifier}
        assert operators == {"=="} or operators == {">=", "<"}, f"{requirement} is not bounded on both sides"


def test_torch_is_pinned() -> None:
    (torch,) = [r for r in requirements(ROOT / "requirements.txt") if r.name == "torch"]
    assert str(torch.specifier) == "==2.13.0"


@pytest.mark.slow
def test_every_page_opens_with_the_run_time_requirements_alone() -> None:
    wanted = closure(requirements(ROOT / "requirements.txt"))
    by_module = {module: {canonical(d) for d in owners} for module, owners in installed().items()}
    hidden = sorted(module for module, owners in by_module.items() if not owners & wanted)
    assert {"pytest", "hypothesis", "playwright"} <= set(hidden)
    done = subprocess.run(
        [sys.executable, "-c", HIDE.format(hidden=hidden)], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
