"""Models where nobody sees this disk: their files go and come as bytes, and what a training keeps is told."""

from pathlib import Path
from typing import Any

import pytest

from core.models.device import choose
from core.models.family import ModelPlan
from core.models.registry import family
from core.models.spec import Example, Material
from core.models.training.history import History
from core.records import Task
from data.jobs.messages import WorkerMessage, run_and_send
from data.models import far
from data.models.far import Mirrored, MirroredFolder, at_hand_far, laid_out, pack_training, packed, train_far
from data.models.folder import ModelFolder
from data.models.ready import freed_after, ready
from tests.data.runs.run_data import CNN

EXAMPLES = [Example((f"a {word} day",), label) for word, label in (("fine", "good"), ("dull", "bad"))]
MATERIAL = Material(EXAMPLES * 8, EXAMPLES)


@pytest.fixture
def plan() -> ModelPlan:
    return family("cnn").plan(CNN, Task.CLASSIFICATION, ("bad", "good"), MATERIAL)


def told_by(fn: Any, *args: Any) -> list[Any]:
    """What the work tells, once it has returned."""
    messages: list[WorkerMessage] = []
    run_and_send(fn, args, messages.append)
    *told, last = messages
    assert last.kind == "result", last.value
    return [one.value for one in told]


def test_files_are_packed_and_laid_out_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "model" / "parts").mkdir(parents=True)
    (tmp_path / "model" / "card.json").write_text("{}")
    (tmp_path / "model" / "parts" / "one").write_bytes(b"\x00")
    assert packed(tmp_path / "model") == {"card.json": b"{}", "parts/one": b"\x00"}
    assert packed(tmp_path / "model" / "card.json") == {".": b"{}"}
    assert packed(tmp_path / "absent") is None
    for name in ("model", "model/card.json"):
        files = packed(tmp_path / name)
        assert packed(laid_out(tmp_path / "copy", files)) == files
    assert packed(laid_out(tmp_path / "copy", None)) is None
    assert packed(laid_out(tmp_path / "copy", {})) == {}


@pytest.mark.parametrize("name", ["../out", "/tmp/out", "a/../../out"])
def test_files_lie_nowhere_else(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="is no path in a model's folder"):
        laid_out(tmp_path / "model", {name: b""})
    assert not (tmp_path / "out").exists()


def test_a_model_that_was_trained_far_away_is_the_one_trained_here(tmp_path: Path, plan: ModelPlan) -> None:
    device = choose("cpu")
    models = tmp_path / "models"
    with freed_after():
        for message in told_by(train_far, plan, device, MATERIAL, {}, None):
            if isinstance(message, Mirrored):
                models.mkdir(exist_ok=True)
                laid_out(models / message.name, message.files)
    with freed_after():
        ready(plan, device, ModelFolder(tmp_path / "here"), MATERIAL)
    assert [path.name for path in models.iterdir()] == [plan.digest]  # no checkpoint, no part
    trained, here = packed(models / plan.digest), packed(tmp_path / "here")
    assert trained and here and trained["weights.safetensors"] == here["weights.safetensors"]
    with freed_after(), at_hand_far(plan, device, lambda: trained, None) as folder:
        assert folder.kept()
        assert not tmp_path.is_relative_to(folder.path.parent)
        with at_hand_far(plan, device, lambda: pytest.fail("it is in memory"), None):
            pass
    assert not folder.path.parent.exists()


def test_what_a_training_leaves_is_told_and_goes_along_to_the_next_worker(tmp_path: Path) -> None:
    far_off, near, following = (tmp_path / name for name in ("far", "near", "next"))
    for place in (far_off, near, following):
        place.mkdir()
    folder = MirroredFolder(far_off / "abc")
    told = told_by(lambda: (folder.keep_checkpoint({"step": 3}), folder.part(2).note(History())))
    assert [message.name for message in told] == [".abc.training", "..abc.try-2.history"]
    for message in told:
        laid_out(near / message.name, message.files)
    (near / "another").mkdir()
    held = pack_training(ModelFolder(near / "abc"))
    assert sorted(held) == ["..abc.try-2.history", ".abc.training"]
    laid_out(following / ".abc.training", held[".abc.training"])
    assert ModelFolder(following / "abc").checkpoint() == {"step": 3}
    forgotten = told_by(folder.forget_checkpoint)
    assert Mirrored(".abc.training", None) in forgotten


def test_what_killed_workers_left_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(far.tempfile, "gettempdir", lambda: str(tmp_path))
    (tmp_path / f"{far.PREFIX}999999999").mkdir()
    with far._own_folder() as own:
        assert [path.name for path in tmp_path.iterdir()] == [own.name]
    assert list(tmp_path.iterdir()) == []
