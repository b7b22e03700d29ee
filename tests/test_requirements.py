"""The app needs nothing but requirements.txt: every other installed package is hidden, and every page is opened."""

import re
import subprocess
import sys
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


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
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
    by_module = {module: {canonical(d) for d in owners} for module, owners in packages_distributions().items()}
    hidden = sorted(module for module, owners in by_module.items() if not owners & wanted)
    assert {"pytest", "hypothesis", "playwright"} <= set(hidden)
    done = subprocess.run(
        [sys.executable, "-c", HIDE.format(hidden=hidden)], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
