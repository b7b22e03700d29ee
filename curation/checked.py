"""The table "samples checked until 200", laid out as Tables 10-12 of Moradi & Samwald 2021."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.severity import Severity, pps
from curation.records import CellProgress

COLUMNS = tuple(pps(n) for n in (1, 2, 3, 4))


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """A perturbation and a data set split; `checked` has one for each column, None where there is no cell."""

    perturbation: str
    dataset: str
    split: str
    checked: tuple[CellProgress | None, ...]


def columns_of(cells: Iterable[CellProgress], perturbation: str) -> tuple[Severity, ...]:
    """The columns of a perturbation's table: PPS 1-4 as in the paper, else the severities of its cells."""
    severities = {progress.cell.severity for progress in cells if progress.cell.perturbation == perturbation}
    return COLUMNS if severities <= set(COLUMNS) else tuple(sorted(severities))


def checked_rows(cells: Iterable[CellProgress], columns: Sequence[Severity] = COLUMNS) -> list[CheckedRow]:
    """A row for each perturbation x data set split that has a cell in a column, by perturbation, then data set."""
    rows: dict[tuple[str, str, str], dict[Severity, CellProgress]] = {}
    for progress in cells:
        cell = progress.cell
        if cell.severity in columns:
            rows.setdefault((cell.perturbation, cell.dataset, cell.split), {})[cell.severity] = progress
    return [CheckedRow(*key, tuple(map(row.get, columns))) for key, row in sorted(rows.items())]


def as_read(cell: CellProgress | None) -> str:
    """What stands in the table: "221", or "57 so far" before the quota is reached, or "" for no cell.

    "221 (207 carried)" where some were judged on a candidate that reads the same, "221 (best first)" where they were
    handed out so.
    """
    if cell is None:
        return ""
    more = _details(cell)
    count = f"{cell.checked} ({more})" if more else str(cell.checked)
    return count if cell.reached else f"{count} so far"


def in_lines(cell: CellProgress | None) -> tuple[str, ...]:
    """The same for a narrow column: "57 so far", and below it "1 carried, best first" where there is such to say."""
    if cell is None:
        return ("",)
    count = str(cell.checked) if cell.reached else f"{cell.checked} so far"
    more = _details(cell)
    return (count, more) if more else (count,)


def _details(cell: CellProgress) -> str:
    order = [] if cell.order.estimates else [cell.order.name]
    return ", ".join([f"{cell.carried} carried"] * bool(cell.carried) + order)
