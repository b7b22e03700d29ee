"""Units of work: plain values, done where a model is at hand, and done once."""

import pickle
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.models.device import choose
from core.models.registry import family
from core.models.spec import Example, Material
from core.records import Task
from data.jobs.job import Job, run_inline, work
from data.jobs.process_pool import process_pool
from data.jobs.records import JobState
from data.models.folder import ModelFolder
from data.models.ready import freed_after, ready
from data.runs.files import unit_in
from data.runs.units import PredictionUnit, predict
from data.variants.reading import InputText
from data.workspace import Workspace
from tests.data.runs.run_data import CNN, asked, reviews

EXAMPLES = [Example((f"a {word} day",), label) for word, label in (("fine", "good"), ("dull", "bad"))]
ITEMS = (InputText("s1", "", ("a fine day",), "good"), InputText("s2", "c2", ("a dull day",), "good"))


@pytest.fixture
def unit(tmp_path: Path) -> PredictionUnit:
    """Two texts for a model that has learnt them by heart."""
    material = Material(EXAMPLES * 8)
    plan = family("cnn").plan(CNN, Task.CLASSIFICATION, ("bad", "good"), material)
    unit = PredictionUnit("run", plan, choose("cpu"), ModelFolder(tmp_path / "model"), ITEMS)
    with freed_after():
        ready(plan, unit.device, unit.folder, material)
    return unit


def test_a_unit_gives_a_row_for_each_item_and_says_whose_they_are(unit: PredictionUnit) -> None:
    table = predict(unit)
    rows = table.select(["candidate_id", "sample_id", "gold", "label"]).to_pylist()
    assert [tuple(row.values()) for row in rows] == [("", "s1", "good", "good"), ("c2", "s2", "good", "bad")]
    assert unit.marked(table).schema.metadata == {b"flinch.unit": unit.id.encode()}


def test_what_decides_the_predictions_decides_the_id(unit: PredictionUnit) -> None:
    others = [
        replace(unit, plan=replace(unit.plan, digest="other")),
        replace(unit, items=ITEMS[:1]),
        replace(unit, items=(ITEMS[0], ITEMS[1]._replace(texts=("a dull dai",)))),
        replace(unit, items=(ITEMS[0]._replace(label="bad"), ITEMS[1])),
    ]
    assert len({unit.id, *(other.id for other in others)}) == 5
    assert replace(unit) == unit  # whether its id was asked for or not
    assert replace(unit, run="again", folder=ModelFolder(Path("elsewhere"))).id == unit.id


def test_a_file_counts_when_it_says_that_it_holds_this_unit(unit: PredictionUnit, tmp_path: Path) -> None:
    path = tmp_path / "predictions.parquet"
    assert not unit.is_done(path)
    pq.write_table(unit.marked(predict(unit)), path)
    assert unit.is_done(path)
    assert not replace(unit, items=ITEMS[:1]).is_done(path)
    pq.write_table(predict(unit).replace_schema_metadata(None), path)
    assert not unit.is_done(path)


def test_predictions_of_another_unit_are_made_again(workspace: Workspace) -> None:
    reviews(workspace)
    run_id = run_inline(workspace, "evaluate", "reviews", asked().arguments())
    stale, *others = sorted((workspace.runs / run_id).glob("predictions-*"))
    right = unit_in(stale)
    times = [path.stat().st_mtime_ns for path in others]
    pq.write_table(pq.read_table(stale).replace_schema_metadata({"flinch.unit": "another"}), stale)
    assert work(Job(workspace.jobs / run_id)) is JobState.DONE
    assert right is not None and unit_in(stale) == right
    assert [path.stat().st_mtime_ns for path in others] == times


@pytest.mark.slow
def test_another_process_predicts_the_same(unit: PredictionUnit) -> None:
    assert pickle.loads(pickle.dumps(unit)) == unit
    with process_pool(1) as workers:
        far: pa.Table = workers.submit(predict, unit).result()
    assert far.equals(predict(unit), check_metadata=True)


def test_rows_say_which_texts_the_model_reads_alike(unit: PredictionUnit) -> None:
    texts = ("a fine day", "a fine unheard-of day", "a fine unseen-yet day", "a fine day")
    asked = replace(unit, items=tuple(ITEMS[0]._replace(sample_id=str(n), texts=(t,)) for n, t in enumerate(texts)))
    one, other, third, again = predict(asked)["read"].to_pylist()
    assert one == again != other == third  # words that it does not know are all one to it
    assert {len(one), len(other)} == {8}
