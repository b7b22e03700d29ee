"""Models of runs asked about any text: found, opened, asked in a process of their own, and gone."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import BadInput
from core.models.predictor import NumberAnswer, Tagged
from core.models.registry import usual_spec
from core.records import Bounds, DatasetCard, Sample, Task, TextField
from core.rewrite import Piece, Rewrite
from data.datasets.stored import save_dataset
from data.flips.answers import flips_of
from data.jobs.job import run_inline
from data.models.ready import freed_after
from data.runs.model_process import model_process, predictions_by, respond
from data.runs.removal import remove
from data.runs.stored_models import opened, stored_model, stored_models
from data.workspace import Workspace
from tests.data.endpoints.chat_server import chat_server
from tests.data.runs.run_data import CNN, asked, reviews, tiny
from tests.data.runs.test_endpoint_run import judged

PLUGIN = """import flinch


@flinch.model("shouting")
def shouting(text):
    return "good" if "!" in text else "bad"
"""
ROWS = [("a lovely book with a great end",), ("so dull and grey a film",)]


@pytest.fixture
def process() -> Iterator[None]:
    yield
    for of_endpoints in (False, True):
        model_process(of_endpoints).close()


def evaluated(workspace: Workspace, *models: object, title: str = "Reviews") -> str:
    reviews(workspace)
    return run_inline(workspace, "evaluate", title, asked(*models).arguments())  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_trained_model_is_listed_once_and_says_in_its_process_what_it_says_here(
    workspace: Workspace, tmp_path: Path, process: None
) -> None:
    assert stored_models(workspace) == []
    first = evaluated(workspace, CNN, tiny(tmp_path / "tiny"))
    again = evaluated(workspace)
    cnn, bert = stored_models(workspace)
    assert [(one.name, one.run, one.dataset) for one in (cnn, bert)] == [
        ("CNN", again, "reviews"),
        ("tiny", first, "reviews"),
    ]
    assert stored_model(workspace, "CNN") == cnn and stored_model(workspace, "CNN", again) == cnn
    for model in (cnn, bert, cnn):
        with freed_after():
            here = opened(workspace, model, "cpu").predict(ROWS)
        there = predictions_by(workspace, model, ROWS)
        assert [one.label for one in there] == [one.label for one in here]
        for one, other in zip(there, here, strict=True):
            assert one.probabilities == pytest.approx(other.probabilities, abs=1e-6)
    assert [one.label for one in predictions_by(workspace, cnn, ROWS)] == ["good", "bad"]


def test_what_was_removed_is_left_out_and_whoever_still_asks_is_told(workspace: Workspace) -> None:
    run = evaluated(workspace)
    [model] = stored_models(workspace)
    request = {"workspace": str(workspace.root), "run": run, "model": "CNN", "texts": ROWS}
    with freed_after():
        assert respond(request)["error"] == ""
    shutil.rmtree(workspace.models / model.digest)
    assert stored_models(workspace) == []
    with pytest.raises(BadInput, match="The model 'CNN' was deleted; to get it back, evaluate it on reviews again"):
        opened(workspace, model)
    assert "There is no model 'CNN' of the run" in respond(request)["error"]
    evaluated(workspace)  # trains it again
    assert [one.digest for one in stored_models(workspace)] == [model.digest]
    with pytest.raises(BadInput, match="There is no model 'ELMo' that can predict here; choose one of CNN"):
        stored_model(workspace, "ELMo")
    for path in workspace.runs.glob("*"):
        remove(workspace, path.name)
    with pytest.raises(BadInput, match="first, evaluate a model on a data set of single texts"):
        stored_model(workspace, "CNN")


def test_models_of_pairs_and_runs_without_a_readable_job_are_left_out(workspace: Workspace) -> None:
    reviews(workspace, Task.PAIR_CLASSIFICATION)
    run_inline(workspace, "evaluate", "Pairs", asked().arguments())
    assert stored_models(workspace) == []
    run = evaluated(workspace)
    (workspace.jobs / run / "spec.json").write_text("{", encoding="utf-8")
    assert stored_models(workspace) == []


@pytest.mark.slow
def test_taggers_and_models_of_numbers_are_asked_where_their_tasks_are_wanted(
    workspace: Workspace, process: None
) -> None:
    people = [
        Sample("people", "train" if n % 4 else "test", (TextField("text", f"{name} met Bo ."),), "", n, tags)
        for n, (name, tags) in enumerate([("Ann", ("B-PER", "O", "B-PER", "O")), ("He", ("O", "O", "B-PER", "O"))] * 8)
    ]
    save_dataset(workspace, DatasetCard("people", Task.TAGGING, ("PER",), ("text",), {}), people)
    pairs = (TextField("one", "a dog"), TextField("two", "a cat"))
    alike = [Sample("alike", "train" if n % 4 else "test", pairs, f"{n % 6}", n) for n in range(24)]
    card = DatasetCard("alike", Task.SIMILARITY, (), ("one", "two"), {}, scale=Bounds(0, 5))
    save_dataset(workspace, card, alike)
    for dataset, model in (("people", usual_spec("bilstm")), ("alike", CNN)):
        asks = asked(replace(model, epochs=1), dataset=dataset)
        run_inline(workspace, "evaluate", dataset, asks.arguments())
    assert stored_models(workspace) == []
    numbers, tagger = stored_models(workspace, tuple(Task))
    assert (numbers.task, tagger.task, tagger.labels) == (Task.SIMILARITY, Task.TAGGING, ("O", "B-PER", "I-PER"))
    [tags] = predictions_by(workspace, tagger, [("Ann met Bo .",)])
    [number] = predictions_by(workspace, numbers, [("a dog", "a cat")])
    assert isinstance(tags, Tagged) and len(tags.tags) == 4 and set(tags.tags) <= set(tagger.labels)
    assert isinstance(number, NumberAnswer) and 0 <= number.value <= 5
    moved = flips_of(workspace, numbers)
    edit = Rewrite.of("a dog", [Piece(2, 5, "cat")])
    assert moved(edit, NumberAnswer(4.0), NumberAnswer(3.4)) and not moved(edit, NumberAnswer(4.0), NumberAnswer(3.5))


def test_several_models_stay_in_memory_where_they_are_asked_together(workspace: Workspace) -> None:
    evaluated(workspace, CNN, replace(CNN, name="Other", seed=3))
    one, other = stored_models(workspace)
    with freed_after():
        first = opened(workspace, one, "cpu", beside=1)
        assert opened(workspace, other, "cpu", beside=1) is not first
        assert opened(workspace, one, "cpu", beside=1) is first
        opened(workspace, other, "cpu")
        assert opened(workspace, one, "cpu", beside=1) is first  # the other was there already
        opened(workspace, one, "cpu")
    with freed_after():
        first = opened(workspace, one, "cpu")
        opened(workspace, other, "cpu")
        assert opened(workspace, one, "cpu") is not first


def test_an_endpoint_is_asked_in_a_process_without_torch(workspace: Workspace, process: None) -> None:
    with chat_server(judged) as server:
        evaluated(workspace, usual_spec(f"endpoint:{server.url}#small-chat"))
        [model] = stored_models(workspace)
        assert [one.label for one in predictions_by(workspace, model, ROWS)] == ["good", "bad"]
        requests = len(server.asked)
        assert [one.label for one in predictions_by(workspace, model, ROWS)] == ["good", "bad"]
        assert len(server.asked) == requests  # what it answered is kept
        pid = model_process(True).pid
        assert pid and model_process(False).pid is None
        assert "libtorch" not in Path(f"/proc/{pid}/maps").read_text(encoding="utf-8")


def test_a_function_of_a_plugin_is_asked_where_the_plugin_is_known(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, process: None
) -> None:
    plugin = tmp_path / "stored_models_plugin.py"
    plugin.write_text(PLUGIN, encoding="utf-8")
    monkeypatch.setenv("FLINCH_PLUGINS", str(plugin))
    from data.plugins import load_plugins

    load_plugins()
    evaluated(workspace, usual_spec("shouting"))
    [model] = stored_models(workspace)
    assert [one.label for one in predictions_by(workspace, model, [("Yes!",), ("Yes.",)])] == ["good", "bad"]
    monkeypatch.delenv("FLINCH_PLUGINS")
    model_process(False).close()
    with pytest.raises(BadInput, match="There is no model 'shouting' of the run"):
        predictions_by(workspace, model, [("Yes!",)])
