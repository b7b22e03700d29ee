"""Data sets in the workspace: what is stored comes back, whole or not at all."""

import os
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import BadInput
from core.records import DatasetCard, Sample, Task, TextField
from data.datasets.looking import samples_at
from data.datasets.stored import (
    dataset_card,
    dataset_cards,
    newest_import,
    read_samples,
    save_dataset,
    unreadable,
)
from data.datasets.writer import GROUP_ROWS
from data.workspace import Workspace
from tests.ordinary_user import as_an_ordinary_user

CARD = DatasetCard("pets", Task.CLASSIFICATION, ("cat", "dog"), ("text",), {}, title="Pets", licence="MIT", ours=True)


def pet(i: int, split: str = "train") -> Sample:
    return Sample("pets", split, (TextField("text", f"It is pet number {i}."),), ("cat", "dog")[i % 2])


def test_samples_come_back_as_they_were_and_the_card_knows_its_splits(workspace: Workspace) -> None:
    samples = [pet(0), pet(1), pet(0, "test")]
    card = save_dataset(workspace, CARD, samples)
    assert card.splits == {"train": 2, "test": 1}
    assert dataset_card(workspace, "pets") == card
    assert dataset_cards(workspace) == [card]
    assert [*read_samples(workspace, "pets", "train"), *read_samples(workspace, "pets", "test")] == samples


def test_the_newest_import_is_the_one_that_got_a_split_last_and_no_demo_data(workspace: Workspace) -> None:
    assert newest_import(workspace) == ""
    for number, name in enumerate(("pets", "birds", "ants")):
        card = replace(CARD, name=name, ours=name == "pets")
        save_dataset(workspace, card, [replace(pet(0), dataset=name)])
        os.utime(workspace.datasets / name / "train.parquet", (1000 - number, 1000 - number))
    assert newest_import(workspace) == "birds"
    os.utime(workspace.datasets / "ants" / "train.parquet", (2000, 2000))
    assert newest_import(workspace) == "ants"
    os.utime(workspace.datasets / "pets" / "train.parquet", (3000, 3000))
    assert newest_import(workspace) == "ants"


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(TEXTS, TEXTS, st.lists(st.sampled_from(["O", "B-PER"]), max_size=3)), max_size=8))
def test_any_text_survives_the_round_trip(workspace: Workspace, rows: list[tuple[str, str, list[str]]]) -> None:
    card = DatasetCard("any", Task.TAGGING, (), ("id", "label"), {})
    samples = [
        Sample("any", "test", (TextField("id", a), TextField("label", b)), "", i, tuple(tags))
        for i, (a, b, tags) in enumerate(rows)
    ]
    if save_dataset(workspace, card, samples).splits:
        assert list(read_samples(workspace, "any", "test")) == samples


def test_rows_are_found_by_position_across_row_groups(workspace: Workspace) -> None:
    samples = [pet(i) for i in range(GROUP_ROWS + 10)]
    save_dataset(workspace, CARD, samples)
    edge = GROUP_ROWS - 3
    end = len(samples)
    assert samples_at(workspace, "pets", "train", range(edge, edge + 6)) == samples[edge : edge + 6]
    assert samples_at(workspace, "pets", "train", range(end - 2, end + 4)) == samples[-2:]
    assert samples_at(workspace, "pets", "train", range(end, end + 6)) == []


def test_writing_and_reading_hold_one_row_group_at_most(workspace: Workspace) -> None:
    def long_rows() -> Iterator[Sample]:
        for i in range(200):  # 200 texts of 200,000 characters: 40 MB in all, 4 MB a row group
            yield Sample("pets", "train", (TextField("text", f"{i} " + "x" * 200_000),), "cat")

    tracemalloc.start()
    save_dataset(workspace, CARD, long_rows())
    assert sum(1 for _ in read_samples(workspace, "pets", "train")) == 200
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 16e6


def test_a_failure_half_way_leaves_the_old_data_set_and_no_trace(workspace: Workspace) -> None:
    save_dataset(workspace, CARD, [pet(1)])

    def broken() -> Iterator[Sample]:
        yield pet(2)
        raise RuntimeError("the source ran dry")

    with pytest.raises(RuntimeError, match="ran dry"):
        save_dataset(workspace, CARD, broken())
    assert list(read_samples(workspace, "pets", "train")) == [pet(1)]
    assert [f.name for f in workspace.datasets.iterdir() if not f.name.startswith(".lock")] == ["pets"]


