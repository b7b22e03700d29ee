"""What a heatmap shows: rows in groups, columns, and one figure a cell. Nothing here draws."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isnan, nan
from typing import NamedTuple

from core.errors import BadInput
from core.rounding import rounded
from core.severity import Severity
from data.shades import MOST_LOST

WEAK = 0.5  # below this share of samples perturbed a cell is hatched: most texts stayed as they were
NOTHING_CHANGED = "nothing changed"  # in place of a figure that compares, where no text was perturbed


@dataclass(frozen=True, slots=True)
class Scale:
    """A colour scale that never moves, so that pages can be compared. Values beyond its ends take the end's colour.

    `better` says which way is better: 1 up, -1 down, 0 neither. At `neutral` nothing is better or worse. `unit` is what
    figures are told in, "" for none. `ends` are what the low and the high end are called, None for worse and better.
    """

    low: float
    high: float
    digits: int
    better: int
    neutral: float = 0.0
    unit: str = ""
    signed: bool = False
    bounds: tuple[float, ...] = ()  # beyond which no value lies: none is written that is not reached
    ends: tuple[str, str] | None = None

    def text(self, value: float) -> str:
        """The value as written in a cell; a dash where there is none."""
        if isnan(value):
            return "–"
        text = rounded(value, self.digits, self.bounds)
        sign = "+" if self.signed and float(text) > 0 else ""
        return f"{sign}{text}".replace("-", "−")

    def size(self, value: float) -> str:
        """A distance as written, without a sign: "0.02"."""
        return f"{value:.{self.digits}f}"

    def span(self, low: float, high: float) -> str:
        """An interval as it is told, "0.78 to 0.86"; "" where there is none."""
        return "" if isnan(low) else f"{self.text(low)} to {self.text(high)}"

    def brief(self, low: float, high: float) -> str:
        """An interval as short as a cell is narrow, ".78 to .86" or "72 to 81"; "" where there is none."""
        points = replace(self, digits=0 if self.digits == 1 else self.digits)
        return re.sub(r"(?<!\d)0(?=\.)", "", points.span(low, high))


AGREEMENT = Scale(0, 1, 2, better=1, neutral=1, bounds=(-1, 1))
POINTS = Scale(0, 100, 1, better=1, neutral=100, unit="points of 100", bounds=(0, 100))
SHARE = Scale(0, 100, 1, better=0, unit="%", bounds=(0, 100))
LOST = Scale(0, MOST_LOST, 1, better=-1, unit="points of 100")
CHANGE = Scale(0, 1, 2, better=-1, unit="points of the data set's scale")
DIFFERENCES = {  # of two figures on a scale
    AGREEMENT: Scale(-0.5, 0.5, 2, better=1, signed=True),
    POINTS: Scale(-30, 30, 1, better=1, unit=POINTS.unit, signed=True),
    SHARE: Scale(-30, 30, 1, better=0, unit="percentage points", signed=True),
    LOST: Scale(-30, 30, 1, better=-1, unit=LOST.unit, signed=True),
    CHANGE: Scale(-0.5, 0.5, 2, better=-1, unit=CHANGE.unit, signed=True),
}


@dataclass(frozen=True, slots=True)
class HeatmapRow:
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
    def severity(self) -> Severity | None:
        """Its severity; None where that is no number."""
        try:
            severity = Severity.parse(self.key[1])
        except BadInput:
            return None
        return None if isinstance(severity.value, str) else severity

    @property
    def degree(self) -> float:
        """The number of its severity, 0 where that is none."""
        return float(self.severity.value) if self.severity else 0.0

    @property
    def label(self) -> str:
        """What stands beside the row: "Deletion PPS 1", and "PPS 2" below it."""
        return self.full if self.named else self.amount


SHARE_NOTE = "Perturbed: share of the samples that changed, in %."
COUNT_NOTE = "n: the number of samples in each heatmap row; for several models, the largest of their numbers."
HATCHED = f"Below {100 * WEAK:.0f} % perturbed"
FEW = 30  # samples
HATCHED_FEW = f"Fewer than {FEW} samples"
SPAN_NOTE = "Small figures: 95 % intervals."
PUBLISHED = " (published)"  # the group of published rows among one's own, and the end of their names
ORIGINAL = HeatmapRow(("", ""), "Original text", "", "original")


@dataclass(frozen=True, slots=True)
class HeatmapCell:
    """One figure. `share` is the share (0-1) of samples perturbed; NaN means not known. `note` is read on hovering.

    `low` and `high` bound its 95 % interval, NaN where there is none; `sd` is over trainings, and `part` ("1 of 2")
    says how many of them have the figure where not all do. `marked` figures are more than chance, after correction for
    how many are shown, by their `p`. `n` is how many samples the figure stands on, 0 where that is not known. Where
    only some samples count, `few` says whether they are too few; else it is None.
    """

    row: HeatmapRow
    column: str
    value: float
    share: float = nan
    note: str = ""
    low: float = nan
    high: float = nan
    marked: bool = False
    sd: float = nan
    part: str = ""
    n: int = 0
    p: float = nan
    few: bool | None = None

    @property
    def weak(self) -> bool:
        """Whether so few samples were perturbed, or count, that the figure says little."""
        return self.share < WEAK if self.few is None else self.few


class Facet(NamedTuple):
    """The part of a figure that a column stands in, and what the column is called there."""

    title: str
    label: str


@dataclass(frozen=True, slots=True)
class Origin:
    """What figures are of: the data set, the run's id ("" for published ones), the metric as it is stored, which
    samples count, and what is subtracted, "" for nothing."""

    dataset: str = ""
    run: str = ""
    metric: str = ""
    samples: str = ""
    minus: str = ""


@dataclass(frozen=True, slots=True)
class Heatmap:
    """A whole heatmap: what it asks, what it is made from, and its cells in reading order.

    `heads` has a line for the head of a column, such as what the model scores on original text. `facets` says in which
    part of the figure a column stands, where there are several parts. `origins` says what the figures of each part are
    of, by its title, "" where there is one part only. Where it is `pale`, cells that are not marked have faint colours;
    where it is `pale` or `coloured`, hatched cells have colours. The share perturbed stands at the `ends` of rows, that
    `ends_of` one column, for "" of the first that has one. The subtitle `begins` with what the figures are of, "" for
    its first sentence. Tables call what stands in the rows and in the columns by `axes`.
    """

    title: str
    subtitle: str
    source: str
    scale: Scale
    cells: tuple[HeatmapCell, ...] = field(default=())
    heads: Mapping[str, str] = field(default_factory=dict)
    facets: Mapping[str, Facet] = field(default_factory=dict)
    origins: Mapping[str, Origin] = field(default_factory=dict)
    pale: bool = False
    coloured: bool = False
    ends: bool = True
    ends_of: str = ""
    begins: str = ""
    axes: tuple[str, str] = ("Perturbation", "Model")

    @property
    def rows(self) -> tuple[HeatmapRow, ...]:
        """The rows, in the order their first cell comes."""
        return tuple(dict.fromkeys(cell.row for cell in self.cells))

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns, in the order their first cell comes, those of a part together."""
        names = tuple(dict.fromkeys(cell.column for cell in self.cells))
        parts = list(dict.fromkeys(facet.title for facet in self.facets.values()))
        return tuple(sorted(names, key=lambda column: parts.index(self.facet(column)))) if parts else names

    @property
    def parts(self) -> tuple[str, ...]:
        """The titles of its parts, from left to right; ("",) where there is one part only."""
        return tuple(dict.fromkeys(map(self.facet, self.columns)))

    @property
    def headed(self) -> str:
        """The title with the unit of the figures."""
        return f"{self.title} ({self.scale.unit})" if self.scale.unit else self.title

    @property
    def hatched(self) -> bool:
        """Whether any cell is hatched, so that a key must say what that is."""
        return any(cell.weak for cell in self.cells)

    @property
    def counted(self) -> bool:
        """Whether only some samples count: their number then stands beside each row in place of the share."""
        return any(cell.few is not None for cell in self.cells)

    @property
    def hatched_as(self) -> str:
        """What hatched cells are."""
        return HATCHED_FEW if any(cell.few for cell in self.cells) else HATCHED

    def beside(self, part: str = "") -> dict[HeatmapRow, str]:
        """What stands at the end of each row of a part: the share perturbed in percent, or the number of samples."""
        if not self.counted:
            return {row: rounded(100 * share, 0, (0.0, 100.0)) for row, share in self.shares(part).items()}
        counts: dict[HeatmapRow, int] = {}
        for cell in self.cells:
            if self.facet(cell.column) == part:
                counts[cell.row] = max(cell.n, counts.get(cell.row, 0))
        return {row: f"{n:,}" for row, n in counts.items()}

    def shares(self, part: str = "") -> dict[HeatmapRow, float]:
        """The share (0-1) of samples perturbed in each row of a part where it is known: it is that of any model."""
        cells = [cell for cell in reversed(self.cells) if self.facet(cell.column) == part and not isnan(cell.share)]
        cells = [cell for cell in cells if self.ends and self.ends_of in ("", cell.column)]
        return {cell.row: cell.share for cell in cells}

    @property
    def dashes(self) -> str:
        """What a dash means, in a sentence, where a cell has one: the reasons that are noted of those cells."""
        bare = [cell.note for cell in self.cells if isnan(cell.value) and cell.note != NOTHING_CHANGED]
        reasons = dict.fromkeys(filter(None, (note.partition(";")[0] for note in bare)))
        return f"– = {'; or '.join(reasons)}." if reasons else ""

    @property
    def caption(self) -> str:
        """What it is of and the notes on it, as a picture that is taken away has them."""
        return f"{self.of} {self.notes}".rstrip()

    @property
    def of(self) -> str:
        """What its figures are of: the beginning of the subtitle."""
        first, stop, _ = self.subtitle.partition(". ")
        return self.begins or first + stop.rstrip()

    @property
    def notes(self) -> str:
        """What stands below the figure: how to read it, what its dashes mean, and where it is from."""
        return " ".join(filter(None, (self.subtitle.removeprefix(self.of).lstrip(), self.dashes, self.source)))

    def facet(self, column: str) -> str:
        """The title of the part that a column stands in, "" where there is one part only."""
        return self.facets[column].title if column in self.facets else ""

    def origin(self, column: str = "") -> Origin:
        """What the figures of this column are of, "" for a heatmap of one part."""
        return self.origins.get(self.facet(column), Origin())

    def row(self, full: str) -> HeatmapRow | None:
        """The row of this full name, if there is one."""
        return next((row for row in self.rows if row.full == full), None)

    def find(self, key: tuple[str, str], column: str) -> HeatmapCell | None:
        """The cell at this row and column, if there is one."""
        return next((cell for cell in self.cells if cell.row.key == key and cell.column == column), None)
