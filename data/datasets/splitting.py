"""One split shared out to several, as for data that comes in one piece: stratified by label, or by chance alone."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import accumulate, pairwise

from core.design import order
from core.errors import BadInput
from core.models.tasks import LABELLING
from core.records import DatasetCard, Sample
from data.datasets.stored import dataset_card, read_samples, save_dataset
from data.workspace import Workspace

NAMES = {2: ("train", "test"), 3: ("train", "dev", "test")}


def parse_shares(typed: str) -> dict[str, float]:
    """ "56-24-20" as {"train": 0.56, "dev": 0.24, "test": 0.2}, "80-20" as train and test; raises BadInput else."""
    try:
        percents = [float(part) for part in typed.split("-")]
    except ValueError:
        percents = []
    if len(percents) not in NAMES or not all(p > 0 for p in percents) or abs(sum(percents) - 100) > 1e-6:
        raise BadInput(
            f"{typed!r} are not split shares; write 2 or 3 percentages that sum to 100, such as 80-20 or 56-24-20."
        )
    return {name: percent / 100 for name, percent in zip(NAMES[len(percents)], percents, strict=True)}


def shared_out(
    samples: Iterable[Sample], shares: Mapping[str, float], seed: int = 0, stratify: bool = True
) -> Iterator[Sample]:
    """The samples, in order, each in its new split: of n samples with a label, n x share to within one.

    Which ones is drawn by the sample's id and the seed; without `stratify` labels don't count. Raises BadInput unless
    the shares are positive and come to 1.
    """
    if not shares or min(shares.values()) <= 0 or abs(sum(shares.values()) - 1) > 1e-9:
        raise BadInput(f"The shares {dict(shares)} do not sum to 1; give each split a share, such as 0.8 and 0.2.")
    rows = list(samples)
    by_label = defaultdict[str, list[int]](list)
    for row, sample in enumerate(rows):
        by_label[sample.label if stratify else ""].append(row)
    splits = [""] * len(rows)
    for alike in by_label.values():
        alike.sort(key=lambda row: (order(rows[row].id, seed), rows[row].id))
        ends = [0, *(round(len(alike) * share) for share in accumulate(shares.values()))]
        for split, (first, last) in zip(shares, pairwise(ends), strict=True):
            for row in alike[first:last]:
                splits[row] = split
    return (replace(sample, split=split, id="") for sample, split in zip(rows, splits, strict=True))


def share_out(
    workspace: Workspace, name: str, shares: Mapping[str, float], seed: int = 0, stratify: bool = True
) -> DatasetCard:
    """Share out the only split that the data set has; returns its card with the new ones. Numbers are not stratified.

    Raises BadInput where it has several, and for shares that do not come to 1; it then stays as it was.
    """
    card = dataset_card(workspace, name)
    if len(card.splits) != 1:
        raise BadInput(f"{name!r} already has {len(card.splits)} splits; only a data set with one split can be split.")
    [only] = card.splits
    stratify = stratify and card.task in LABELLING
    made = shared_out(read_samples(workspace, name, only), shares, seed, stratify)
    return save_dataset(workspace, replace(card, splits={}, unlabelled=()), made)
