"""Which cell to go on with, and how likely its quota can be reached, so that nobody works for one that can't."""

from collections.abc import Sequence

from core.perturbations.registry import broader
from core.so_many import so_many
from curation.records import KNOWN_FROM, CellProgress
from curation.triage.forecast import chance_of_enough

SURE, UNLIKELY = 0.95, 0.05  # chances from which on, and below which, a quota counts as reached or out of reach

TELL = "tell a researcher"


def chance(cell: CellProgress) -> float | None:
    """How likely (0-1) the candidates left are enough for the quota at the share kept so far; None where too few looks
    say so. Where the best come first that share is the most to expect: then only a chance that is none is told."""
    if not cell.left or cell.out_of_reach:
        return float(not cell.left)
    if cell.agreed < KNOWN_FROM:
        return None
    likely = chance_of_enough(cell.collected, cell.agreed, cell.left, cell.undecided)
    return likely if cell.order.estimates or likely < UNLIKELY else None


def chance_or_sure(cell: CellProgress) -> float:
    """The chance; 1 where it is not known, until decisions say otherwise."""
    return 1.0 if (likely := chance(cell)) is None else likely


def unlikely(cell: CellProgress) -> bool:
    """Whether there are too few candidates: a chance below 5 %."""
    return chance_or_sure(cell) < UNLIKELY


def doubt(cell: CellProgress) -> str:
    """ "69 candidates left: 43 % chance to reach 200"; "" where the quota is reached, sure, or nothing is known."""
    likely = chance_or_sure(cell)
    return "" if likely >= SURE else in_doubt(cell, likely)


def in_doubt(cell: CellProgress, likely: float) -> str:
    """The same of a chance found otherwise."""
    percent = "less than 5 %" if likely < UNLIKELY else f"{100 * likely:.0f} %"
    return f"{so_many(cell.undecided, 'candidate')} left: {percent} chance to reach {cell.quota:,}"


def next_cell(cells: Sequence[CellProgress]) -> CellProgress | None:
    """The cell with something to judge that has the best chance, of sure ones the nearest to its quota, the first of
    equals; None for none."""
    return max((cell for cell in cells if cell.has_work), key=_chance_and_progress, default=None)


def _chance_and_progress(cell: CellProgress) -> tuple[float, float]:
    return min(SURE, chance_or_sure(cell)), cell.collected / cell.quota


def usable_of_all(cell: CellProgress, split_size: int) -> int:
    """About how many candidates that nobody discards the whole split would give."""
    return round((cell.candidates - cell.discarded) * split_size / cell.samples)


def shortfall(cell: CellProgress, split_size: int = 0, prepares: bool = True) -> str:
    """Why the quota can't be reached with the candidates there are, and what to do; "" where it can.

    `split_size` counts the samples of the split, 0 where that is not known. Who reads it `prepares` samples, or must
    ask somebody who does.
    """
    if not cell.out_of_reach or not cell.candidates:
        return ""
    instead = "lower the quota or choose another split" if prepares else TELL
    if prepares and broader(cell.cell.perturbation):
        instead = "lower the quota, choose another split or use broad rules"
    usable, unreached = cell.candidates - cell.discarded, f"The quota of {cell.quota:,} can't be reached"
    if cell.samples < split_size:
        if (likely := usable_of_all(cell, split_size)) < cell.quota:
            gave = f"{cell.samples:,} samples gave {usable:,} usable candidates"
            return f"{unreached}: {gave}, all {split_size:,} would give about {likely:,}; {instead}"
        todo = f"prepare more to reach {cell.quota:,}" if prepares else f"{unreached}; {TELL}"
        return f"Only {cell.samples:,} of {split_size:,} samples are prepared; {todo}"
    verb = "is" if cell.candidates == 1 else "are"
    there_are = f"there {verb} only {so_many(cell.candidates, 'candidate')}"
    if cell.samples > cell.candidates:
        there_are = f"only {cell.candidates:,} of {cell.samples:,} samples {verb} candidates"
    gone = f", and {so_many(cell.discarded, 'is', 'are')} discarded" if cell.discarded else ""
    return f"{unreached}: {there_are}{gone}; {instead}"
