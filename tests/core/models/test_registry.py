"""Families are found by their kind, and their models by a short name or a path."""

from dataclasses import replace

import pytest

from core.errors import BadInput
from core.models.registry import catalogue, family, usual_spec
from core.models.spec import Material, ModelSpec
from core.models.tasks import objective
from core.records import Task
from tests.core.models.learning import LABELS, lesson


def test_every_short_name_leads_to_a_spec_of_a_family() -> None:
    assert {entry.name for entry in catalogue()} >= {"minilm", "textrnn", "cnn", "bilstm", "char-cnn"}
    for entry in catalogue():
        assert usual_spec(entry.name) == entry.spec
        assert family(entry.spec.kind).kind == entry.spec.kind
    assert usual_spec("some/bert/") == ModelSpec("bert", "transformer", "some/bert/")


def test_what_no_family_takes_is_named() -> None:
    known = "minilm, textrnn, cnn, char-textrnn, char-cnn, char-bilstm, bilstm"
    with pytest.raises(BadInput, match=f"no model ''; choose {known}, a hub name or a folder"):
        usual_spec("")
    kinds = "as-is, bilstm, char-bilstm, char-cnn, char-textrnn, cnn, elmo, endpoint, function, textrnn, transformer"
    with pytest.raises(BadInput, match=f"no model family 'oracle'; choose one of {kinds}"):
        family("oracle")
    with pytest.raises(BadInput, match="'nameless' has no path"):
        family("transformer").plan(ModelSpec("nameless", "transformer"), Task.CLASSIFICATION, LABELS, Material())


def test_what_decides_a_model_is_in_its_digest() -> None:
    spec, examples = usual_spec("cnn"), lesson()

    def digest(spec: ModelSpec, material: Material, labels: tuple[str, ...] = LABELS) -> str:
        return family(spec.kind).plan(spec, Task.CLASSIFICATION, labels, material).digest

    usual = digest(spec, Material(examples))
    assert digest(replace(spec, name="other"), Material(list(examples))) == usual
    others = [replace(spec, seed=1), replace(spec, epochs=1), usual_spec("minilm"), usual_spec("some/bert")]
    digests = [digest(other, Material(examples)) for other in others]
    digests += [digest(spec, Material(examples[1:])), digest(spec, Material(examples, examples[:1]))]
    digests += [digest(spec, Material(examples), LABELS[::-1])]
    assert len({usual, *digests}) == 8


def test_a_plan_costs_what_its_training_reads() -> None:
    # 40 texts three times over (forward, backward, step) and 8 of dev, in each of 2 epochs.
    spec = replace(usual_spec("some/bert"), epochs=2)
    plan = family(spec.kind).plan(spec, Task.CLASSIFICATION, LABELS, Material(lesson(), lesson()[:8]))
    assert (plan.cost.training, plan.cost.text, plan.trained_on) == (2 * (3 * 40 + 8), 1, 40)


def test_the_objective_of_labels_by_hand() -> None:
    import torch

    labels = objective(Task.PAIR_CLASSIFICATION)
    assert labels.size(("no", "yes", "maybe")) == 3
    assert labels.targets(["maybe", "no"], ("no", "yes", "maybe")) == [2, 0]
    outputs = torch.tensor([[0.0, 0.0], [1.0, 4.0]]).log()  # softmax of a logarithm: its shares
    outputs[0] = 0.0
    one, other = labels.read(outputs, ("no", "yes"))
    assert (one.label, one.probabilities) == ("no", (0.5, 0.5))  # equally likely: the first label
    assert (other.label, other.probabilities) == ("yes", pytest.approx((0.2, 0.8)))
    assert labels.metric(["no", "no"], [one, other]) == 0.5
    # Where "no" weighs 1 and "yes" 3: (1 log 2 + 3 log 1.25) / 4
    weighted = labels.loss(outputs, torch.tensor([0, 1]), torch.tensor([1.0, 3.0]))
    assert weighted.item() == pytest.approx(0.340644, abs=1e-6)
    # -log of the gold label's share: (log 2 + log 5) / 2
    assert labels.loss(outputs, torch.tensor([0, 0]), None).item() == pytest.approx(1.151293, abs=1e-6)