def test_the_draft_of_a_process_that_was_killed_is_cleared_away(workspace: Workspace) -> None:
    dead = subprocess.Popen(["true"])
    dead.wait()
    abandoned = workspace.datasets / f".pets.{dead.pid}-7f.part"
    ours = workspace.datasets / f".cats.{os.getpid()}-7f.part"
    abandoned.mkdir()
    ours.mkdir()
    save_dataset(workspace, CARD, [pet(1)])
    assert (abandoned.exists(), ours.exists()) == (False, True)


@pytest.mark.slow
def test_two_processes_that_add_splits_at_once_both_succeed(workspace: Workspace, tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from data.workspace import *;"
        "from data.importing.files import import_file;"
        "import_file(Workspace.current(), Path(sys.argv[1]), 'both', 'classification', sys.argv[2])"
    )
    path = tmp_path / "a.tsv"
    path.write_text("text\tlabel\n" + "".join(f"Text number {i}.\t{i % 2}\n" for i in range(200)))
    splits = [f"part{i}" for i in range(4)]
    running = [subprocess.Popen([sys.executable, "-c", code, str(path), split]) for split in splits]
    assert [process.wait() for process in running] == [0] * 4
    assert list(dataset_card(workspace, "both").splits) == splits


def test_a_crash_between_the_two_renames_is_healed(workspace: Workspace) -> None:
    save_dataset(workspace, CARD, [pet(1)])
    (workspace.datasets / "pets").rename(workspace.datasets / ".pets.old")
    assert [card.name for card in dataset_cards(workspace)] == ["pets"]
    assert dataset_card(workspace, "pets").splits == {"train": 1}


def test_a_data_set_replaced_while_it_is_read_is_read_to_its_end(workspace: Workspace) -> None:
    save_dataset(workspace, CARD, [pet(i) for i in range(GROUP_ROWS + 1)])
    reading = read_samples(workspace, "pets", "train")
    next(reading)
    save_dataset(workspace, CARD, [pet(0)])
    assert sum(1 for _ in reading) == GROUP_ROWS


def test_unknown_names_are_answered_with_the_nearest(workspace: Workspace) -> None:
    with pytest.raises(BadInput, match="has no data sets yet"):
        dataset_card(workspace, "pets")
    save_dataset(workspace, CARD, [pet(1)])
    with pytest.raises(BadInput, match="did you mean pets"):
        dataset_card(workspace, "pest")
    with pytest.raises(BadInput, match="no split 'test'; choose train"):
        list(read_samples(workspace, "pets", "test"))


@pytest.mark.parametrize("name", ["", "../x", ".hidden", "a b", "é", "x" * 65, "a/b", "dot."])
def test_a_name_that_can_be_no_folder_is_refused(workspace: Workspace, name: str) -> None:
    with pytest.raises(BadInput, match="name of a data set"):
        save_dataset(workspace, DatasetCard(name, Task.CLASSIFICATION, (), ("text",), {}), [])


def test_a_damaged_card_is_named_and_does_not_hide_the_others(workspace: Workspace) -> None:
    save_dataset(workspace, CARD, [pet(1)])
    (workspace.datasets / "torn").mkdir()
    (workspace.datasets / "torn" / "card.json").write_text('{"task": ')
    assert [card.name for card in dataset_cards(workspace)] == ["pets"]
    assert "Flinch can't use the card of the data set 'torn'" in unreadable(workspace)[0]


def test_a_read_only_workspace_is_said_in_one_sentence(ordinary_place: Path) -> None:
    workspace = Workspace(ordinary_place).prepare()
    workspace.datasets.chmod(0o555)
    with as_an_ordinary_user(), pytest.raises(BadInput, match="can't be written"):
        save_dataset(workspace, CARD, [pet(1)])


def test_a_full_disk_is_said_in_one_sentence(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    workspace = Workspace(tmp_path).prepare()
    save_dataset(workspace, CARD, [pet(1)])

    def fill() -> Iterator[Sample]:
        yield pet(2)
        for part in workspace.datasets.glob(".pets.*.part"):
            (part / "test.parquet").symlink_to("/dev/full")
        yield pet(3, "test")

    with pytest.raises(BadInput, match="No space left"):
        save_dataset(workspace, CARD, fill())
    assert list(read_samples(workspace, "pets", "train")) == [pet(1)]
