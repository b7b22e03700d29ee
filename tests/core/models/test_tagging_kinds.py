"""Architectures of all kinds tag each word of a text, whatever texts are asked with it; what they can't read is O."""

from pathlib import Path

import pytest

from core.models.device import choose
from core.models.network import ModelContext, Network
from core.models.registry import family
from core.models.spec import Material, ModelSpec
from core.models.transformer.family import fresh
from core.records import Task
from tests.tiny_models import tiny_model

TEXTS = ["Ada saw Paris in May .", "Ada", "we met Ada Byron near New York again and again , she said", "x y z"]
LABELS = ("O", "B-PER", "I-PER")


def tagger(kind: str, folder: Path) -> Network:
    spec = ModelSpec("tiny", "transformer", str(tiny_model(kind, folder, TEXTS[:3], tagging=True)), max_length=9)
    plan = family("transformer").plan(spec, Task.TAGGING, LABELS, Material())
    return fresh(ModelContext(plan, choose("cpu"), lambda: False), [])


@pytest.mark.parametrize(("kind", "marks"), [("bert", 2), ("roberta", 2), ("xlnet", 2), ("gpt2", 0), ("funnel", 2)])
def test_each_word_has_a_tag_in_any_company(kind: str, marks: int, tmp_path: Path) -> None:
    network = tagger(kind, tmp_path)
    together = network.predict([(text,) for text in TEXTS])
    alone = []
    for text in TEXTS:
        network.learnt.forget()
        alone += network.predict([(text,)])
    assert together == alone
    assert [len(output.tags) for output in together] == [6, 1, 13, 3]
    # Nine tokens are read, some of them the model's marks: of thirteen words the last are not.
    assert [output.unread for output in together] == [0, 0, 13 - (9 - marks), 0]
    assert set(together[2].tags[9 - marks :]) == {"O"}
