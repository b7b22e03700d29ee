"""The grid of nine trainings, its rule, and the recipes of the papers' programs."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.errors import BadInput
from core.models.device import choose
from core.models.predictor import Predictor
from core.models.registry import family, usual_spec
from core.models.spec import Material, ModelSpec
from core.models.training.history import GridTraining, History
from core.models.training.recipes import RECIPES, recipe, specs_of
from core.models.training.search import candidates, chosen
from core.records import Task
from data.models.folder import ModelFolder
from tests.core.models.learning import CNN, FRAMES, LABELS, lesson, right, silent, texts_of

GRID = replace(CNN, search="grid", batch_size=4, restarts=0)
MATERIAL = Material(lesson(FRAMES[:3]), lesson(FRAMES[3:]))


def ready(folder: ModelFolder, report: Any = silent, material: Material = MATERIAL) -> Predictor:
    plan = family("cnn").plan(GRID, Task.CLASSIFICATION, LABELS, material)
    return family("cnn").ready(plan, material, choose("cpu"), folder, report)


def test_the_grid_is_three_rates_by_three_numbers_of_epochs() -> None:
    asked = [(spec.learning_rate, spec.epochs) for spec in candidates(GRID)]
    assert asked == [(rate, epochs) for rate in (1e-5, 5e-5, 1e-4) for epochs in (5, 7, 10)]
    assert {spec.search for spec in candidates(GRID)} == {""}


def test_the_rule_weighs_dev_four_times_as_much_as_train() -> None:
    tried = (
        GridTraining(1e-5, 5, 0.9, 0.5),
        GridTraining(5e-5, 5, 0.5, 0.6),
        GridTraining(1e-4, 5, fault="it learned nothing"),
    )
    assert [one.score for one in tried] == pytest.approx([0.58, 0.58, -1])
    assert chosen((*tried, GridTraining(1e-4, 7, 0.5, 0.7))) == 3
    assert chosen((tried[2], tried[0], tried[0])) == 1  # the first of equals
    assert tried[0].in_words == "5 epochs, learning rate 1e-05, score 0.2 x 0.900 + 0.8 x 0.500 = 0.580"
    assert tried[2].in_words == "5 epochs: it learned nothing"


def test_the_best_of_the_grid_is_kept_with_all_that_was_tried(tmp_path: Path) -> None:
    folder, told = ModelFolder(tmp_path / "model"), list[tuple[int, int, str]]()
    network: Any = ready(folder, lambda *said: told.append(said))
    tried = folder.history.tried
    assert [(one.learning_rate, one.epochs) for one in tried] == [(s.learning_rate, s.epochs) for s in candidates(GRID)]
    best = tried[chosen(tried)]
    assert best.score == max(one.score for one in tried) > 0
    assert len(folder.history.attempts[-1].epochs) == best.epochs
    assert folder.history.in_words.startswith(f"the best of 9 trainings by F1 on train and dev: {best.in_words}; epoch")
    said = [output.label for output in network.predict(texts_of(MATERIAL.dev))]
    gold = [example.label for example in MATERIAL.dev]
    both = sum(g == s == "good" for g, s in zip(gold, said, strict=True))
    assert best.dev == pytest.approx(2 * both / [*gold, *said].count("good"))
    assert [path.name for path in tmp_path.iterdir()] == ["model"]  # nothing is left of the others
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)
    assert {total for _, total, _ in told} == {1000}
    assert right(ready(folder), MATERIAL.dev) == right(network, MATERIAL.dev)  # read, and not trained again


@pytest.mark.slow
def test_a_stopped_grid_goes_on_with_the_training_that_was_under_way(tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    def stop(done: int, total: int, message: str) -> None:
        if message.startswith("Training CNN: epoch 3 of 10") and "3 of 9" in message:
            raise Stop

    folder, told = ModelFolder(tmp_path / "model"), list[str]()
    with pytest.raises(Stop):
        ready(folder, stop)
    first = folder.history.tried
    assert len(first) == 2
    resumed = ready(folder, lambda done, total, message: told.append(message))
    assert told[0] == "Training CNN: epoch 3 of 10 (training 3 of 9)"
    undisturbed = ready(ModelFolder(tmp_path / "other"))
    assert resumed.predict(texts_of(lesson())) == undisturbed.predict(texts_of(lesson()))
    assert folder.history == ModelFolder(tmp_path / "other").history


def test_a_grid_needs_dev_and_a_training_that_learns(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="needs scores on dev"):
        ready(ModelFolder(tmp_path / "model"), material=Material(lesson()))
    with pytest.raises(BadInput, match="nothing to train 'CNN' on"):
        ready(ModelFolder(tmp_path / "model"), material=Material((), lesson()))
    with pytest.raises(BadInput, match="use the search 'random'"):
        replace(GRID, search="random")
    with pytest.raises(BadInput, match="restarts is -1"):
        replace(GRID, restarts=-1)


def test_a_grid_costs_all_of_its_trainings() -> None:
    single, grid = (family("cnn").cost(spec, 30, 10).training for spec in (CNN, GRID))
    # 66 epochs of 3 * 30 + 10 texts, and nine times all 40 for their scores; 0.05 a text.
    assert single == pytest.approx(0.05 * 8 * 100)
    assert grid == pytest.approx(0.05 * (66 * 100 + 9 * 40))


def test_a_recipe_is_what_the_program_did_and_leaves_networks_from_scratch_alone() -> None:
    bert = ModelSpec("bert", "transformer", "bert-base-cased", seed=3)
    romero = recipe("romero").of(bert)
    assert (romero.search, romero.batch_size, romero.max_length, romero.warm_up) == ("grid", 32, 512, 0)
    assert (romero.weight_decay, romero.keep, romero.restarts, romero.seed) == (0.01, "last", 0, 8888)
    assert recipe("romero").of(replace(bert, path="xlnet-base-cased")).batch_size == 16
    assert romero.batches == "chance"
    talman = recipe("talman").of(bert)
    assert talman.seed == 42
    assert [spec.seed for by in (None, 5) for spec in specs_of(["minilm", "cnn"], "talman", seed=by)] == [42, 0, 5, 5]
    assert (talman.learning_rate, talman.epochs, talman.max_length, talman.weight_decay) == (2e-5, 3, 128, 0)
    assert [known.name for known in RECIPES if known.of(usual_spec("cnn")) != usual_spec("cnn")] == ["clouatre"]
    zhang = recipe("zhang").of(usual_spec("textrnn"))
    assert (zhang.learning_rate, zhang.epochs, zhang.batch_size, zhang.max_length) == (8e-3, 5, 64, 256)
    assert recipe("usual").of(bert) == bert
    (minilm, cnn) = specs_of(["minilm", "cnn"], "talman", seed=4, class_weights=True)
    assert (minilm.learning_rate, minilm.seed, minilm.class_weights) == (2e-5, 4, True)
    assert cnn == replace(usual_spec("cnn"), seed=4, class_weights=True)
    with pytest.raises(BadInput, match="no recipe 'kim'; choose usual, romero, talman, clouatre"):
        recipe("kim")


def test_clouatre_et_al_state_their_settings_for_networks_from_nothing_too() -> None:
    # Appendix A of the paper: patience of two epochs, 6 % warm-up, 512 tokens, 2,048 characters.
    pretrained = recipe("clouatre").of(ModelSpec("roberta", "transformer", "roberta-base", seed=2))
    assert (pretrained.learning_rate, pretrained.epochs, pretrained.batch_size) == (2e-5, 3, 32)
    assert (pretrained.weight_decay, pretrained.keep, pretrained.seed) == (0.1, "best", 2)
    for name in ("cnn", "bilstm", "textrnn"):
        made = recipe("clouatre").of(usual_spec(name))
        assert (made.learning_rate, made.epochs, made.batch_size, made.weight_decay) == (1e-4, 50, 128, 1e-6)
        assert (made.patience, made.warm_up, made.max_length) == (2, 0.06, 512)
        assert (made.embedding, made.hidden, made.dropout) == (768, 768, 0.1)  # RoBERTa-base's
    of_characters = recipe("clouatre").of(usual_spec("char-bilstm"))
    assert (of_characters.max_length, of_characters.epochs) == (2048, 50)


def test_moradi_and_samwald_state_theirs_by_model_and_task() -> None:
    # Tables 6 to 8 of the paper's appendix.
    def of(name: str, path: str) -> tuple[float, ...]:
        made = recipe(name).of(ModelSpec("m", "transformer", path))
        return made.learning_rate, made.epochs, made.batch_size, made.max_length, made.warm_up, made.weight_decay

    assert of("moradi", "FacebookAI/roberta-large") == (1e-5, 20, 12, 64, 0.06, 0.1)
    assert of("moradi", "bert-large-cased") == of("moradi", "minilm") == (2e-5, 20, 12, 64, 0.06, 0.01)
    assert of("moradi", "xlnet-large-cased") == (2e-5, 10, 8, 128, 0.06, 0.01)
    assert of("moradi-sentiment", "bert-large-cased")[:2] == (1e-5, 15)
    assert of("moradi-sentiment", "roberta-large")[:2] == (1e-5, 15)


def test_a_history_with_a_grid_survives_being_written(tmp_path: Path) -> None:
    folder = ModelFolder(tmp_path / "model")
    folder.note(History(tried=(GridTraining(1e-5, 5, 0.5, 0.25), GridTraining(1e-4, 5, fault="it fell asleep"))))
    assert folder.history.tried == (GridTraining(1e-5, 5, 0.5, 0.25), GridTraining(1e-4, 5, fault="it fell asleep"))
    assert folder.history.in_words == ""
    folder.drop()
    assert list(tmp_path.iterdir()) == []
