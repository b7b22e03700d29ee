"""The README and docs say what is so: generated parts, commands, links, pictures."""

import os
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core.perturbations.registry import perturbations
from tests.command_line import command_line
from tools.docs import beside_the_print, blind_reading
from tools.docs.update_readme import BENCHMARKS, PAGE, README, filled, perturbations_page

ROOT = Path(__file__).parents[1]
PAGES = {path: path.read_text(encoding="utf-8") for path in (README, *sorted((ROOT / "docs").glob("*.md")))}
GROUPS = ("study",)  # commands that have commands of their own
COMMANDS = sorted(
    {
        line.removeprefix("- run: ").split("#")[0].strip()
        for page in PAGES.values()
        for line in page.splitlines()
        if line.removeprefix("- run: ").startswith("python cli.py ") and "..." not in line
    }
)


def test_generated_parts_are_up_to_date() -> None:
    for page in (README, BENCHMARKS):
        assert filled(PAGES[page]) == PAGES[page], "run `python -m tools.docs.update_readme`"
    for script in (beside_the_print, blind_reading):
        written = script.PAGE.read_text(encoding="utf-8")
        assert script.page() == written, f"run `python -m {script.__name__}`"
    assert perturbations_page() == PAGE.read_text(encoding="utf-8"), "run `python -m tools.docs.update_readme`"


def test_every_perturbation_of_the_page_has_an_example() -> None:
    rows = [line for line in PAGES[PAGE].splitlines() if line.startswith("| `")]
    assert sum("<ins>" in row or "<del>" in row for row in rows) == len(perturbations())


def test_all_printed_figures_but_one_follow_from_the_printed_inputs() -> None:
    found = [figure for table in beside_the_print.tables() for figure in table.figures]
    assert len(found) == 40 + 60 + 29 + 23 + 1 + 48
    assert [figure.name for figure in found if not figure.follows] == ["Table 28, perturbation: WordCase"]


def test_a_figure_that_is_cut_off_or_too_far_is_told_apart() -> None:
    figure = beside_the_print.Figure("planted", 15.8, 15.87, 1, 0.0, cut=True)
    assert (figure.written, figure.same, figure.follows) == ("15.8", True, True)
    assert not replace(figure, cut=False).follows
    assert not replace(figure, ours=15.79).follows


def test_the_readme_is_short() -> None:
    assert README.stat().st_size <= 10_000


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_pictures_lead_somewhere(page: Path) -> None:
    named = re.findall(r"\]\(([^)#]+)[^)]*\)|src=\"([^\"]+)\"", PAGES[page])
    local = [link or picture for link, picture in named if "://" not in link]
    assert [name for name in local if not (page.parent / name).exists()] == []


def test_every_page_of_docs_is_named_by_the_readme() -> None:
    assert [page.name for page in PAGES if page != README and f"docs/{page.name}" not in PAGES[README]] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_and_their_options_exist(command: str) -> None:
    _, _, name, *rest = shlex.split(command)
    names = [name, rest[0]] if name in GROUPS else [name]
    done = command_line(*names, "--help")
    assert done.returncode == 0, done.stderr
    for option in (word for word in rest if word.startswith("--")):
        assert option in done.stdout, f"{name} has no {option}"


@pytest.mark.slow
def test_the_lines_of_python_run_in_an_empty_workspace(tmp_path: Path) -> None:
    [lines] = re.findall(r"```python\n(.*?)```", PAGES[README], re.DOTALL)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "FLINCH_WORKSPACE": str(tmp_path / "workspace")}
    command = [sys.executable, "-c", lines]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    printed = done.stdout.splitlines()
    assert printed[0] == "Who did not write the longest novel of the century?"
    conditions = [line.split(" could")[0].rpartition(" ")[0] for line in printed if "could be perturbed" in line]
    assert conditions == ["keyboard · 5 %", *(f"negation · PPS {n}" for n in (1, 2, 3, 4))]
    assert "CNN word_deletion share_perturbed 1.0" in printed
    assert printed[-1] == "0"
    assert (tmp_path / "decisions.csv").read_text().startswith('"id","candidate_id"')
    assert len(list((tmp_path / "perturbed").rglob("*.parquet"))) == 5  # negation at four severities and keyboard


def test_nothing_names_a_machine() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    texts = [
        ROOT / name for name in tracked if Path(name).suffix in {".py", ".md", ".toml", ".txt", ".sql", ".js", ".css"}
    ]
    here = re.compile(r"/(?:home|root|work|Users)/\w")
    found = [str(path) for path in texts if path.exists() and here.search(path.read_text(encoding="utf-8"))]
    assert found == []
