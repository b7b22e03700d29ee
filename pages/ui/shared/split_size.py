"""How many samples a cell's split holds."""

from core.errors import BadInput
from core.records import Cell
from data.datasets.stored import dataset_card
from pages.ui.shell.session import workspace


def split_size(cell: Cell) -> int:
    """The samples of the cell's split, 0 where its data set is gone."""
    try:
        card = dataset_card(workspace(), cell.dataset)
    except BadInput:
        return 0
    return next((split.samples for split in card.splits if split.name == cell.split), 0)
