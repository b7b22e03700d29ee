"""Verdicts with their cell and how long their text is, as the checks of quality take them."""

from core.records import Cell, Verdict
from curation.quality.streaks import TimedVerdict
from tests.data.store.store_data import CELL, decision


def look(
    number: int,
    verdict: Verdict = Verdict.KEEP,
    annotator: str = "ann",
    seconds: float = 5.0,
    cell: Cell = CELL,
    words: int = 10,
    random_order: bool = True,
) -> TimedVerdict:
    """A person's verdict in that minute."""
    made = decision(f"c{number}", verdict, annotator, number, milliseconds=round(1000 * seconds))
    return TimedVerdict(made, cell, words, random_order)
