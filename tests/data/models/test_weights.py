"""Which weights a model starts from: by the content of its folder, or its revision on the hub."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import BadInput
from core.models.registry import usual_spec
from core.models.spec import ModelSpec
from data.datasets.stored import dataset_card
from data.jobs.job import run_inline
from data.models.weights import weights_of
from data.workspace import Workspace
from tests.data.runs.run_data import asked, reviews, tiny


def spec(folder: Path) -> ModelSpec:
    return ModelSpec("mine", "transformer", str(folder))


def test_a_folder_that_changed_holds_other_weights(tmp_path: Path) -> None:
    file = tmp_path / "one" / "model.safetensors"
    file.parent.mkdir()
    (file.parent / "config.json").write_text("{}", encoding="utf-8")
    file.write_bytes(b"weights")
    before = weights_of(spec(file.parent))
    (tmp_path / "one").rename(tmp_path / "two")
    moved = tmp_path / "two" / "model.safetensors"
    assert weights_of(spec(moved.parent)) == before  # the place is in the spec; this is the content alone
    moved.write_bytes(b"WEIGHTS")
    os.utime(moved, ns=(1, 1))
    assert weights_of(spec(moved.parent)) != before
    moved.write_bytes(b"weights")
    assert weights_of(spec(moved.parent)) == before
    moved.rename(moved.with_name("another.safetensors"))
    assert weights_of(spec(moved.parent)) != before


def test_a_folder_that_holds_no_model_is_not_read_through(tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    with pytest.raises(BadInput, match=r"has no config\.json, so it is not a model; give a model's folder"):
        weights_of(spec(tmp_path))
    with pytest.raises(BadInput, match=r"The folder '/' has no config"):
        weights_of(spec(Path("/")))


def test_what_starts_from_nothing_has_no_weights_and_minilm_has_its_own() -> None:
    assert weights_of(usual_spec("cnn")) == ""
    assert len(weights_of(usual_spec("minilm"))) == 20


def test_a_hub_that_is_out_of_reach_leaves_what_was_fetched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    assert weights_of(spec(Path("never/fetched"))) == ""
    snapshot = tmp_path / "models--once--fetched" / "snapshots" / "abc"
    snapshot.mkdir(parents=True)
    (snapshot / "config.json").write_text("{}", encoding="utf-8")
    refs = tmp_path / "models--once--fetched" / "refs"
    refs.mkdir()
    (refs / "main").write_text("abc", encoding="utf-8")
    assert weights_of(spec(Path("once/fetched"))) == "abc"
    assert weights_of(spec(Path("no/such folder/at all"))) == ""


def test_other_weights_in_the_same_folder_are_trained_anew(workspace: Workspace, tmp_path: Path) -> None:
    reviews(workspace)
    assert dataset_card(workspace, "reviews").splits
    model = replace(tiny(tmp_path / "model"), epochs=1)
    evaluation = asked(model).arguments()
    run_inline(workspace, "evaluate", "a run", evaluation)
    run_inline(workspace, "evaluate", "the same", evaluation)
    assert len(list(workspace.models.glob("*/flinch.json"))) == 1
    (tmp_path / "model" / "note.txt").write_text("changed", encoding="utf-8")
    run_inline(workspace, "evaluate", "changed", evaluation)
    assert len(list(workspace.models.glob("*/flinch.json"))) == 2
