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
from data.reports.facts import facts
from data.reports.gate import checks
from data.reports.gate_rules import GateRules
from data.reports.markdown import markdown_card
from data.reports.page import html_card
from data.reports.paired import compared_by, paired_differences
from data.reports.run_at import run_at
from data.workspace import Workspace
home = Workspace.current()
asked = ("demo-sentiment", "majority", ["emphasis@1", "swap_num@10"])
one, other = (flinch.evaluate(*asked, limit=30, device="cpu") for _ in range(2))
for score in flinch.scores(one):
    print(score.metric, score.perturbation, score.value, score.n)
print(*[row["probabilities"] for row in flinch.predictions(one, "emphasis@1").to_pylist()][0])
said = facts(home, one.id)
print("card:", "## Labels kept" in markdown_card(said), '"type": "same_label"' in markdown_card(said),
      "<h2>Labels kept</h2>" in html_card(said))
for line in checks(home, one.id, GateRules(minima={"same_label": 0.5})):
    print("check:", line.rule, line.condition, line.found.value, line.outcome)
[metric] = [m for m in compared_by(one) if m.name == "same_label"]
sides, names = [run_at(home, run.id) for run in (one, other)], [(one.models[0].name, other.models[0].name)]
for cell in paired_differences(*sides, names, metric):
    print("two runs:", cell.condition.perturbation, cell.first, cell.second, cell.found.value, cell.p)
"""
OPEN = """
from streamlit.testing.v1 import AppTest
from pages.ui.heatmaps.metrics import METRICS
from pages.ui.shell.navigation import PAGES
app = AppTest.from_file("app.py", default_timeout=120).run().switch_page("pages/sizes.py").run()
assert not app.exception, app.exception
print(PAGES[-1], [title.value for title in app.title], app.table[0].value.to_dict("records")[0])
print(METRICS["same_label"], METRICS["same_label"].name)
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
    for file in (*ROOT.glob("*.py"), ROOT / "pyproject.toml"):
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
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_each_is_added_in_under_ten_lines_of_code() -> None:
    assert [Path(block.path).name for block in blocks()] == [
        "words.py", "family.py", "labels.py", "sizes.py", "navigation.py",
    ]  # fmt: skip
    for block in blocks():
        assert len([line for line in block.code.splitlines() if line.strip()]) < 10, block.path


def test_the_page_is_two_screens_at_most() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 115
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
def test_an_added_perturbation_keeps_the_contract_and_joins_no_paper(python: "partial[str]", copy: Path) -> None:
    copytree(ROOT / "tests", copy / "tests", copy_function=os.symlink)
    tested = (
        "test_registry.py",
        "core/test_papers.py",
        "core/test_whole_papers.py",
        "core/perturbations/test_pairing.py",
    )
    tested += ("core/perturbations/paper/test_zhang.py", "pages/shared/test_forms.py", "pages/perturbations")
    own = ("-k", "emphasis or not test_it_")  # of the contract, what it asks of this one
    done = python("-m", "pytest", "-q", "-p", "no:cacheprovider", *own, *(f"tests/{name}" for name in tested))
    assert "failed" not in done
    ours = python(
        "-c", "import flinch; [one] = [p for p in flinch.perturbations() if not p.paper]; print(one.name, one.source)"
    )
    assert ours == "emphasis No paper\n"


@pytest.mark.slow
def test_a_model_is_evaluated_and_a_metric_scored(python: "partial[str]") -> None:
    printed = python("-c", EVALUATE).splitlines()
    # The labels of the demo data are balanced, so both are as likely, and whatever the text, the first is predicted.
    assert "0.5 0.5" in printed
    assert "same_label emphasis 1.0 30" in printed
    assert "share_perturbed emphasis 1.0 30" in printed
    assert "share_perturbed swap_num 0.0 30" in printed and "same_label swap_num nan 0" in printed
    assert "card: True True True" in printed
    [changed, unchanged] = [line for line in printed if line.startswith("check: same label")]
    assert " 1.0 " in changed and unchanged.endswith(" nan skipped")
    assert [line for line in printed if line.startswith("two runs:")] == [
        "two runs: emphasis 1.0 1.0 0.0 1.0", "two runs: swap_num nan nan nan nan",
    ]  # fmt: skip


@pytest.mark.slow
def test_a_page_opens_and_a_metric_is_offered(python: "partial[str]") -> None:
    page, metric = python("-c", OPEN).splitlines()
    assert page.startswith("('sizes', 'Sizes') ['Sizes'] {'data set': 'demo-questions', 'train': 2040")
    assert metric == "Labels kept same_label"
