"""What is kept in memory of the cells people work on: those used last, what was shown last, and no more."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from core.severity import pps
from data.store import Store
from data.store.cell_states import CELLS_AT_HAND, ITEMS_AT_HAND, CellStates
from data.store.database import Database
from data.store.intake import Intake
from data.store.settings.settings import Settings
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate, decision, hint, write_job

CELLS = [CELL, *(replace(CELL, severity=pps(3 + n)) for n in range(CELLS_AT_HAND))]
IDS = [candidate(n).id for n in range(ITEMS_AT_HAND + 60)]


@pytest.fixture
def states(store: Store, workspace: Workspace) -> Iterator[CellStates]:
    """Nothing in memory yet of a cell with more candidates than are kept, and of more small cells than are kept."""
    for number, cell in enumerate(CELLS):
        store.ingest(write_job(workspace, range(len(IDS) if cell == CELL else 1), cell, f"job-{number}"))
    store.close()
    with closing(Database(workspace.database)) as database:
        yield CellStates(database, Intake(database, workspace.root), Settings(workspace.root))


def test_the_cell_that_was_used_longest_ago_is_forgotten(states: CellStates) -> None:
    for cell in [*CELLS[:-1], CELL, CELLS[-1]]:
        states.of(cell, CELLS.index(cell) + 1)
    assert [cell for cell in CELLS if states.holding(candidate(0, cell).id)] == [CELL, *CELLS[2:]]
    states.clear()
    assert states.holding(IDS[0]) is None


def test_what_was_shown_last_is_kept_and_no_more(states: CellStates) -> None:
    state = states.of(CELL, 1)
    for start in range(0, len(IDS), 20):
        states.items(state, IDS[start : start + 20])
        states.items(state, IDS[:1])  # again and again
    assert list(state.items) == [*IDS[-ITEMS_AT_HAND + 1 :], IDS[0]]
    assert len(states.items(state, IDS)) == len(state.items) == len(IDS)  # as many as were asked for at once
    assert [item.candidate.id for item in states.items(state, IDS[:3])] == IDS[:3]
    assert list(state.items)[-3:] == IDS[:3] and len(state.items) == ITEMS_AT_HAND


def test_those_next_in_line_are_read_along_with_one_that_is_missing(states: CellStates) -> None:
    state = states.of(CELL, 1)
    states.items(state, IDS[:2], IDS[2:5])
    assert set(state.items) == set(IDS[:5])
    states.items(state, IDS[3:5], IDS[5:9])  # none is missing
    assert len(state.items) == 5
    assert [item.candidate.id for item in states.items(state, IDS[4:6], IDS[6:8])] == IDS[4:6]
    assert len(state.items) == 8


def test_a_similarity_is_ranked_once_there_are_two_to_compare(store: Store, workspace: Workspace) -> None:
    def ranks() -> list[float | None]:
        return [item.similarity_percentile for item in store.desk(CELL, "ann")]

    store.ingest(write_job(workspace, range(3), hints=[hint(0, 0.5)]))
    assert ranks() == [None, None, None]
    store.ingest(write_job(workspace, [], job="job-2", hints=[hint(1, 0.7)]))
    assert ranks() == [0.0, 0.5, None]
    store.record([decision(IDS[0])])
    assert ranks() == [0.5, None]
