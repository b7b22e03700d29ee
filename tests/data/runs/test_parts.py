"""Predictions in parts: a worker that ends in the middle of a cell leaves what it had, and the next one goes on."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from torch.nn.modules.module import register_module_forward_hook

from core.models.device import choose
from core.models.registry import family
from core.models.spec import Material
from core.records import Prediction, Task
from data.jobs import job as jobs
from data.jobs.job import Job, run_inline, work
from data.jobs.records import JobState
from data.models.folder import ModelFolder
from data.runs import local_executor, parts
from data.runs.cells import CellWork
from data.runs.files import predictions_table
from data.runs.local_executor import together
from data.runs.parts import forget, in_parts
from data.runs.units import PredictionUnit
from data.variants.reading import InputText
from data.workspace import Workspace
from tests.data.runs.run_data import CNN, asked, reviews

ITEMS = tuple(InputText(f"s{n}", f"c{n}", (f"{'long ' * (n % 7)}{n}",), "good") for n in range(1000))


class Killed(Exception):
    """In place of a kill."""


def unit(items: Sequence[InputText] = ITEMS) -> PredictionUnit:
    plan = family("cnn").plan(CNN, Task.CLASSIFICATION, ("bad", "good"), Material())
    return PredictionUnit("run", plan, choose("cpu"), ModelFolder(Path("nowhere")), tuple(items))


def answered(part: PredictionUnit) -> pa.Table:
    """Each text's own number, as its label."""
    rows = [
        (Prediction("run", "CNN", i.sample_id, i.texts[0].split()[-1], (1.0,), i.variant_id), i.label)
        for i in part.items
    ]
    return predictions_table(rows)


def whole(unit: PredictionUnit) -> pa.Table:
    return unit.marked(answered(unit))


def asked_until(fails_at: int) -> tuple[list[int], parts.Ask]:
    sizes: list[int] = []

    def ask(asked: Iterator[PredictionUnit]) -> Iterator[pa.Table]:
        for part in asked:
            if len(sizes) == fails_at:
                raise Killed
            sizes.append(len(part.items))
            yield answered(part)

    return sizes, ask


def alike(monkeypatch: pytest.MonkeyPatch, texts: int) -> None:
    """Have all parts be of so many texts, whatever the pace."""
    for name in ("FIRST", "LEAST", "LARGEST"):
        monkeypatch.setattr(parts, name, texts)


def test_a_part_has_as_many_texts_as_two_seconds_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(parts, "monotonic", lambda: now)
    size, sizes = parts.PartSize(), [256]
    for seconds in (1.0, 1.0, 8.0, 100.0, 0.0, 0.0, 0.0, 0.0, 0.0):
        now += seconds
        size.adjust(sizes[-1])
        sizes.append(size.texts)
    # 256 in 1 s are 512 in 2 s; and so on; never below 64, never above four times the last, nor above 16,384
    assert sizes == [256, 512, 1024, 256, 64, 256, 1024, 4096, 16384, 16384]


def test_parts_come_together_in_the_order_of_the_items(tmp_path: Path) -> None:
    sizes, ask = asked_until(-1)
    table = in_parts(tmp_path / "p.parquet", unit(), ask)
    assert table.equals(whole(unit()), check_metadata=True)
    assert sizes == [256, 744]  # the pace allows more than four times the first
    assert list(tmp_path.iterdir()) == []  # it was quick: nothing was put down on the way


@pytest.mark.parametrize("seconds", [0.0, 3600.0])
def test_what_was_asked_before_the_end_is_not_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    monkeypatch.setattr(parts, "SECONDS", seconds)
    alike(monkeypatch, 256)
    path = tmp_path / "p.parquet"
    with pytest.raises(Killed):
        in_parts(path, unit(), asked_until(3)[1])
    sizes, ask = asked_until(-1)
    assert in_parts(path, unit(), ask).equals(whole(unit()), check_metadata=True)
    assert sizes == [232]
    other = unit(ITEMS[:300])  # of another unit nothing is known
    sizes, ask = asked_until(-1)
    assert in_parts(path, other, ask).equals(whole(other), check_metadata=True)
    assert sizes == [256, 44]
    forget(path)
    assert list(tmp_path.iterdir()) == []


def test_parts_are_written_while_others_are_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "SECONDS", 0.0)
    alike(monkeypatch, 256)
    third_is_asked, write = Event(), parts.write_parquet

    def write_slowly(path: Path, table: pa.Table) -> None:
        assert third_is_asked.wait(10)
        write(path, table)

    def ask(asked: Iterator[PredictionUnit]) -> Iterator[pa.Table]:
        for n, part in enumerate(asked):
            if n == parts.IN_FLIGHT:
                third_is_asked.set()
            yield answered(part)

    monkeypatch.setattr(parts, "write_parquet", write_slowly)
    assert in_parts(tmp_path / "p.parquet", unit(), ask).equals(whole(unit()), check_metadata=True)


