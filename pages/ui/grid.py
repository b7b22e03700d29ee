"""What a heatmap shows: rows in groups, columns, and one figure a cell. Nothing here draws."""

from dataclasses import dataclass, field
from math import isnan, nan

WEAK = 0.5  # below this share of samples perturbed a cell is marked: most texts stayed as they were
SHARE_SHOWN = 0.99  # below this share it is written into the cell


@dataclass(frozen=True, slots=True)
class Scale:
    """A colour scale that never moves, so that pages can be compared. Values beyond its ends take the end's colour."""

    low: float
    high: float
    colours: str
    digits: int
    signed: bool = False

    def text(self, value: float) -> str:
        """The value as written in a cell; a dash where there is none."""
        if isnan(value):
            return "–"
        sign = "+" if self.signed else ""
        return f"{value:{sign}.{self.digits}f}".replace("-", "−")


AGREEMENT = Scale(0, 1, "Cividis", 2)
POINTS = Scale(0, 100, "Cividis", 1)
SHARE = Scale(0, 100, "Cividis", 1)
LOST = Scale(0, 30, "YlOrBr", 1)
AGREEMENT_DIFFERENCE = Scale(-0.5, 0.5, "PuOr", 2, signed=True)
POINTS_DIFFERENCE = Scale(-30, 30, "PuOr", 1, signed=True)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the heatmap. Rows that share a `group` stand together; `key` names it in data.

    A row whose name the one above bears already leaves it out (`named` is False).
    """

    key: tuple[str, str]
    name: str
    amount: str
    group: str
    named: bool = True

    @property
    def full(self) -> str:
        """ "Deletion PPS 2"."""
        return f"{self.name} {self.amount}".strip()

    @property
    def label(self) -> str:
        """What stands beside the row: "Deletion PPS 1", and "PPS 2" below it."""
        return self.full if self.named else self.amount


UNTOUCHED = Row(("", ""), "Untouched text", "", "untouched")


@dataclass(frozen=True, slots=True)
class GridCell:
    """One figure. `share` is the share (0-1) of samples perturbed; NaN means not known. `note` is read on hovering."""

    row: Row
    column: str
    value: float
    share: float = nan
    note: str = ""

    @property
    def weak(self) -> bool:
        """Whether so few samples were perturbed that the figure says little."""
        return self.share < WEAK


@dataclass(frozen=True, slots=True)
class Grid:
    """A whole heatmap: what it asks, what it is made from, and its cells in reading order."""

    title: str
    subtitle: str
    source: str
    scale: Scale
    cells: tuple[GridCell, ...] = field(default=())

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows, in the order their first cell comes."""
        return tuple(dict.fromkeys(cell.row for cell in self.cells))

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns, in the order their first cell comes."""
        return tuple(dict.fromkeys(cell.column for cell in self.cells))

    def row(self, full: str) -> Row | None:
        """The row of this full name, if there is one."""
        return next((row for row in self.rows if row.full == full), None)

    def find(self, key: tuple[str, str], column: str) -> GridCell | None:
        """The cell at this row and column, if there is one."""
        return next((cell for cell in self.cells if cell.row.key == key and cell.column == column), None)
