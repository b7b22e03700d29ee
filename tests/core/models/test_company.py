"""What a model says of a text hangs on that text alone: not on which texts are asked with it, nor on how many."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from core.models.cnn.family import NETWORKS as CONVOLUTIONAL
from core.models.cnn.family import OF_CHARACTERS
from core.models.device import choose
from core.models.elmo import family as elmo
from core.models.network import ModelContext, Network
from core.models.predictor import Output, Texts
from core.models.recurrent.family import NETWORKS as RECURRENT
from core.models.registry import family, usual_spec
from core.models.spec import Example, Material, ModelSpec
from core.models.transformer import family as transformer
from core.randomness import Draws
from core.records import Task
from data.models.elmo import elmo_weights
from tests.core.models.learning import FROM_SCRATCH, LABELS
from tests.core.models.tiny_elmo import tiny_elmo
from tests.tiny_models import CONFIGS, tiny_model

WORDS = tuple(f"w{n}" for n in range(40))
DRAWN = Draws.seeded("company")
TEXTS: list[Texts] = list(dict.fromkeys((" ".join(DRAWN.sample(WORDS, 1 + n % 23)),) for n in range(120)))
WORDED = {"cnn": CONVOLUTIONAL, "char-cnn": OF_CHARACTERS, **RECURRENT}
EQUAL = {*WORDED, *CONFIGS} - {"funnel"}  # to the bit
KINDS = (*WORDED, "elmo", *CONFIGS)
QUICK = {*WORDED, "elmo", "bert", "funnel"}  # one of each sort; .ci/run tries all
TRIED = [kind if kind in QUICK else pytest.param(kind, marks=pytest.mark.slow) for kind in KINDS]


def network(kind: str, folder: Path) -> Network:
    """An untrained network that gives each label to about half of the texts."""
    spec = FROM_SCRATCH.get(kind) or (usual_spec(kind) if kind in WORDED else pretrained(kind, folder))
    plan = family(spec.kind).plan(spec, Task.CLASSIFICATION, LABELS, Material())
    opening = ModelContext(plan, choose("cpu"), lambda: False, elmo_weights)
    known = [Example((" ".join(WORDS),), "good")]
    fresh = {"elmo": elmo.fresh, "transformer": transformer.fresh} | {kind: own.fresh for kind, own in WORDED.items()}
    made = fresh[spec.kind](opening, known)
    balance(made)
    return made


def pretrained(kind: str, folder: Path) -> ModelSpec:
    if kind == "elmo":
        return ModelSpec(kind, kind, str(tiny_elmo(folder)))
    return ModelSpec(kind, "transformer", str(tiny_model(kind, folder, WORDS)))


def balance(made: Network) -> None:
    """Move the head's bias, where it has one, to where the median text is undecided."""
    import torch

    made.module.eval()
    heads = [part for part in made.module.modules() if getattr(part, "out_features", 0) == len(LABELS)]
    with torch.no_grad():
        gaps = torch.stack([made.outputs([text])[0] for text in TEXTS[:40]]).diff(dim=1)
        if heads[-1].bias is not None:
            heads[-1].bias[0] += gaps.median()


