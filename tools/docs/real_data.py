"""The data sets of the real runs: which files they are in, what their labels are called, and how they are split."""

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from core.records import DatasetCard, Task
from data.datasets.catalogue import entry_named
from data.datasets.splitting import share_out
from data.datasets.stored import dataset_card, dataset_cards
from data.importing.files import import_file
from data.workspace import Workspace

ONE_PIECE = "all"  # the split of data that is shared out to others


@dataclass(frozen=True, slots=True)
class RealData:
    """A data set: the files of each split, one after another, and how to read them; they lie in a `folder`, "" for one
    of the set's name, of the folder that is given."""

    name: str
    task: Task
    files: Mapping[str, tuple[str, ...]]
    labels: Mapping[str, str] = field(default_factory=dict)
    shares: Mapping[str, float] = field(default_factory=dict)
    encoding: str = "utf-8"
    folder: str = ""

    def imported(self, workspace: Workspace, folder: Path) -> DatasetCard:
        """Its card; it is imported where it is not there. Raises BadInput for files that are not as expected."""
        if self.name in {card.name for card in dataset_cards(workspace)}:
            return dataset_card(workspace, self.name)
        for split, names in self.files.items():
            with tempfile.TemporaryDirectory() as aside:
                whole = Path(aside) / Path(names[0]).name
                whole.write_bytes(
                    b"".join(_with_final_newline(folder / (self.folder or self.name) / name) for name in names)
                )
                import_file(
                    workspace, whole, self.name, self.task, split, label_names=self.labels, encoding=self.encoding,
                    title=self.name, source=", ".join(names),
                )  # fmt: skip
        if self.shares:
            share_out(workspace, self.name, self.shares)
        return dataset_card(workspace, self.name)


def _with_final_newline(path: Path) -> bytes:
    held = path.read_bytes()
    return held if held.endswith(b"\n") else held + b"\n"


SETS = (
    RealData(
        "hsol", Task.CLASSIFICATION, {ONE_PIECE: ("labeled_data.csv",)},
        {"0": "hate", "1": "offensive", "2": "neither"}, entry_named("hsol").shares,
    ),
    RealData(
        "sst2", Task.CLASSIFICATION,
        {"train": ("stsa.binary.train",), "dev": ("stsa.binary.dev",), "test": ("stsa.binary.test",)},
        {"0": "negative", "1": "positive"},
    ),
    RealData(
        "cola", Task.CLASSIFICATION,
        {"train": ("in_domain_train.tsv",), "test": ("in_domain_dev.tsv", "out_of_domain_dev.tsv")},
        {"0": "unacceptable", "1": "acceptable"},
    ),
    RealData(
        "trec6", Task.CLASSIFICATION, {"train": ("TREC.train.all",), "test": ("TREC.test.all",)},
        {"0": "description", "1": "entity", "2": "abbreviation", "3": "human", "4": "location", "5": "number"},
        encoding="latin-1",
    ),
    RealData(
        "mrpc", Task.PAIR_CLASSIFICATION,
        {"train": ("msr-para-train.tsv",), "dev": ("msr-para-val.tsv",), "test": ("msr-para-test.tsv",)},
        {"0": "different", "1": "paraphrase"},
    ),
    RealData(
        "stsb", Task.SIMILARITY, {"train": ("sts-train.csv",), "dev": ("sts-dev.csv",), "test": ("sts-test.csv",)}
    ),
    RealData(
        "wikigold", Task.TAGGING, {ONE_PIECE: ("wikigold.conll.txt",)},
        shares={"train": 0.6, "dev": 0.2, "test": 0.2},
    ),
)  # fmt: skip
