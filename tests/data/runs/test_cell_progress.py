"""How far each cell of a run is."""

import shutil
from dataclasses import replace

from core.records import Cell
from core.severity import pps
from data.runs.cell_progress import SeenState, cells_seen
from data.runs.files import CellFailure, predictions_path, read_card, write_card
from data.workspace import Workspace
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
    assert one.counts == {SeenState.DONE: 3, SeenState.FAILED: 1}
    assert [model.name for model in (one, other)] == ["MiniLM", "CNN"]
    assert [cell.condition and cell.condition.spelled for cell in one.cells] == [
        None, "negation@1", "negation@2", "negation@3",
    ]  # fmt: skip
    assert [cell.reason for cell in (*one.cells[:2], one.cells[3], *other.cells)] == [""] * 7
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
    other = predictions_path(folder, card.models[1], CELLS[1])
    other.with_name(f"copy-of-{other.name}").write_bytes(b"")  # says nothing
    _, model = cells_seen(workspace, card, live=True)
    assert model.counts == {SeenState.DONE: 2, SeenState.UNDER_WAY: 1, SeenState.WAITING: 1}
    assert model.cells[3].progress is SeenState.UNDER_WAY
    assert cells_seen(workspace, card, live=False)[1].cells[3].progress is SeenState.MISSING


def test_the_first_cell_that_is_waited_for_is_under_way_and_a_run_of_no_folder_waits(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, CELLS, finished=False)
    card = read_card(workspace.runs / RUN)
    assert card
    for model in card.models:
        for cell in CELLS[1:]:
            predictions_path(workspace.runs / RUN, model, cell).unlink()
    far = replace(card, failures=(CellFailure(card.models[0].name, "", "It is lost"),))
    for run, reasons in ((card, [""] * 4), (far, [""] * 4)):  # what failed before and is done now is done
        one, other = cells_seen(workspace, run, live=True)
        assert [cell.progress for cell in one.cells] == ["done", "done", "under way", "waiting"]
        assert [cell.progress for cell in other.cells] == ["done", "done", "waiting", "waiting"]
        assert [cell.reason for cell in one.cells] == reasons
    shutil.rmtree(workspace.runs / RUN)
    one, other = cells_seen(workspace, far, live=True)
    assert [cell.progress for cell in one.cells] == ["under way", *["waiting"] * 3]
    assert set(other.counts) == {SeenState.WAITING}
    one, other = cells_seen(workspace, far, live=False)
    assert [cell.progress for cell in one.cells] == ["failed", *["not done"] * 3]
    assert (one.cells[0].reason, other.counts) == ("It is lost", {SeenState.MISSING: 4})
