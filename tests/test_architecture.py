"""docs/architecture.md keeps its word: what it says to add is added to a copy of the project, and works."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from shutil import copytree
from typing import NamedTuple

import pytest

from tests.layers import ROOMS

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
EVALUATE = """
import flinch
run = flinch.evaluate("demo-sentiment", "majority", "emphasis@1", limit=30, device="cpu")
for score in flinch.scores(run):
    print(score.metric, score.perturbation, score.value, score.n)
print(*[row["probabilities"] for row in flinch.predictions(run, "emphasis@1").to_pylist()][0])
"""
OPEN = """
from streamlit.testing.v1 import AppTest
from pages.ui.heatmaps.metrics import Metric
from pages.ui.shell.navigation import PAGES
app = AppTest.from_file("app.py", default_timeout=120).run().switch_page("pages/sizes.py").run()
assert not app.exception, app.exception
print(PAGES[-1], [title.value for title in app.title], app.table[0].value.to_dict("records")[0])
print(list(Metric)[-1], Metric.SAME.stored)
"""


class Block(NamedTuple):
    """Code of the page. `where` is "" for a new file, "at the end" of one, or "in" a table or a class of it."""

    path: str
    where: str
    code: str


def blocks() -> list[Block]:
    """The Python blocks of the page, in order."""
    found = re.findall(r"```python\n# ([\w/.]+)(?:, (at the end|in \w+))?\n(.*?)```", PAGE.read_text(), re.DOTALL)
    return [Block(*one) for one in found]


def added(source: str, block: Block) -> str:
    """The source of a file with the block where it goes."""
    if not block.where.startswith("in "):
        return f"{source}\n\n{block.code}" if source else block.code
    name = block.where.removeprefix("in ")
    for node in ast.parse(source).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", node)]
        if name in [getattr(target, "id", getattr(target, "name", "")) for target in targets]:
            lines = source.splitlines(keepends=True)
            end = (node.end_lineno or 0) - (0 if isinstance(node, ast.ClassDef) else 1)  # before the closing bracket
            return "".join([*lines[:end], block.code, *lines[end:]])
    raise AssertionError(f"{block.path} has no {name}")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project, linked file by file, with what the page adds."""
    project = tmp_path / "project"
    for room in sorted(ROOMS):
        copytree(ROOT / room, project / room, copy_function=os.symlink)
    copytree(ROOT / ".streamlit", project / ".streamlit")  # by which it listens on this machine: nobody signs in
    for file in ROOT.glob("*.py"):
        (project / file.name).write_bytes(file.read_bytes())  # a script's folder is that of the file behind a link
    for block in blocks():
        path = project / block.path
        source = path.read_text(encoding="utf-8") if path.exists() else ""
        path.parent.mkdir(exist_ok=True)
        (path.parent / "__init__.py").touch()
        path.unlink(missing_ok=True)
        path.write_text(added(source, block), encoding="utf-8")
    return project


@pytest.fixture
def python(copy: Path, tmp_path: Path) -> Iterator["partial[str]"]:
    """Runs Python in the copy, on an empty workspace; returns what it printed."""
    yield partial(printed, copy, os.environ | {"FLINCH_WORKSPACE": str(tmp_path / "workspace"), "PYTHONPATH": ""})


def printed(folder: Path, environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_each_is_added_in_under_ten_lines_of_code() -> None:
    assert [Path(block.path).name for block in blocks()] == [
        "words.py", "family.py", "scores.py", "metrics.py", "sizes.py", "navigation.py",
    ]  # fmt: skip
    for block in blocks():
        assert len([line for line in block.code.splitlines() if line.strip()]) < 10, block.path


def test_the_page_is_two_screens_at_most() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 110
    assert max(map(len, lines)) <= 120


def test_every_folder_that_the_page_names_exists() -> None:
    rooms = re.findall(r"^\| (`[^|]*) \|", PAGE.read_text(encoding="utf-8").split("## The processes")[0], re.MULTILINE)
    named = [name for row in rooms for name in re.findall(r"`([\w/]+)`", row)]
    folders = [name if "/" in name else f"data/{name}" for name in named]
    assert len(folders) > 20
    assert [name for name in folders if not (ROOT / name).is_dir()] == []


def test_a_perturbation_is_found_and_perturbs(python: "partial[str]", tmp_path: Path) -> None:
    file = tmp_path / "texts.jsonl"
    file.write_text('{"text": "One long day."}\n', encoding="utf-8")
    assert "emphasis" in python("cli.py", "perturbations")
    arguments = ("--perturbation", "emphasis", "--severity", "3", "--input", str(file), "--text", "text")
    assert '"perturbed": "*One* *long* *day*."' in python("cli.py", "perturb", *arguments)


@pytest.mark.slow
def test_a_model_is_evaluated_and_a_metric_scored(python: "partial[str]") -> None:
    *scores, probabilities = python("-c", EVALUATE).splitlines()
    # The labels of the demo data are balanced, so both are as likely, and whatever the text, the first is predicted.
    assert probabilities == "0.5 0.5"
    assert "same_label emphasis 1.0 30" in scores
    assert "share_perturbed emphasis 1.0 30" in scores


@pytest.mark.slow
def test_a_page_opens_and_a_metric_is_offered(python: "partial[str]") -> None:
    page, metric = python("-c", OPEN).splitlines()
    assert page.startswith("('sizes', 'Sizes') ['Sizes'] {'data set': 'demo-questions', 'train': 2040")
    assert metric == "Labels kept same_label"
