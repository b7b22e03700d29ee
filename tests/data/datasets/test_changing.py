"""A data set gets another name or title, or goes; what else lies in the workspace stays."""

from dataclasses import replace

import pytest

from core.errors import BadInput
from data.datasets.changing import delete_dataset, rename_dataset, retitle_dataset
from data.datasets.stored import dataset_card, dataset_cards, read_samples, save_dataset
from data.workspace import Workspace
from tests.data.datasets.test_datasets import CARD, pet


@pytest.fixture
def pets(workspace: Workspace) -> Workspace:
    save_dataset(workspace, CARD, [pet(0), pet(1), pet(0, "test")])
    return workspace


def test_a_renamed_data_set_is_as_if_it_had_been_imported_under_that_name(pets: Workspace) -> None:
    before = list(read_samples(pets, "pets", "train"))
    card = rename_dataset(pets, "pets", "animals")
    assert (card.name, card.title, card.splits) == ("animals", "Pets", {"train": 2, "test": 1})
    assert dataset_cards(pets) == [card]
    after = list(read_samples(pets, "animals", "train"))
    assert [(s.fields, s.label) for s in after] == [(s.fields, s.label) for s in before]
    assert {s.dataset for s in after} == {"animals"}
    assert not {s.id for s in after} & {s.id for s in before}  # a decision on one is none on the other


@pytest.mark.parametrize(("new", "sentence"), [("dogs", "already"), ("Pets", "already"), ("a/b", "can't be the name")])
def test_a_name_that_can_not_be_changes_nothing(pets: Workspace, new: str, sentence: str) -> None:
    save_dataset(pets, replace(CARD, name="dogs"), [])
    with pytest.raises(BadInput, match=sentence):
        rename_dataset(pets, "pets", new)
    assert len(list(read_samples(pets, "pets", "train"))) == 2


def test_the_same_name_is_no_change(pets: Workspace) -> None:
    assert rename_dataset(pets, "pets", "pets") == dataset_card(pets, "pets")


def test_a_title_is_all_that_changes(pets: Workspace) -> None:
    before = dataset_card(pets, "pets")
    retitle_dataset(pets, "pets", "  Cats and dogs ")
    assert dataset_card(pets, "pets").title == "Cats and dogs"
    assert dataset_card(pets, "pets").splits == before.splits
    with pytest.raises(BadInput, match="no data set 'cows'"):
        retitle_dataset(pets, "cows", "Cows")


def test_a_deleted_data_set_leaves_nothing_behind_and_takes_nothing_along(pets: Workspace) -> None:
    (pets.variants / "pets.test.0123").mkdir()
    pets.journal.write_text("kept\n")
    delete_dataset(pets, "pets")
    assert dataset_cards(pets) == []
    assert [path.name for path in pets.datasets.iterdir() if path.is_dir()] == []
    assert (pets.variants / "pets.test.0123").exists() and pets.journal.read_text() == "kept\n"
    with pytest.raises(BadInput, match="no data set 'pets'"):
        delete_dataset(pets, "pets")