def test_a_part_that_was_torn_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "SECONDS", 0.0)
    alike(monkeypatch, 256)
    path = tmp_path / "p.parquet"
    with pytest.raises(Killed):
        in_parts(path, unit(), asked_until(2)[1])
    first, _ = sorted(tmp_path.iterdir())
    first.write_bytes(b"torn")
    sizes, ask = asked_until(-1)
    assert in_parts(path, unit(), ask).equals(whole(unit()), check_metadata=True)
    assert sum(sizes) == 1000 - 256


def test_a_part_of_a_version_that_wrote_fewer_columns_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "SECONDS", 0.0)
    alike(monkeypatch, 256)
    path = tmp_path / "p.parquet"
    with pytest.raises(Killed):
        in_parts(path, unit(), asked_until(1)[1])
    [first] = tmp_path.iterdir()
    pq.write_table(pq.read_table(first).drop_columns(["read"]), first)
    sizes, ask = asked_until(-1)
    assert in_parts(path, unit(), ask).to_pylist() == whole(unit()).to_pylist()
    assert sum(sizes) == 1000 - 256


def test_no_items_are_an_empty_table(tmp_path: Path) -> None:
    assert in_parts(tmp_path / "p.parquet", unit(()), asked_until(0)[1]).num_rows == 0


def predicted_in(folder: Path) -> dict[str, tuple[list[object], list[float]]]:
    """The rows of each file of predictions, and all their probabilities."""
    tables = {path.name: pq.read_table(path) for path in folder.glob("predictions-*")}
    return {
        name: (
            table.drop(["probabilities"]).to_pylist(),
            [number for row in table["probabilities"].to_pylist() for number in row],
        )
        for name, table in tables.items()
    }


def test_a_run_that_ended_in_a_cell_goes_on_in_it(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    alike(monkeypatch, 4)
    monkeypatch.setattr(jobs, "SECONDS_BETWEEN_REPORTS", 0.0)
    monkeypatch.setattr(parts, "SECONDS", 0.0)
    reviews(workspace)
    run_id = run_inline(workspace, "evaluate", "a run", asked().arguments())
    folder = workspace.runs / run_id
    assert not list(folder.glob(".part-*"))
    whole = predicted_in(folder)
    last = sorted(folder.glob("predictions-*"))[0]
    last.unlink()

    def told(done: int, total: int, message: str) -> None:
        if list(folder.glob(".part-*")):
            (workspace.jobs / run_id / "cancel").touch()

    assert work(Job(workspace.jobs / run_id, told)) is JobState.CANCELLED
    assert list(folder.glob(".part-*")) and not last.exists()
    (workspace.jobs / run_id / "cancel").unlink()
    assert work(Job(workspace.jobs / run_id)) is JobState.DONE
    assert predicted_in(folder) == whole  # to the bit, though asked in other batches
    assert not list(folder.glob(".part-*"))


def test_small_cells_are_read_together_and_large_ones_by_themselves(tmp_path: Path) -> None:
    cells = [
        CellWork(f"c{size}", "", tmp_path / f"{size}.parquet", unit((ITEMS * 5)[:size]))
        for size in (100, 101, 304, 500, 5000, 10)
    ]
    groups = [[len(cell.unit.items) for cell in group] for group in together(cells, parts.PartSize(201, 3600.0))]
    assert groups == [[100, 101], [304, 500], [5000], [10]]  # at most 201, then at most four times as many
    assert list(together([], parts.PartSize(256, 4.0))) == []


def test_cells_read_together_are_answered_as_each_by_itself(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviews(workspace)
    run_id = run_inline(workspace, "evaluate", "together", asked().arguments())
    grouped = predicted_in(workspace.runs / run_id)
    batches: list[int] = []
    for group in (local_executor.together, lambda cells, size: ([cell] for cell in cells)):
        for path in (workspace.runs / run_id).glob("predictions-*"):
            path.unlink()
        monkeypatch.setattr(local_executor, "together", group)
        batches.append(0)
        with register_module_forward_hook(lambda *_: batches.append(batches.pop() + 1)):
            assert work(Job(workspace.jobs / run_id)) is JobState.DONE
        assert predicted_in(workspace.runs / run_id) == grouped  # to the bit
    assert batches[0] < batches[1]  # together in fewer
