"""What another run has predicted is not predicted again; how it was predicted is part of what it is."""

from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.models.device import choose
from core.models.predicting.linear import bf16_units
from core.models.predicting.precision import Audit
from core.models.registry import family
from core.models.spec import Material
from core.records import Task
from data.jobs.job import run_inline
from data.models.folder import ModelFolder
from data.runs.earlier import EarlierPredictions
from data.runs.files import audit_in, footer_of, read_card, unit_in
from data.runs.units import PredictionUnit
from data.variants.reading import InputText
from data.workspace import Workspace
from tests.data.runs.run_data import CNN, asked, reviews


def labels(path: Path) -> list[str]:
    found: list[str] = pq.read_table(path)["label"].to_pylist()
    return found


def test_a_second_run_takes_what_the_first_has_predicted(workspace: Workspace) -> None:
    reviews(workspace)
    first = workspace.runs / run_inline(workspace, "evaluate", "first", asked().arguments())
    for path in first.glob("predictions-*"):  # so that they can be told from new ones
        table = pq.read_table(path)
        marked = pa.array(["bad"] * table.num_rows)
        place = table.column_names.index("label")
        pq.write_table(table.set_column(place, "label", marked), path)
    second = workspace.runs / run_inline(workspace, "evaluate", "second", asked().arguments())
    paths = sorted(second.glob("predictions-*"))
    assert len(paths) == 3
    assert all(set(labels(path)) == {"bad"} for path in paths)
    fewer = workspace.runs / run_inline(workspace, "evaluate", "third", asked(limit=20).arguments())
    assert all(set(labels(path)) == {"good", "bad"} for path in fewer.glob("predictions-*"))  # other units


def test_only_the_same_model_in_another_run_counts_and_damage_does_not(workspace: Workspace, tmp_path: Path) -> None:
    reviews(workspace)
    first = workspace.runs / run_inline(workspace, "evaluate", "first", asked().arguments())
    card = read_card(first)
    assert card
    source, target = sorted(first.glob("predictions-*"))[0], tmp_path / "p.parquet"
    unit, digest = unit_in(source) or "", card.models[0].digest
    assert not EarlierPredictions(workspace.runs / "new", "another").put(unit, target)
    assert not EarlierPredictions(first, digest).put(unit, target)  # a run is not earlier than itself
    earlier = EarlierPredictions(workspace.runs / "new", digest)
    assert earlier.put(unit, target) and unit_in(target) == unit
    source.write_bytes(b"torn")
    target.unlink()
    assert not earlier.put(unit, target) and not target.exists()
    assert not EarlierPredictions(workspace.runs / "new", digest).put(unit, target)


def test_predictions_in_bf16_are_another_unit() -> None:
    plan = family("cnn").plan(CNN, Task.CLASSIFICATION, ("bad", "good"), Material())
    exact = PredictionUnit(
        "run", plan, choose("cpu"), ModelFolder(Path("nowhere")), (InputText("s", "c", ("a",), "good"),)
    )
    fast = replace(exact, device=replace(exact.device, fast=True))
    assert fast.id != exact.id
    assert replace(exact, device=replace(exact.device, bf16=True)).id == exact.id  # how it learnt is in its digest


def test_an_audit_goes_into_a_footer_and_comes_back() -> None:
    audit = Audit(10, 2, 1, 0, 0.25)
    assert audit_in({key: value.encode() for key, value in footer_of(audit).items()}) == audit
    assert footer_of(Audit()) == {} and audit_in(None) == Audit()


@pytest.mark.skipif(not bf16_units(), reason="needs a processor with bf16 units")
def test_a_fast_run_says_what_bf16_was_worth_and_gives_the_labels_of_an_exact_one(workspace: Workspace) -> None:
    reviews(workspace)
    exact = workspace.runs / run_inline(workspace, "evaluate", "exact", asked().arguments())
    fast = workspace.runs / run_inline(workspace, "evaluate", "fast", replace(asked(), precision="fast").arguments())
    for path in exact.glob("predictions-*"):
        assert labels(fast / path.name) == labels(path)
        assert unit_in(fast / path.name) != unit_in(path)
    card, other = read_card(fast), read_card(exact)
    assert card and other
    assert card.device.endswith("bf16, close labels in float32") and other.device.endswith("float32")
    assert other.models[0].audit == Audit() and card.models[0].audit.asked > 20
    assert "token sequences in bf16" in card.models[0].audit.in_words
