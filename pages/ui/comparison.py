"""One's own figures less the published ones, where both measured the same thing."""

from collections.abc import Iterator

from data.published import MORADI
from pages.ui.grid import POINTS_DIFFERENCE, Grid, GridCell, Row
from pages.ui.published_grids import Collection
from pages.ui.run_grids import Metric

SAME = {"word_deletion": "word:Deletion", "negation": "word:Negation", "synonym_replacement": "word:RWS"}
COMPARABLE = {Metric.ACCURACY: Collection.SCORE, Metric.LOST: Collection.LOST}
TASKS_BY_ACCURACY = ("TC", "SA")  # micro F1 over single labels is accuracy (Moradi & Samwald 2021, Table 1)


FAIRLY = (
    "The published figures stand on 200 samples a cell that people kept; choose those for a fair comparison. "
    "Kappa can't be subtracted yet: Romero 2023 perturbs a percentage of the words, these runs at most a number."
)


def why_not(task: str) -> str:
    """Why nothing can be subtracted on this task, in a sentence; "" where it can."""
    if task in TASKS_BY_ACCURACY:
        return ""
    return f"{MORADI} did not measure this task by accuracy; choose question classification or sentiment."


def difference(mine: Grid, theirs: Grid, model: str) -> Grid:
    """Each of my columns less the published column of this model, on the rows both have; NaN on the others."""
    rows = [row for row in mine.rows if theirs.find(printed_key(row), model)]
    cells = tuple(_cells(mine, theirs, model, rows))
    title = f"Does it do better or worse than the published {model}?"
    return Grid(title, f"Mine less published, in points. {mine.subtitle}", theirs.source, POINTS_DIFFERENCE, cells)


def namesake(mine: str, theirs: tuple[str, ...]) -> str:
    """The published model most likely meant by the name of mine: "bert-base-cased" is BERT; else the first."""
    plain = mine.lower()
    named = sorted((name for name in theirs if plain.rsplit("/", 1)[-1].startswith(name.lower())), key=len)
    return named[-1] if named else theirs[0]


def printed_key(row: Row) -> tuple[str, str]:
    """The key under which the published grid has what this row of mine measures."""
    perturbation, severity = row.key
    return SAME.get(perturbation, perturbation), severity


def _cells(mine: Grid, theirs: Grid, model: str, rows: list[Row]) -> Iterator[GridCell]:
    for cell in mine.cells:
        if cell.row in rows and (other := theirs.find(printed_key(cell.row), model)):
            note = f"mine {mine.scale.text(cell.value)}, {other.note} {theirs.scale.text(other.value)}"
            yield GridCell(cell.row, cell.column, cell.value - other.value, cell.share, note)
