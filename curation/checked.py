"""The table "samples checked until 200", laid out as Tables 10-12 of Moradi & Samwald 2021."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.records import Cell
from core.severity import Severity, pps
from curation.quota import Checked

COLUMNS = tuple(pps(n) for n in (1, 2, 3, 4))


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """A perturbation and a data set split; `checked` has one for each column, None where there is no cell."""

    perturbation: str
    dataset: str
    split: str
    checked: tuple[Checked | None, ...]


def columns_of(counts: Mapping[Cell, Checked], perturbation: str) -> tuple[Severity, ...]:
    """The columns of a perturbation's table: PPS 1-4 as in the paper, else the severities of its cells."""
    severities = {cell.severity for cell in counts if cell.perturbation == perturbation}
    return COLUMNS if severities <= set(COLUMNS) else tuple(sorted(severities))


def checked_rows(counts: Mapping[Cell, Checked], columns: Sequence[Severity] = COLUMNS) -> list[CheckedRow]:
    """A row for each perturbation x data set split that has a cell in a column, by perturbation, then data set."""
    keys = sorted({(c.perturbation, c.dataset, c.split) for c in counts if c.severity in columns})
    return [
        CheckedRow(*key, tuple(counts.get(Cell(key[1], key[2], key[0], severity)) for severity in columns))
        for key in keys
    ]


def as_read(checked: Checked | None) -> str:
    """What stands in the table: "221", or "57 so far" before the quota is reached, or "" for no cell.

    "221 (207 carried)" where some were judged on a candidate that reads the same, "221 (best first)" where they were
    handed out so.
    """
    if checked is None:
        return ""
    more = _more(checked)
    count = f"{checked.samples} ({more})" if more else str(checked.samples)
    return count if checked.reached else f"{count} so far"


def in_lines(checked: Checked | None) -> tuple[str, ...]:
    """The same for a narrow column: "57 so far", and below it "1 carried, best first" where there is such to say."""
    if checked is None:
        return ("",)
    count = str(checked.samples) if checked.reached else f"{checked.samples} so far"
    more = _more(checked)
    return (count, more) if more else (count,)


def _more(checked: Checked) -> str:
    order = [] if checked.order.estimates else [checked.order.name]
    return ", ".join([f"{checked.carried} carried"] * bool(checked.carried) + order)
