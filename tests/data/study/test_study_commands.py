"""The commands `study …` and the job that makes a study."""

import csv
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from curation.study.records import StudyState
from data.jobs.job import Job
from data.jobs.jobs import create, jobs
from data.study.job import run, study_of
from data.study.studies import Studies
from data.study.toml_form import design_as_toml, design_of_toml
from data.workspace import Workspace
from tests.command_line import command_line
from tests.data.study.study_data import new_study, save_toy, small_design


def flinch(workspace: Workspace, *words: str) -> "CompletedProcess[str]":
    assert Workspace.current() == workspace
    return command_line("study", *words)


def test_a_study_is_invited_to_listed_and_closed_by_commands(workspace: Workspace) -> None:
    study = new_study(workspace)
    told = flinch(workspace, "invite", study.id, "2", "--address", "https://flinch.example/").stdout
    rows = list(csv.DictReader(told.splitlines()))
    assert [row["participant"] for row in rows] == ["P01", "P02"]
    place, token = rows[1]["link"].split("/study?t=")
    opened = Studies(workspace).session(token)
    assert place == "https://flinch.example" and opened and opened.participant == "P02"
    assert flinch(workspace, "status").stdout == f"{study.id}\topen\t0/4\tA small study\n"
    assert flinch(workspace, "status", study.id).stdout == "P01\tinvited\t0\t8\t\nP02\tinvited\t0\t8\t\n"
    assert flinch(workspace, "close", study.id).returncode == 0
    assert study.state is StudyState.CLOSED
    refused = flinch(workspace, "invite", study.id, "9")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == "flinch: You can't invite 9 participants: 2 of 4 places are free.\n"


def test_a_design_is_printed_and_made_from_a_file(workspace: Workspace, tmp_path: Path) -> None:
    save_toy(workspace)
    printed = flinch(workspace, "new", "moradi2021", "--data", "toy/test", "--participants", "8", "--dry-run").stdout
    assert design_of_toml(printed).participants == 8
    file = tmp_path / "study.toml"
    file.write_text(design_as_toml(small_design()))
    made = flinch(workspace, "new", str(file))
    assert Studies(workspace).ids() == [made.stdout.strip()]
    assert made.stderr.startswith("12 samples, each judged by 2 of 4 participants")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("new", "moradi2021"), "moradi2021 needs data sets"),
        (("new", "nothing.toml"), "'nothing.toml' is neither a preset (moradi2021) nor a file that can be read."),
        (("status", "abc"), "There is no study 'abc'"),
    ],
)
def test_what_can_not_be_done_is_a_sentence(workspace: Workspace, words: tuple[str, ...], said: str) -> None:
    done = flinch(workspace, *words)
    assert done.returncode == 1 and said in done.stderr and "Traceback" not in done.stderr


def test_a_job_that_runs_twice_makes_one_study(workspace: Workspace) -> None:
    save_toy(workspace)
    id_ = create(workspace, "study", "A study", {"design": design_as_toml(small_design())})
    for _ in range(2):
        run(Job(workspace.jobs / id_))
    assert Studies(workspace).ids() == [study_of(id_)]
    assert jobs(workspace)[0].message.startswith("Ready: 12 samples, each judged by 2 of 4")
