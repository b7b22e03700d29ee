"""How a tokenizer's texts are read: by its engine as by itself, once however they are asked, and padded."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.hints.similarity import default_model
from core.models.network import Network
from core.models.predicting.reading import Encoded, numbered, padded
from core.models.predictor import Texts
from core.models.transformer.reading import TokenizerReading, passes_on
from tests.core.models.test_company import TEXTS, WORDS, network
from tests.tiny_models import CONFIGS, tiny_model

SINGLE: list[Texts] = [("w1 w2",), ("",), ("unheard [SEP] w3 </s>",), (" ".join(WORDS * 5),), ("w4 \U0001f600  w5",)]
PAIRS: list[Texts] = [("w1 w2", "w3"), ("", "w4"), ("w5", ""), (" ".join(WORDS * 2), " ".join(WORDS))]


def _tokenizer(kind: str, folder: Path) -> Any:
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(default_model() if kind == "minilm" else tiny_model(kind, folder, WORDS))


@pytest.mark.parametrize("texts", [SINGLE, PAIRS], ids=["single", "pairs"])
@pytest.mark.parametrize("kind", ["minilm", *CONFIGS])
def test_the_engine_reads_what_the_tokenizer_reads(tmp_path: Path, kind: str, texts: list[Texts]) -> None:
    import torch

    tokenizer = _tokenizer(kind, tmp_path)
    reading = TokenizerReading(tokenizer, 50, left=kind == "xlnet")
    assert passes_on(tokenizer)
    made = reading(texts, True)
    sides = [list(side) for side in zip(*texts, strict=True)]
    how: dict[str, Any] = {"truncation": True, "max_length": 50, "padding": True, "split_special_tokens": True}
    expected = dict(tokenizer(*sides, **how, return_tensors="pt"))
    empty = expected["attention_mask"].sum(1) == 0  # read as one token of padding
    expected["attention_mask"][empty, -1 if kind == "xlnet" else 0] = 1
    assert made.keys() == expected.keys()
    assert all(torch.equal(made[name], expected[name]) for name in made)


def test_a_tokenizer_with_a_way_of_its_own_is_asked_itself(tmp_path: Path) -> None:
    from transformers import PreTrainedTokenizerFast

    class Lower(PreTrainedTokenizerFast):
        def _encode_plus(self, text: Any, *rest: Any, **how: Any) -> Any:
            return super()._encode_plus([one.lower() for one in text], *rest, **how)

    usual = _tokenizer("bert", tmp_path)
    own = Lower.from_pretrained(tmp_path)
    assert passes_on(usual) and not passes_on(own)
    read = [TokenizerReading(tokenizer, 50).encoded([("W1 w2",)])[0] for tokenizer in (usual, own)]
    assert read[0].key != read[1].key == TokenizerReading(usual, 50).encoded([("w1 w2",)])[0].key


def test_rows_are_padded_on_the_side_that_is_asked_for() -> None:
    batch = [numbered({"ids": [5, 6, 7], "kinds": [1, 1, 1]}, 3), numbered({"ids": [8], "kinds": [1]}, 1)]
    right = {name: tensor.tolist() for name, tensor in padded(batch, {"ids": 9}).items()}
    assert right == {"ids": [[5, 6, 7], [8, 9, 9]], "kinds": [[1, 1, 1], [1, 0, 0]]}
    assert padded(batch, {"ids": 9}, least=4, left=True)["ids"].tolist() == [[9, 5, 6, 7], [9, 9, 9, 8]]
    assert padded([numbered({"ids": []}, 0)], {"ids": 9})["ids"].tolist() == [[9]]


def test_equal_numbers_under_other_names_are_told_apart() -> None:
    same = numbered({"ids": [1, 2]}, 2), numbered({"ids": np.array([1, 2])}, 2)
    assert same[0].key == same[1].key
    assert (
        len({numbered(rows, 2).key for rows in ({"ids": [1, 2]}, {"kinds": [1, 2]}, {"ids": [1], "kinds": [2]})}) == 3
    )


class Counting(TokenizerReading):
    """Counts the texts that it reads."""

    read = 0

    def encoded(self, texts: Any) -> list[Encoded]:
        self.read += len(texts)
        return super().encoded(texts)


def _counted(folder: Path) -> tuple[Network, Counting]:
    made = network("bert", folder)
    reading = Counting(_tokenizer("bert", folder), 50)
    return replace(made, encode=reading), reading


def test_what_was_prefetched_is_read_and_answered_once(tmp_path: Path) -> None:
    asked, reading = _counted(tmp_path)
    alone = replace(asked).predict(TEXTS)
    reading.read = 0
    asked.prefetch(TEXTS[:60])
    assert asked.predict(TEXTS[:30]) == alone[:30] and asked.predict(TEXTS[30:60]) == alone[30:60]
    assert reading.read == 60
    assert asked.predict(TEXTS) == alone and reading.read == len(TEXTS)


def test_what_was_prefetched_is_read_again_once_the_weights_have_changed(tmp_path: Path) -> None:
    import torch

    asked, reading = _counted(tmp_path)
    asked.prefetch(TEXTS)
    with torch.no_grad():
        for weights in asked.module.parameters():
            weights.mul_(0.5)
    expected = replace(asked).predict(TEXTS)
    reading.read = 0
    assert asked.predict(TEXTS) == expected and reading.read == len(TEXTS)


def test_what_was_prefetched_and_forgotten_is_read_again(tmp_path: Path) -> None:
    asked, reading = _counted(tmp_path)
    asked.learnt.memory._most = 10
    asked.prefetch(TEXTS)
    assert asked.predict(TEXTS) == replace(asked).predict(TEXTS)
    assert reading.read == 3 * len(TEXTS) - 10
