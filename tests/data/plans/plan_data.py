"""Data sets of a paper, made of the small reviews, under the names that the catalogue has for them."""

from dataclasses import replace

from core.records import DatasetCard, Sample, Task, TextField
from data.datasets.stored import read_samples, save_dataset
from data.workspace import Workspace
from tests.data.runs.run_data import reviews

SPLITS = ("train", "dev", "test")


def paper_data(workspace: Workspace, *names: str, splits: tuple[str, ...] = SPLITS) -> None:
    """Save the reviews, with these splits, under each of the names."""
    reviews(workspace)
    for name in names:
        samples = [
            Sample(name, split, one.fields, one.label, one.occurrence)
            for split in splits
            for one in read_samples(workspace, "reviews", split)
        ]
        save_dataset(workspace, DatasetCard(name, Task.CLASSIFICATION, ("bad", "good"), ("text",), {}), samples)


def similar(workspace: Workspace, name: str) -> None:
    """Save a data set of pairs with numbers."""
    card = DatasetCard(name, Task.SIMILARITY, (), ("one", "two"), {})
    fields = (TextField("one", "a fine day"), TextField("two", "a bright day"))
    samples = [Sample(name, split, fields, "4.5") for split in SPLITS]
    save_dataset(workspace, replace(card), samples)
