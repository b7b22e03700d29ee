"""A data set given another name or title, and a data set removed."""

import shutil
from dataclasses import replace

from core.errors import BadInput
from core.records import DatasetCard
from data.datasets.cards import CARD, card_json, card_of
from data.datasets.stored import dataset_card, dataset_cards, read_samples, save_dataset
from data.datasets.writer import LOCK, folder_name
from data.durable import aside_of, lock_file, write_failure_told, write_text
from data.workspace import Workspace


def rename_dataset(workspace: Workspace, old: str, new: str) -> DatasetCard:
    """Store the data set under another name; returns its card.

    The samples get new ids, for theirs are made of its name: what was perturbed, decided or predicted before stays with
    the old name. Raises BadInput for a name that is taken or can't be a folder's, and changes nothing then.
    """
    card = dataset_card(workspace, old)
    if new == old:
        return card
    folder_name(new, "data set")
    if new.lower() in {stored.name.lower() for stored in dataset_cards(workspace)}:  # some disks know no capitals
        raise BadInput(f"There is a data set {new!r} already; choose another name.")
    samples = (
        replace(sample, dataset=new, id="") for split in card.splits for sample in read_samples(workspace, old, split)
    )
    renamed = save_dataset(workspace, replace(card, name=new), samples)
    delete_dataset(workspace, old)
    return renamed


def retitle_dataset(workspace: Workspace, name: str, title: str) -> DatasetCard:
    """Give the data set this title; returns its card."""
    return save_card(workspace, replace(dataset_card(workspace, name), title=title.strip()))


def save_card(workspace: Workspace, card: DatasetCard) -> DatasetCard:
    """Put the title and the order of the labels of this card into the stored one; returns that."""
    path = workspace.datasets / card.name / CARD
    with lock_file(workspace.datasets / LOCK):
        now = replace(card_of(workspace.datasets / card.name), title=card.title, labels=card.labels)
        with write_failure_told(path):
            write_text(path, card_json(now))
    return now


def delete_dataset(workspace: Workspace, name: str) -> None:
    """Remove the data set's samples and its card, whole or not at all; raises BadInput for an unknown name.

    What was made of it lies elsewhere and stays: perturbed samples with their texts, decisions, runs.
    """
    dataset_card(workspace, name)
    aside = aside_of(workspace.datasets / name)
    with lock_file(workspace.datasets / LOCK), write_failure_told(workspace.datasets / name):
        shutil.rmtree(workspace.datasets / f".{name}.old", ignore_errors=True)  # or it would come back
        (workspace.datasets / name).rename(aside)
    shutil.rmtree(aside, ignore_errors=True)
