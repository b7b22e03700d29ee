"""How far a model's cells are, in words."""

import pytest

from core.design import Condition
from core.severity import pps
from data.runs.cell_progress import SeenCell, SeenModel, SeenState
from pages.ui.evaluate.cells import in_words


@pytest.mark.parametrize(
    ("states", "told"),
    [
        ((SeenState.DONE, SeenState.DONE, SeenState.FAILED, SeenState.DONE), "3 of 4 cells done, 1 failed"),
        (
            (SeenState.DONE, SeenState.DONE, SeenState.WAITING, SeenState.UNDER_WAY),
            "2 of 4 cells done, 1 under way, 1 waiting",
        ),
    ],
)
def test_cells_are_counted_by_how_far_they_are(states: tuple[SeenState, ...], told: str) -> None:
    condition = Condition("negation", pps(1))
    cells = [SeenCell(None, SeenState.DONE, ""), *(SeenCell(condition, state, "") for state in states)]
    assert in_words(SeenModel("CNN", cells)) == told  # without the original texts