def difference(one: list[Output], other: list[Output]) -> float:
    return max(abs(a.probabilities[0] - b.probabilities[0]) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("kind", TRIED)
def test_a_text_is_answered_the_same_alone_and_in_any_company(tmp_path: Path, kind: str) -> None:
    asked = network(kind, tmp_path)
    alone = [replace(asked).predict([text])[0] for text in TEXTS]  # a copy remembers nothing
    assert {output.label for output in alone} == set(LABELS), "one label for all says nothing"
    for size in (7, len(TEXTS)):
        order = list(TEXTS)
        Draws.seeded("order", size).shuffle(order)
        said = dict[Texts, Output]()
        for at in range(0, len(order), size):
            batch = order[at : at + size]
            said |= dict(zip(batch, replace(asked).predict(batch), strict=True))
        together = [said[text] for text in TEXTS]
        assert [output.label for output in together] == [output.label for output in alone]
        assert together == alone if kind in EQUAL else difference(together, alone) < 1e-4


SHORT = [*((" ".join(WORDS[:n]),) for n in range(6)), ("w1", ""), ("", "")]


@pytest.mark.parametrize("kind", TRIED)
def test_short_and_empty_texts_are_learned_and_answered_too(tmp_path: Path, kind: str) -> None:
    asked = network(kind, tmp_path)
    for text in SHORT if kind in CONFIGS else SHORT[:6]:
        assert asked.outputs([text], training=True).isfinite().all()
        alone, with_another = replace(asked).predict([text]), replace(asked).predict([text, TEXTS[20] * len(text)])
        assert difference(alone, with_another[:1]) < 1e-5


@pytest.mark.parametrize("kind", sorted({*CONFIGS} - {"xlnet", "funnel", "t5"}))  # which have no longest text
def test_a_text_is_cut_off_where_the_model_has_no_more_positions(tmp_path: Path, kind: str) -> None:
    folder = tiny_model(kind, tmp_path, WORDS)
    told = folder / "tokenizer_config.json"  # many models on the hub do not say there how much they read
    told.write_text(json.dumps({k: v for k, v in json.loads(told.read_text()).items() if k != "model_max_length"}))
    plan = family("transformer").plan(
        ModelSpec(kind, "transformer", str(folder), max_length=4096), Task.CLASSIFICATION, LABELS, Material()
    )
    asked = transformer.fresh(ModelContext(plan, choose("cpu"), lambda: False), [])
    long, longer = asked.predict([(" ".join(WORDS * 20),), (" ".join(WORDS * 21),)])
    assert long == longer


def batches_of(made: Network) -> list[int]:
    """The size of every batch that it is asked from now on."""
    import torch

    sizes: list[int] = []

    def seen(module: torch.nn.Module, inputs: object, named: dict[str, torch.Tensor]) -> None:
        sizes.append(len(next(iter(named.values()))))

    made.module.register_forward_pre_hook(seen, with_kwargs=True)
    return sizes


def test_what_rounding_could_tip_is_asked_again_alone() -> None:
    import torch

    both = network("cnn", Path())
    with torch.no_grad():
        both.module.head.weight.mul_(1e-9)
        both.module.head.bias.zero_()  # so that no text is sure
    sizes = batches_of(both)
    both.predict(TEXTS)
    lengths = len({len(text.split()) for (text,) in TEXTS})  # a batch for each, then each text by itself
    assert sum(sizes[:lengths]) == len(TEXTS)
    assert sizes[lengths:] == [4] * len(TEXTS)  # one row four times: as many as are summed as in any batch


def test_a_batch_that_memory_does_not_hold_is_halved_and_answers_the_same() -> None:
    import torch

    roomy = network("cnn", Path())
    texts: list[Texts] = [(" ".join(DRAWN.sample(WORDS, 9)),) for _ in range(64)]  # of one length
    expected, sizes = replace(roomy).predict(texts), list[int]()

    def narrow(module: torch.nn.Module, inputs: object, named: dict[str, torch.Tensor]) -> None:
        sizes.append(len(next(iter(named.values()))))
        if sizes[-1] > 20:
            raise torch.OutOfMemoryError("CUDA out of memory.")

    roomy.module.register_forward_pre_hook(narrow, with_kwargs=True)
    assert roomy.predict(texts) == expected
    assert sizes[:7] == [64, 32, 16, 16, 32, 16, 16]


def test_a_text_that_memory_does_not_hold_by_itself_ends_it() -> None:
    import torch

    cramped = network("cnn", Path())

    def full(module: torch.nn.Module, inputs: object) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory.")

    cramped.module.register_forward_pre_hook(full)
    with pytest.raises(torch.OutOfMemoryError):
        cramped.predict(TEXTS)
