"""`python cli.py flips`: tables on stdout or in a file, and what is refused."""

import csv
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli import app
from data.workspace import Workspace
from tests.pages.heatmaps.finished_run import RUN, write_run

BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]


def asked(*words: str) -> tuple[int, str]:
    found = CliRunner().invoke(app, ["flips", *words])
    return found.exit_code, found.output


@pytest.mark.parametrize("name", [RUN, "latest"])
def test_a_table_is_printed(workspace: Workspace, name: str) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    code, said = asked(name, "--by", "kind")
    assert code == 0
    assert said.splitlines() == [
        "A flip: the model gives the original text and the changed text different labels.",  # on stderr
        "by\tvalue\tflips\tn\trate\tlow\thigh\tsamples\tnote",
        "kind of edit\tword inserted\t2\t4\t0.5000\t0.1500\t0.8500\t4\tfew",
    ]


def test_all_tables_go_to_a_file(workspace: Workspace, tmp_path: Path) -> None:
    write_run(workspace, BEFORE, AFTER)
    file = tmp_path / "flips.csv"
    assert asked(RUN, "--model", "CNN", "--perturbation", "negation@2", "--output", str(file))[0] == 0
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert {row["by"] for row in rows} >= {"kind of edit", "part of speech", "word", "gold label"}
    assert {row["n"] for row in rows} == {"4"}


def test_what_does_not_exist_is_wrong_use(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER)
    assert asked(RUN, "--by", "colour")[0] == 2
    assert asked(RUN, "--perturbation", "sparkle@2")[0] == 2


def test_flips_are_counted_where_the_workspace_can_not_be_written(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    expected = asked(RUN)
    for edits in workspace.variants.glob("*/edits"):
        shutil.rmtree(edits)
        edits.touch()  # nothing can be put below a file
    assert asked(RUN) == asked(RUN) == expected
    assert all(edits.is_file() for edits in workspace.variants.glob("*/edits"))
