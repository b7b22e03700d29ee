"""How many looks and how much time a cell's quota still takes, in words."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from core.records import Cell, Decision
from core.so_many import so_many
from curation.reach import SURE, doubt, in_doubt
from curation.records import KNOWN_FROM, CellProgress
from curation.triage.forecast import RUNS, Forecast, hours_left, looks_left, looks_left_in_triage
from curation.triage.reviews import CellChances


def ahead(
    cells: Iterable[CellProgress], verdicts: Sequence[Decision], chances: Callable[[Cell], CellChances]
) -> dict[Cell, str]:
    """What each cell still takes, for those of which it can be said, at the pace of all people.

    `chances` says what a model says of a cell's candidates, for cells in triage order.
    """
    paces = seconds(verdicts)
    return {cell.cell: to_go(looks, cell, paces) for cell in cells if (looks := forecast(cell, chances))}


def seconds(verdicts: Iterable[Decision]) -> list[float]:
    """How long each look took that was measured."""
    return [verdict.milliseconds / 1000 for verdict in verdicts if verdict.milliseconds > 0]


def forecast(cell: CellProgress, chances: Callable[[Cell], CellChances]) -> Forecast | None:
    """The looks that the cell still takes in random order, or in triage by what the model says; None where too few were
    made, none is left, the order is another or there is no model."""
    if cell.closed or not cell.waiting or cell.agreed < KNOWN_FROM:
        return None
    if cell.order.triage and (predicted := chances(cell.cell)).waiting:
        return looks_left_in_triage(predicted.waiting, cell.left, predicted.judged, cell.order.share)
    if not cell.order.estimates:
        return None
    return looks_left(cell.collected, cell.agreed, cell.left, cell.undecided)


def to_go(looks: Forecast, cell: CellProgress, paces: Sequence[float]) -> str:
    """ "about 81 to go [70–95], 5 minutes [4–7]", or "88 candidates left: 50 % chance to reach 200"."""
    if doubted := doubt(cell):
        return doubted
    if cell.order.triage and looks.reached < SURE:
        return in_doubt(cell, looks.reached)
    looks = Forecast(np.minimum(looks.drawn, cell.undecided))
    expected = cell.expected_to_check  # as on the desk and in the sum of all cells; triage has a forecast of its own
    middle = looks.middle if cell.order.triage or expected is None else min(expected, cell.undecided)
    text = f"about {middle:,.0f} to go [{looks.low:,.0f}–{looks.high:,.0f}]"
    hours = hours_left(looks, paces)
    return f"{text}, {in_hours(hours)}" if hours else text


def work_left(looks: int, verdicts: Iterable[Decision]) -> str:
    """ "About 27 minutes of work." for so many looks at the pace of all people; "" where too few were measured."""
    hours = hours_left(Forecast(np.full(RUNS, float(looks))), seconds(verdicts)) if looks else None
    return f"About {in_hours(hours).partition(' [')[0]} of work." if hours else ""


def in_hours(hours: Forecast) -> str:
    """ "5 minutes [4–7]", or from one and a half hours on "2.1 hours [1.8–2.5]"."""
    if hours.middle < 1.5:
        low, middle, high = (max(1, round(60 * each)) for each in (hours.low, hours.middle, hours.high))
        return f"{so_many(middle, 'minute')} [{low}–{high}]"
    return f"{hours.middle:.1f} hours [{hours.low:.1f}–{hours.high:.1f}]"
