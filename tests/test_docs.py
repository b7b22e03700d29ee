"""The README says what is so: its table, its figures, its commands, its pictures."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from docs.update_readme import PAGE, filled, perturbations_page
from tests.command_line import command_line

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GROUPS = ("study",)  # commands that have commands of their own
COMMANDS = sorted({line.split("#")[0].strip() for line in README.splitlines() if line.startswith("python cli.py ")})


def test_generated_parts_are_up_to_date() -> None:
    assert filled(README) == README, "run `python -m docs.update_readme`"
    assert perturbations_page() == PAGE.read_text(encoding="utf-8"), "run `python -m docs.update_readme`"


def test_pictures_and_folders_exist() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    folders = re.findall(r"^\| `(\w+/)`", README, re.MULTILINE)
    assert len(pictures) >= 3
    for name in [*pictures, *folders]:
        assert name == "workspace/" or (ROOT / name).exists(), name


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
    [lines] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
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
