"""What stands beside a word decides whether it is replaced; the best are drawn most; careful rules take fewer."""

from collections import Counter

import pytest

from core.lexicon.synonyms import Synonyms
from core.perturbations.word.synonyms import replaceable, synonym_replacement
from core.randomness import Draws
from core.severity import Severity, Unit, pps
from data.lexicon.resources import (
    careful_neighbours,
    careful_synonyms,
    neighbours,
    perturber,
    synonyms,
)
from tests.core.perturbations.test_swap_synonyms import tagged

OURS = Synonyms(
    {
        "NN": {"show": ("display",), "result": ("outcome",), "film": ("movie", "picture", "flick")},
        "VBG": {"starting": ("beginning",)},
        "VBD": {"turned": ("twisted",)},
        "VBN": {"turned": ("twisted",)},
        "JJ": {"new": ("fresh",)},
    },
    frozenset({"as a result", "result of the", "brand new"}),
)


@pytest.mark.parametrize(
    ("text", "tags", "applicable"),
    [
        ("the show began", "DT NN VBD", True),
        ("the halftime show began", "DT NN NN VBD", False),
        ("the show business", "DT NN NN", False),
        ("the Oprah show began", "DT NNP NN VBD", False),
        ("one result came", "CD NN VBD", True),
        ("it fell as a result .", "PRP VBD IN DT NN .", False),
        ("the result of the vote", "DT NN IN DT NN", False),
        ("a brand new idea", "DT RB JJ NN", False),
        ("a new idea", "DT JJ NN", True),
        ("a more new idea", "DT RBR JJ NN", False),
        ("they turned n't away", "PRP VBD RB RB", False),
        ("he was starting it", "PRP VBD VBG PRP", True),
        ("the starting plays", "DT VBG NNS", False),
        ("he turned it off", "PRP VBD PRP RP", False),
        ("he turned the knob", "PRP VBD DT NN", True),
        ("the turned knob", "DT VBN NN", False),
        ("a boldly show", "DT RB NN", False),
        ("the film is a better film", "DT NN VBZ DT JJR NN", False),
        ("a movie, a film", "DT NN , DT NN", True),
        ("what does `` film '' mean", "WP VBZ `` NN '' VB", False),
        ("a difference between film and video", "DT NN IN NN CC NN", False),
    ],
)
def test_compounds_and_expressions_are_left_alone(text: str, tags: str, applicable: bool) -> None:
    assert bool(replaceable(tagged(text, tags), OURS)) is applicable


def test_a_murder_is_a_killing_but_not_surely() -> None:
    assert synonyms().of("murder", "NN") == ("killing",) and neighbours().of("murders", "NNS") == ("killings",)
    assert careful_synonyms().of("murder", "NN") == careful_neighbours().of("murders", "NNS") == ()


def test_the_best_are_drawn_most() -> None:
    text = tagged("a film", "DT NN")
    made = (synonym_replacement(text, 1, Draws.seeded("film", seed), synonyms=OURS) for seed in range(900))
    counts = Counter(rewrite.perturbed for rewrite in made if rewrite)
    assert [word for word, _ in counts.most_common()] == ["a movie", "a picture", "a flick"]  # 500, 300, 100 expected
    assert counts["a movie"] > 400
    assert 40 < counts["a flick"] < 160


@pytest.mark.parametrize(("ours", "careful"), [(synonyms(), careful_synonyms()), (neighbours(), careful_neighbours())])
def test_careful_words_are_the_first_of_ours(ours: Synonyms, careful: Synonyms) -> None:
    surely = {(tag, form): others for tag, table in careful.forms.items() for form, others in table.items()}
    assert len(surely) > 300
    assert [key for key, others in surely.items() if ours.of(key[1], key[0])[: len(others)] != others] == []
    fewer = {(tag, form) for tag, table in ours.forms.items() for form in table}
    assert surely.keys() < fewer and len(surely) < 0.9 * len(fewer)


def test_careful_rules_by_name() -> None:
    text = "The country has a famous actor."
    hundred = Severity(Unit.PERCENT_WORDS, 100)
    careful = perturber().text(text, "swap_syn_wordnet.careful", hundred, 0)
    ours = perturber().text(text, "swap_syn_wordnet", hundred, 0)
    assert careful is not None
    assert ours is not None
    assert careful.perturbed == "The nation has a famous actor."
    assert ours.perturbed in ("The nation has a celebrated actor.", "The nation has a renowned actor.")
    assert perturber().text("It was famous.", "synonym_replacement.careful", pps(1), 0) is None
    assert perturber().text("It was terrible.", "swap_syn_word_embedding.careful", hundred, 0) is not None


@pytest.mark.parametrize(
    ("word", "tag"),
    [
        *(("century", "NN"), ("gray", "JJ"), ("friday", "NN"), ("brother", "NN"), ("colonel", "NN"), ("mile", "NN")),
        *(("new", "JJ"), ("mother", "NN"), ("red", "JJ"), ("twelve", "CD"), ("dollars", "NNS")),
    ],
)
def test_words_of_closed_classes_have_no_neighbour(word: str, tag: str) -> None:
    assert neighbours().of(word, tag) == ()


@pytest.mark.parametrize(
    ("word", "tag"),
    [("gaming", "NN"), ("fan", "NN"), ("board", "NN"), ("position", "NN"), ("pass", "NN"), ("regular", "JJ")],
)
def test_words_of_many_senses_have_no_synonym(word: str, tag: str) -> None:
    assert synonyms().of(word, tag) == ()
