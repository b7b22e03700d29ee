"""A new split beside the splits a data set has already: do they belong together?"""

from dataclasses import replace

from core.errors import BadInput
from core.records import DatasetCard, Task


def may_import(
    old: DatasetCard | None, name: str, task: Task, fields: tuple[str, ...], split: str, replace_split: bool
) -> None:
    """Raise BadInput unless a split of this task with these text fields may join the data set (None: it is new)."""
    if old is None:
        return
    if old.ours:
        raise BadInput(f"{name!r} is the name of Flinch's own demo data; choose another name.")
    if split in old.splits and not replace_split:
        raise BadInput(
            f"The data set {name!r} already has a split {split!r}; choose another name or another split, or "
            "replace this split (replace=True, --replace)."
        )
    if {*old.splits} - {split} and (old.task, old.text_fields) != (task, fields):
        raise BadInput(
            f"The data set {name!r} is for {old.task} with the text columns {', '.join(old.text_fields)}, not for "
            f"{task} with {', '.join(fields)}; choose the same task and text columns, or another name for the data set."
        )


def merged_card(old: DatasetCard | None, new: DatasetCard, split: str) -> DatasetCard:
    """The card of both: what the old one says, the source of either, and its labels when one holds all the other's.

    Raises BadInput when each has a label the other lacks: then they were not labelled in the same way.
    """
    if old is None or {*old.splits} <= {split}:
        return new
    ours, theirs = set(old.labels), set(new.labels)
    if not (ours <= theirs or theirs <= ours or old.task is Task.TAGGING):
        raise BadInput(
            f"The labels of the split {split!r} ({_some(new.labels)}) differ from the labels of the data set "
            f"{old.name!r} ({_some(old.labels)}); rename the labels to match, or choose another name for the data set."
        )
    labels = new.labels if ours < theirs else old.labels
    if old.task is Task.TAGGING:
        labels = tuple(dict.fromkeys([*old.labels, *new.labels]))
    sources = dict.fromkeys(source for source in (*old.source.split("; "), new.source) if source)
    return replace(old, labels=labels, scale=old.scale or new.scale, source="; ".join(sources))


def _some(labels: tuple[str, ...]) -> str:
    return ", ".join(labels[:6]) + (", …" if len(labels) > 6 else "")
