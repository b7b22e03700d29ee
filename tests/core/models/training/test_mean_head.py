"""A head over the mean of all tokens, as MiniLM has one: it reads a text's own tokens, learns faster, and is kept."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from core.errors import BadInput
from core.models.device import choose
from core.models.network import ModelContext, Network
from core.models.registry import family, usual_spec
from core.models.spec import Material, ModelSpec
from core.models.training.recipes import RECIPES, recipe
from core.models.training.state import TrainingState
from core.models.transformer.family import fresh
from core.records import Task
from tests.core.models.learning import LABELS, lesson, right, texts_of, tiny, trained

SHORT, LONG = ("a great book",), ("we saw a great film today",)


def opened(spec: ModelSpec) -> Network:
    plan = family("transformer").plan(spec, Task.CLASSIFICATION, LABELS, Material())
    return fresh(ModelContext(plan, choose("cpu"), lambda: False), [])


def test_the_head_reads_the_mean_of_a_texts_own_tokens_in_whatever_company(tmp_path: Path) -> None:
    network = opened(tiny(tmp_path, head="mean"))
    module = network.module.eval()
    with torch.no_grad():
        states = module.base_model(**network.encode([SHORT], False)).last_hidden_state[0]
        expected = module.head(states.mean(0))
        alone, padded = network.outputs([SHORT])[0], network.outputs([SHORT, LONG])[0]
    assert states.shape[0] == 5  # three words between two marks
    assert alone.tolist() == pytest.approx(expected.tolist(), abs=1e-6)
    assert padded.tolist() == pytest.approx(expected.tolist(), abs=1e-5)


def test_a_model_with_such_a_head_learns_and_is_read_again_as_it_was_kept(tmp_path: Path) -> None:
    spec = tiny(tmp_path, head="mean", head_rate=10.0, learning_rate=1e-3)
    network = trained(spec, tmp_path / "model", lesson())
    assert right(network, lesson()) > 0.9
    again = trained(spec, tmp_path / "model", [])  # nothing to learn from: it must be read
    assert again is not network
    ours, kept = network.module.state_dict(), again.module.state_dict()
    assert ours.keys() == kept.keys() and all(torch.equal(ours[name], kept[name]) for name in ours)
    assert again.predict(texts_of(lesson())) == network.predict(texts_of(lesson()))


def test_the_head_learns_at_its_own_rate_where_one_is_set(tmp_path: Path) -> None:
    spec = tiny(tmp_path, learning_rate=1e-4)
    for asked, heads in ((replace(spec, head="mean"), 2), (spec, 2)):
        network = opened(replace(asked, head_rate=10.0))
        groups = TrainingState.begun(network, 10, LABELS).optimiser.param_groups
        assert [group["initial_lr"] for group in groups] == pytest.approx([1e-4, 1e-4, 1e-3, 1e-3])
        assert [group["weight_decay"] for group in groups] == [0.01, 0, 0.01, 0]
        assert sum(len(group["params"]) for group in groups[2:]) == heads
        assert len(list(network.module.parameters())) == sum(len(group["params"]) for group in groups)
        assert len(TrainingState.begun(opened(asked), 10, LABELS).optimiser.param_groups) == 2


def test_other_models_keep_their_own_head_and_papers_have_one_rate() -> None:
    own, minilm = usual_spec("some/bert"), usual_spec("minilm")
    assert (own.head, own.head_rate) == ("", 0) and (minilm.head, minilm.head_rate) == ("mean", 10)
    assert minilm.trained_id(Material()) != replace(minilm, head="").trained_id(Material())
    papers = [known.of(minilm) for known in RECIPES if known.name not in ("usual", "zhang")]
    assert {spec.head_rate for spec in papers} == {0}  # one rate for all, as in their programs
    assert recipe("zhang").of(minilm) == minilm  # of which the paper says nothing
    with pytest.raises(BadInput, match="use the head 'max'"):
        replace(minilm, head="max")
