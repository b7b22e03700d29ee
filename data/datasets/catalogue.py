"""The catalogue: every data set of the five papers, as `catalogue.toml` has it."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.papers import PAPERS, Paper
from core.perturbations.registry import listed
from core.records import Bounds, DatasetCard, Task


@dataclass(frozen=True, slots=True)
class Entry:
    """A data set of the papers and how the hub has it; `splits` and `fields` are ours by the hub's names for them.

    `labels` names the hub's label numbers in order; for similarity it is empty, and `scale` bounds the numbers.
    `metric` is what the papers report, `also` what GLUE reports beside it; `ordered` says that the labels are steps
    from the first to the last. `shares` says how a data set in one piece is shared out to splits.
    """

    name: str
    title: str
    task: Task
    hub: str
    splits: Mapping[str, str]
    fields: Mapping[str, str]
    label: str
    labels: tuple[str, ...]
    metric: str
    papers: tuple[Paper, ...]
    licence: str
    config: str | None = None
    revision: str | None = None
    scale: Bounds | None = None
    ordered: bool = False
    shares: Mapping[str, float] = field(default_factory=dict)
    also: str = ""

    @property
    def where(self) -> str:
        """The data set's page on the hub."""
        return f"https://huggingface.co/datasets/{self.hub}"


@cache
def catalogue() -> Mapping[str, Entry]:
    """Every entry by its name, in the file's order."""
    read = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text(encoding="utf-8"))
    return {name: _entry(name, values) for name, values in read.items()}


def entry_named(name: str) -> Entry:
    """The entry of this name; raises BadInput that names the nearest ones."""
    entries = catalogue()
    if name in entries:
        return entries[name]
    near = get_close_matches(name, entries, n=3, cutoff=0.4) or list(entries)
    raise BadInput(f"The catalogue has no data set {name!r}; did you mean {listed(near)}?")


def with_scale(card: DatasetCard) -> DatasetCard:
    """The card; one of similarities that says no scale with the catalogue's for a data set of its name, if it has."""
    if card.task is not Task.SIMILARITY or card.scale or card.name not in catalogue():
        return card
    return replace(card, scale=catalogue()[card.name].scale)


def label_order(dataset: str, labels: Sequence[str]) -> tuple[str, ...]:
    """Three or more labels as steps, from the lowest to the highest; () where they have no order that is known.

    They have one where the catalogue says so of the data set of this name, and where all are numbers.
    """
    if len(labels) < 3:
        return ()
    entry = catalogue().get(dataset)
    if entry and entry.ordered and {*labels} <= {*entry.labels}:
        return entry.labels
    try:
        return tuple(sorted(labels, key=float))
    except ValueError:
        return ()


def _entry(name: str, values: Mapping[str, Any]) -> Entry:
    papers = tuple(PAPERS[paper] for paper in values["papers"])
    scale = Bounds(*values["scale"]) if "scale" in values else None
    read = {"task": Task(values["task"]), "labels": tuple(values["labels"]), "papers": papers, "scale": scale}
    return Entry(name, **{**values, **read})
