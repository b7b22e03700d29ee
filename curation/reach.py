"""Which cell to go on with, and whether its quota can be reached at all, so that nobody works for one that can't."""

from collections.abc import Sequence

from core.so_many import so_many
from curation.records import CellProgress

TELL = "tell a researcher"


def next_cell(cells: Sequence[CellProgress]) -> CellProgress | None:
    """The cell that is nearest to its quota, of those with something to judge, the first of equals; None for none."""
    return max((cell for cell in cells if cell.has_work), key=lambda cell: cell.collected / cell.quota, default=None)


def shortfall(cell: CellProgress, split_size: int = 0, prepares: bool = True) -> str:
    """Why the quota can't be reached with the candidates there are, and what to do; "" where it can.

    `split_size` counts the samples of the split, 0 where that is not known. Who reads it `prepares` samples, or must
    ask somebody who does.
    """
    if not cell.out_of_reach or not cell.candidates:
        return ""
    instead = "lower the quota or choose another split" if prepares else TELL
    usable, unreached = cell.candidates - cell.discarded, f"The quota of {cell.quota:,} can't be reached"
    if cell.samples < split_size:
        if (likely := round(usable * split_size / cell.samples)) < cell.quota:
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
