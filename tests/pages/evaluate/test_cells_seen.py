"""How far each cell of a run is."""

from dataclasses import replace

from core.records import Cell
from core.severity import pps
from data.runs.files import CellFailure, predictions_path, read_card, write_card
from data.runs.followed.cell_progress import SeenState, cells_seen
from data.workspace import Workspace
from pages.ui.evaluate.cells import in_words
from tests.pages.heatmaps.finished_run import RUN, write_run

BEFORE, AFTER = ["thing", "place"], ["thing", "thing"]
CELLS = [Cell("trec", "test", "negation", pps(n)) for n in (1, 2, 3)]


def test_each_cell_is_as_far_as_its_files_and_the_card_say(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, CELLS, finished=False)
    folder = workspace.runs / RUN
    card = read_card(folder)
    assert card
    first, second = card.models
    assert all(set(model.counts) == {SeenState.DONE} for model in cells_seen(workspace, card, live=True))
    predictions_path(folder, first, CELLS[1]).unlink()
    for cell in (None, *CELLS):
        predictions_path(folder, second, cell).unlink()
    card = replace(card, failures=(CellFailure(first.name, "negation@2", "The disk is full"),))
    write_card(folder, card)
    one, other = cells_seen(workspace, card, live=False)
    assert [cell.progress for cell in one.cells] == ["done", "done", "failed", "done"]
    assert one.cells[2].reason == "The disk is full"
    assert set(other.counts) == {SeenState.MISSING}
    assert in_words(one) == "3 of 4 cells done, 1 failed"
    one, other = cells_seen(workspace, card, live=True)  # resumed: the one that failed is tried first
    assert [cell.progress for cell in one.cells] == ["done", "done", "under way", "done"]
    assert set(other.counts) == {SeenState.WAITING}


def test_what_has_put_parts_down_is_under_way(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, CELLS, finished=False)
    folder = workspace.runs / RUN
    card = read_card(folder)
    assert card
    for cell in CELLS[1:]:
        predictions_path(folder, card.models[1], cell).unlink()
    part = predictions_path(folder, card.models[1], CELLS[2])
    part.with_name(f".part-000000-{part.name}").write_bytes(b"")
    _, model = cells_seen(workspace, card, live=True)
    assert in_words(model) == "2 of 4 cells done, 1 under way, 1 waiting"
    assert model.cells[3].progress is SeenState.UNDER_WAY
    assert cells_seen(workspace, card, live=False)[1].cells[3].progress is SeenState.MISSING
