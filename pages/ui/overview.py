"""What the workspace holds, in a few lines."""

from collections.abc import Sequence

from core.records import DatasetCard
from curation.records import CellProgress
from pages.ui.html_table import draw_table


def draw_datasets(cards: Sequence[DatasetCard]) -> None:
    """A line for each data set; what this project wrote itself says so."""
    rows = [[_named(card), f"{sum(split.samples for split in card.splits):,}"] for card in cards]
    draw_table("Data sets", ["Name and task", "Samples"], rows)


def draw_cells(cells: Sequence[CellProgress]) -> None:
    """A line for each cell whose quota is still open, at most eight."""
    rows = [[str(cell.cell), f"{cell.collected} of {cell.quota}"] for cell in cells if not cell.closed]
    more = [[f"and {len(rows) - 8} more on the Progress page", ""]] if len(rows) > 8 else []
    draw_table("Cells to curate", ["Cell", "Collected"], [*rows[:8], *more])


def _named(card: DatasetCard) -> str:
    ours = ", written by this project" if card.ours else ""
    return f"{card.name}: {card.task.replace('-', ' ')}{ours}"
