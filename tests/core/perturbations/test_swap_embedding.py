"""swap_syn_word_embedding and the neighbours it takes: near, of one form, no opposites, from our table or GloVe's."""

from pathlib import Path

import numpy as np
import pytest

from core.errors import BadInput, MissingResource
from core.lexicon.neighbours import family, nearest
from core.lexicon.synonyms import Synonyms
from core.perturbations.word.embedding import swap_syn_word_embedding
from core.randomness import Draws
from core.severity import Severity, Unit
from data.lexicon import resources
from data.lexicon.glove import glove_neighbours, read_vectors
from data.lexicon.resources import neighbours, perturber
from tests.core.perturbations.test_swap_synonyms import tagged

OURS = Synonyms({"NN": {"caricature": ("imitation",)}}, frozenset())


def test_the_example_of_the_thesis() -> None:
    text = tagged("It is nothing but a caricature", "PRP VBZ NN IN DT NN")
    made = swap_syn_word_embedding(text, 100, Draws(0), neighbours=OURS)
    assert made is not None
    assert made.perturbed == "It is nothing but an imitation"


def test_what_ships_keeps_the_form() -> None:
    made = perturber().text("The lawyers bought expensive cars .", "swap_syn_word_embedding", hundred(), 0)
    assert made is not None
    offered = neighbours()
    assert offered.of("lawyers", "NNS")
    assert all(word in offered.of(old, tag) for old, tag, word in changed(made.edits, made.source))


def changed(edits: object, source: str) -> list[tuple[str, str, str]]:
    tags = {t.start: t.tag for t in perturber().analyse(source).tokens}
    return [(source[e.start : e.end], tags[e.start], e.text) for e in edits]  # type: ignore[attr-defined]


def hundred() -> Severity:
    return Severity(Unit.PERCENT_WORDS, 100)


def test_opposites_and_families_are_no_neighbours() -> None:
    forms = neighbours().forms
    assert "bad" not in forms["JJ"].get("good", ())
    assert "female" not in forms["JJ"].get("male", ())
    pairs = [(word, other) for table in forms.values() for word, others in table.items() for other in others]
    assert pairs
    assert [pair for pair in pairs if pair[0] == pair[1]] == []


@pytest.mark.parametrize(
    ("word", "other", "one"),
    [
        ("happy", "unhappy", True),
        ("teacher", "teaching", True),
        ("film", "filming", True),
        ("actor", "actress", False),
        ("film", "movie", False),
        ("art", "artist", True),
    ],
)
def test_families(word: str, other: str, one: bool) -> None:
    assert family(word, other) is family(other, word) is one


def test_nearest_by_hand() -> None:
    words = ["film", "movie", "flick", "stone", "nothing"]
    space = np.array([[1, 0], [0.98, 0.199], [0.8, 0.6], [0, 1], [0, 0]], np.float32)  # cosines to film: .98, .8, 0
    found = dict(nearest(words, space, 0.7, 4, lambda word, other: other != "flick"))
    assert found == {"film": ["movie"], "movie": ["film"], "flick": ["movie", "film"]}
    assert dict(nearest(words, space, 0.7, 1, lambda word, other: True))["flick"] == ["movie"]
    assert dict(nearest(words, space, 0.7, 4, lambda word, other: True))["film"] == ["movie", "flick"]
    assert dict(nearest([], np.zeros((0, 2), np.float32), 0.7, 4, lambda word, other: True)) == {}


GLOVE = "the 0 0 1\nfilm 1 0 0\nmovie 0.9 0.1 0\n. . 1 1 1\ngood 0 1 0\nbad 0.1 0.9 0\nfilm 0 0 0\n"


def test_a_glove_file_by_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "glove.txt"
    path.write_text(GLOVE, encoding="utf-8")
    words, vectors = read_vectors(path)
    assert words == ["the", "film", "movie", ". .", "good", "bad"]
    assert vectors[1].tolist() == [1, 0, 0]
    found = glove_neighbours(
        path, {"NN": {"film", "movie"}, "JJ": {"good", "bad"}}, {("good", "bad"), ("bad", "good")}, frozenset()
    )
    assert found.forms == {"NN": {"film": ("movie",), "movie": ("film",)}, "JJ": {}}
    monkeypatch.setenv("FLINCH_GLOVE", str(path))
    whole = resources.neighbours.__wrapped__()
    assert whole.of("film", "NN") == ("movie",)
    assert whole.of("good", "JJ") == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("film 1 0\nmovie 1\n", r"line 2: a word and 2 numbers"),
        ("film 1 0\nmovie 1 x\n", r"line 2: a word and 2 numbers"),
        ("film 1 0\nmovie 1 nan\n", r"line 2: a word and 2 numbers"),
        ("film\n", r"line 1: a word and its numbers"),
        ("film movie\n", r"line 1: a word and 1 number "),
        ("2 3\n", r"is empty"),
        ("", r"is empty"),
    ],
)
def test_a_malformed_glove_file_is_named_with_the_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "glove.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=rf"glove\.txt.*{said}"):
        read_vectors(path)


def test_the_head_line_of_word2vec_is_no_word(tmp_path: Path) -> None:
    path = tmp_path / "vectors.txt"
    path.write_text("2 3\nfilm 1 0 0\nmovie 0 1 0\n", encoding="utf-8")
    assert read_vectors(path)[0] == ["film", "movie"]


def test_no_glove_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(MissingResource, match="can't be read"):
        read_vectors(tmp_path / "nothing.txt")
    binary = tmp_path / "glove.zip"
    binary.write_bytes(b"PK\x03\x04\xff\xfe")
    with pytest.raises(BadInput, match="not UTF-8 text"):
        read_vectors(binary)
