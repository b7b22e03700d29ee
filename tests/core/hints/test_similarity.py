"""Sentence similarity with the real weights."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import MissingResource
from core.hints.hinting import Hinting
from core.hints.memory import Memory
from core.hints.similarity import Similarity, default_model
from core.records import Candidate, Cell, FieldRewrite
from core.rewrite import Piece, Rewrite
from core.severity import pps


def lengths(calls: list[list[str]]) -> Callable[[list[str]], Sequence[int]]:
    def ask(texts: list[str]) -> list[int]:
        calls.append(texts)
        return [len(text) for text in texts]

    return ask


def test_equal_texts_are_asked_about_once() -> None:
    calls: list[list[str]] = []
    memory = Memory(lengths(calls), 10)
    assert memory.of(["aa", "b", "aa"]) == {"aa": 2, "b": 1}
    assert memory.of(["b", "ccc"]) == {"b": 1, "ccc": 3}
    assert calls == [["aa", "b"], ["ccc"]]


@given(st.lists(st.lists(st.text(max_size=3), max_size=8)), st.integers(0, 5))
def test_a_memory_answers_everything_and_keeps_no_more_than_it_may(asked: list[list[str]], size: int) -> None:
    memory = Memory(lengths([]), size)
    for texts in asked:
        assert memory.of(texts) == {text: len(text) for text in texts}
        assert len(memory._known) <= size


@pytest.fixture(scope="module")
def minilm() -> Similarity:
    pytest.importorskip("sentence_transformers")
    return Similarity()


@pytest.mark.slow
def test_scores_say_what_people_would(minilm: Similarity) -> None:
    question = "What is the capital of France?"
    pairs = [
        (question, question),
        (question, "Which city is the capital of France?"),
        (question, "What capital of France?"),
        (question, "He plays the violin badly."),
        ("", ""),
    ]
    same, paraphrase, shorter, other, empty = minilm.scores(pairs)
    assert same == empty == 1.0
    assert 1.0 > paraphrase > other and 1.0 > shorter > other
    assert other < 0.3


@pytest.mark.slow
def test_scores_do_not_depend_on_the_company(minilm: Similarity) -> None:
    pair = ("How far is it from Denver to Aspen ?", "How far it from Denver to Aspen ?")
    (alone,) = Similarity().scores([pair])
    crowd = [(f"{'very ' * n}long text", "short") for n in range(40)]
    assert minilm.scores([*crowd, pair])[-1] == pytest.approx(alone, abs=1e-5)


@pytest.mark.slow
def test_the_lowest_of_the_changed_fields_is_the_hint(minilm: Similarity) -> None:
    cell = Cell("pairs", "test", "word_deletion", pps(1))
    one = Rewrite.of("The dog sleeps.", [Piece(4, 8, "")])
    two = Rewrite.of("It rains in London.", [])
    candidate = Candidate("sample", cell, 0, (FieldRewrite("a", one), FieldRewrite("b", two)))
    (hint,) = Hinting(minilm, None).hints([candidate])
    assert hint.similarity == minilm.scores([(one.source, one.perturbed)])[0] < 1
    assert (hint.similarity_engine, hint.issues) == ("all-MiniLM-L6-v2", None)


@pytest.mark.slow
def test_a_folder_that_holds_no_model_is_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(MissingResource, match=r"can't be loaded .* leave it at \"default\""):
        Similarity(str(tmp_path))


def test_the_default_weights_come_with_a_package() -> None:
    assert (default_model() / "model.safetensors").is_file()
