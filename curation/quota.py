"""How far a cell is on the way to its quota, and how many samples had to be checked for it."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from core.records import Cell
from curation.order import BY_SEED, Order
from curation.records import CellProgress
from curation.resolve import Outcome, Standing

DEFAULT_QUOTA = 200  # kept or relabelled samples per cell: Moradi & Samwald 2021, section 5.1


@dataclass(frozen=True, slots=True)
class Checked:
    """Samples checked until the quota was reached, or so far when `reached` is false.

    `carried` of them were judged on a candidate that reads the same. `order` is how they were handed out.
    """

    samples: int
    reached: bool
    carried: int = 0
    order: Order = BY_SEED


def progress(
    cell: Cell,
    outcomes: Collection[Outcome],
    candidates: int,
    not_applicable: int = 0,
    quota: int = DEFAULT_QUOTA,
    samples: int = 0,
    order: Order = BY_SEED,
    gold: int = 0,
) -> CellProgress:
    """What these outcomes of one cell's candidates come to; `gold` of those without a verdict have a known answer."""
    counts = Counter(outcome.standing for outcome in outcomes)
    return CellProgress(
        cell=cell,
        candidates=candidates,
        not_applicable=not_applicable,
        checked=len(outcomes) - counts[Standing.SKIPPED],
        kept=counts[Standing.KEPT],
        relabelled=counts[Standing.RELABELLED],
        discarded=counts[Standing.DISCARDED],
        skipped=counts[Standing.SKIPPED],
        quota=quota,
        disputed=counts[Standing.DISPUTED],
        doubted=sum(1 for outcome in outcomes if outcome.doubted_by and not outcome.settled_by),
        settled=sum(1 for outcome in outcomes if outcome.settled_by and not outcome.by_majority),
        by_majority=sum(1 for outcome in outcomes if outcome.by_majority),
        carried=sum(1 for outcome in outcomes if outcome.carried_from and outcome.checked),
        samples=samples,
        order=order,
        gold=gold,
    )


def checked_until(outcomes: Collection[Outcome], quota: int = DEFAULT_QUOTA, order: Order = BY_SEED) -> Checked:
    """How many samples were checked, in the order they were settled, until the quota was reached or so far."""
    checked = sorted((o for o in outcomes if o.checked), key=lambda o: (o.settled, o.candidate_id))
    collected = carried = 0
    for count, outcome in enumerate(checked, 1):
        collected += outcome.collected
        carried += bool(outcome.carried_from)
        if collected == quota:
            return Checked(count, True, carried, order)
    return Checked(len(checked), False, carried, order)
