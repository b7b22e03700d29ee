"""The recurrent networks before they learn: their sizes, and their answers by hand, one word after the other."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.models.device import Device
from core.models.recurrent.family import SHAPES
from core.models.registry import catalogue, family, usual_spec
from core.models.spec import Material
from core.records import Task
from data.models.folder import ModelFolder
from tests.core.models.learning import FRAMES, LABELS, lesson, silent

TOKENS = [3, 4, 5, 6]


def sizes(kind: str) -> dict[str, tuple[int, ...]]:
    module = SHAPES[kind].network(50, 6, usual_spec(kind))
    return {name: tuple(tensor.shape) for name, tensor in module.state_dict().items()}


def layer(cell: int, inner: int, units: int) -> dict[str, tuple[int, ...]]:
    """The weights of a recurrent layer read both ways, its gates one under another."""
    return {
        f"recurrent.{name}_l0{way}": shape
        for way in ("", "_reverse")
        for name, shape in {
            "weight_ih": (cell * units, inner),
            "weight_hh": (cell * units, units),
            "bias_ih": (cell * units,),
            "bias_hh": (cell * units,),
        }.items()
    }


def test_textrnn_has_the_sizes_of_its_program() -> None:
    assert sizes("textrnn") == {
        "embedding.weight": (50, 64),
        **layer(3, 64, 64),  # a GRU has three gates
        "pooling.score.0.weight": (16, 128),
        "pooling.score.0.bias": (16,),
        "pooling.score.2.weight": (1, 16),
        "head.weight": (6, 128),
        "head.bias": (6,),
    }


def test_bilstm_pools_by_the_maximum() -> None:
    assert sizes("bilstm") == {
        "embedding.weight": (50, 128),
        **layer(4, 128, 128),  # an LSTM has four
        "head.weight": (6, 256),
        "head.bias": (6,),
    }


def states(module: Any, kind: str) -> Any:
    """[words, units] of the text, each way by torch's cell, a word at a time."""
    import torch

    embedded = module.embedding.weight[TOKENS]
    weights = dict(module.recurrent.named_parameters())
    units = SHAPES[kind].units
    cell = {"textrnn": torch.nn.GRUCell, "bilstm": torch.nn.LSTMCell}[kind](embedded.shape[1], units)
    ways = []
    for way in ("", "_reverse"):
        cell.load_state_dict({name: weights[f"{name}_l0{way}"] for name in cell.state_dict()})
        said: Any = None
        row = []
        for word in embedded.flip(0) if way else embedded:
            said = cell(word[None], said)
            row.append(said[0] if kind == "textrnn" else said[0][0])
        ways.append(torch.stack([state.flatten() for state in (row[::-1] if way else row)]))
    return torch.cat(ways, 1)


def pooled(module: Any, kind: str, of_words: Any) -> Any:
    if kind == "bilstm":
        return of_words.max(0).values
    hidden = (of_words @ module.pooling.score[0].weight.T + module.pooling.score[0].bias).tanh()
    scores = (hidden @ module.pooling.score[2].weight.T).flatten().exp()
    return sum(score / scores.sum() * state for score, state in zip(scores, of_words, strict=True))


@pytest.mark.parametrize("kind", SHAPES)
def test_an_answer_by_hand_whatever_padding_follows(kind: str) -> None:
    import torch

    torch.manual_seed(3)
    module = SHAPES[kind].network(9, 2, usual_spec("bilstm")).eval()
    expected = pooled(module, kind, states(module, kind)) @ module.head.weight.T + module.head.bias
    batch = torch.tensor([[*TOKENS, 0, 0], [8, 7, 3, 8, 7, 5]])
    assert torch.allclose(module(torch.tensor([TOKENS]))[0], expected, atol=1e-6)
    assert torch.allclose(module(batch)[0], expected, atol=1e-6)


def test_dropout_stands_before_the_layer_and_before_the_head() -> None:
    import torch

    module = SHAPES["bilstm"].network(9, 2, usual_spec("bilstm"))
    assert module.dropout.p == 0.5
    assert not module.embedding.weight[0].any()
    torch.manual_seed(0)
    one, other = (module(torch.tensor([TOKENS])) for _ in range(2))
    assert not torch.equal(one, other)


def test_the_forms_offer_them_and_do_not_begin_with_them() -> None:
    assert [(e.name, e.at_first) for e in catalogue() if e.name in ("minilm", "cnn", *SHAPES)] == [
        ("minilm", True),
        ("textrnn", False),
        ("cnn", True),
        ("bilstm", False),
    ]
    assert [usual_spec(kind).name for kind in SHAPES] == ["TextRNN", "BiLSTM"]


def test_the_sizes_are_those_that_are_asked_for() -> None:
    module = SHAPES["bilstm"].network(50, 6, replace(usual_spec("bilstm"), embedding=768, hidden=768, dropout=0.1))
    assert module.embedding.weight.shape == (50, 768)
    assert (module.recurrent.hidden_size, module.head.in_features, module.dropout.p) == (768, 1536, 0.1)


@pytest.mark.parametrize("kind", ["textrnn", "bilstm", "cnn"])
def test_recurrent_networks_stay_in_float32_where_a_gpu_has_bf16(kind: str, tmp_path: Path) -> None:
    """CUDA's autocast runs their layers in fp16, whatever type is asked for."""
    spec = replace(usual_spec(kind), epochs=1, batch_size=8)
    material = Material(lesson(), lesson(FRAMES[:1]), precision="bf16")
    plan = family(kind).plan(spec, Task.CLASSIFICATION, LABELS, material)
    fast = Device("cpu", True, "a GPU", fast=True)
    network: Any = family(kind).ready(plan, material, fast, ModelFolder(tmp_path), silent)
    used, recurrent = network.opening.device, kind != "cnn"
    assert (used.bf16, used.fast) == (not recurrent, not recurrent)
    exact = family(kind).plan(spec, Task.CLASSIFICATION, LABELS, replace(material, precision="float32"))
    assert (exact.digest == plan.digest) is recurrent
