"""A file is imported as one more split of a data set, and one as a data set of its own."""

from pathlib import Path

from data.datasets.stored import dataset_cards, read_samples
from data.importing.files import import_file
from data.study.copies import heal
from data.workspace import Workspace
from tests.killed.people import leftovers

HELD = {("pets", "train"): 20, ("pets", "test"): 30, ("films", "train"): 30}


def prepare(root: Path) -> None:
    workspace = Workspace(root).prepare()
    for rows in (20, 30):
        lines = "".join(f"Text number {n}.\t{n % 2}\n" for n in range(rows))
        (root / f"{rows}.tsv").write_text(f"text\tlabel\n{lines}")
    bring(workspace, "pets", "train")


def bring(workspace: Workspace, name: str, split: str) -> None:
    file = workspace.root / f"{HELD[name, split]}.tsv"
    import_file(workspace, file, name, "classification", split)


def act(root: Path) -> None:
    for name, split in (("pets", "test"), ("films", "train")):
        if (name, split) not in held(Workspace(root)):
            bring(Workspace(root), name, split)


def held(workspace: Workspace) -> dict[tuple[str, str], int]:
    """How many samples can be read of each split."""
    return {
        (card.name, split): sum(1 for _ in read_samples(workspace, card.name, split))
        for card in dataset_cards(workspace)
        for split in card.splits
    }


def check(root: Path) -> None:
    workspace = Workspace(root)
    heal(root)
    assert leftovers(root) == []
    there = held(workspace)
    assert there.items() <= HELD.items() and ("pets", "train") in there
    act(root)
    assert held(workspace) == HELD
