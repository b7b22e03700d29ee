"""How many samples a cell's split holds."""

from core.records import Cell
from data.datasets.stored import card_or_none
from pages.ui.shell.session import workspace


def split_size(cell: Cell) -> int:
    """The samples of the cell's split, 0 where its data set is gone."""
    card = card_or_none(workspace(), cell.dataset)
    return card.splits.get(cell.split, 0) if card else 0
