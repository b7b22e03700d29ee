"""How often predictions flip, by what was edited: counted by DuckDB over the run's own files.

A row counts predictions on perturbed texts: one for each model, condition and sample whose edits include what the row
names. A text has several edits, so that it counts in several rows, and a flip is not laid at the door of one of them:
rows of the same table overlap and do not add up. Edits of long texts come together with length, those of a perturbation
with its severity; compare rows within one perturbation and severity where that matters.
"""

from contextlib import closing

from data.flips.counted import CountedPart
from data.flips.files import Report
from data.flips.rows import ALL_OF_IT
from data.flips.rows import FEW as FEW  # read from here, as those below
from data.flips.rows import LEAST as LEAST
from data.flips.rows import RARE as RARE
from data.flips.rows import Counting as Counting
from data.flips.rows import GroupBy as GroupBy
from data.flips.rows import OpenedFlip as OpenedFlip
from data.flips.rows import Tally as Tally
from data.workspace import Workspace


def tallies(
    workspace: Workspace, run_id: str, part: Counting = ALL_OF_IT, least: int = LEAST, report: Report | None = None
) -> dict[GroupBy, list[Tally]]:
    """Every table of this part of the run, rows that surely flip most first, places and lengths in their order.

    Words that fewer than `least` predictions count for are taken together in the row RARE, last. Raises BadInput for
    unknown names.
    """
    with closing(CountedPart(workspace, run_id, part, report)) as counted:
        return {by: counted.table(by, least) for by in GroupBy}


def opened(
    workspace: Workspace,
    run_id: str,
    by: GroupBy,
    value: str,
    part: Counting = ALL_OF_IT,
    first: int = 0,
    most: int = 10,
) -> list[OpenedFlip]:
    """Flips of the texts that a row counts, so many, from the one with this number on.

    The surest come first, of numbers those that moved farthest, of tags those with most words in entities that changed.
    """
    with closing(CountedPart(workspace, run_id, part, None)) as counted:
        return counted.flips(by, value, first, most)


def flipped_samples(
    workspace: Workspace, run_id: str, by: GroupBy, value: str, part: Counting = ALL_OF_IT
) -> frozenset[str]:
    """The ids of the samples that have a flip on a text that the row counts."""
    with closing(CountedPart(workspace, run_id, part, None)) as counted:
        return counted.samples(by, value)
