"""word_deletion and synonym_replacement, checked by hand and on any text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.english.articles import article
from core.lexicon.synonyms import Synonyms
from core.perturbations.word.synonyms import synonym_replacement
from core.perturbations.word.words import word_deletion
from core.randomness import Draws
from core.text.analysed import AnalysedText
from core.text.casing import match_case
from core.text.tokens import Token, tokenise, word_spans
from tests.core.strategies import TEXTS

OURS = Synonyms(
    {
        "NN": {"car": ("auto",), "auto": ("car",), "cream": ("lotion",), "stone": ("rock",)},
        "NNS": {"cars": ("autos",)},
        "VB": {"give": ("hand",)},
        "JJ": {"precious": ("valued",)},
    },
    frozenset({"ice cream"}),
)


def deleted(text: str, n: int, seed: int = 0) -> str | None:
    made = word_deletion(AnalysedText(text), n, Draws.seeded(text, seed))
    return made.perturbed if made else None


def tagged(text: str, tags: str) -> AnalysedText:
    tokens = (Token(t.start, t.end, t.text, tag) for t, tag in zip(tokenise(text), tags.split(), strict=True))
    return AnalysedText(text, tuple(tokens))


def replaced(text: str, tags: str, n: int = 4) -> str | None:
    made = synonym_replacement(tagged(text, tags), n, Draws.seeded(text), synonyms=OURS)
    return made.perturbed if made else None


@pytest.mark.parametrize(
    ("text", "outcomes"),
    [
        ("good film .", {"film .", "good ."}),
        ("Good film.", {"film.", "Good."}),
        ("I don't.", {"don't.", "I."}),
        ("well, yes", {", yes", "well,"}),
        ("(so) it goes", {"() it goes", "(so) goes", "(so) it"}),
        ("a b\r\nc d", {"b\r\nc d", "a\r\nc d", "a b\r\nd", "a b\r\nc"}),
        ("so @me http://a.org", {"@me http://a.org", "so http://a.org", "so @me"}),
    ],
)
def test_each_word_goes_with_one_space_and_its_clitics(text: str, outcomes: set[str]) -> None:
    assert {deleted(text, 1, seed) for seed in range(60)} == outcomes


@pytest.mark.parametrize("text", ["", "word", "word .", "!!", "don't", "\x00"])
def test_the_only_word_stays(text: str) -> None:
    assert deleted(text, 1) is None


@given(TEXTS, st.integers(1, 4), st.integers(0, 9))
def test_exactly_as_many_words_go_as_asked_and_allowed(text: str, n: int, seed: int) -> None:
    words = word_spans(text)
    made = word_deletion(AnalysedText(text), n, Draws.seeded(text, seed))
    assert (made is None) == (len(words) < 2)
    if made:
        assert len(made.edits) == min(n, len(words) - 1)
        for edit in made.edits:
            whole = text[edit.start : edit.end]
            start = edit.start + (len(whole) - len(whole.lstrip()))
            assert (start, edit.end - (len(whole) - len(whole.rstrip()))) in words
            assert len(whole) - len(whole.strip()) <= 1


def test_the_article_follows_the_new_word() -> None:
    assert replaced("He saw a car .", "PRP VBD DT NN .") == "He saw an auto ."
    assert replaced("An auto .", "DT NN .") == "A car ."
    assert replaced("A  precious stone", "DT JJ NN") == "A  valued rock"


def test_number_and_case_are_restored() -> None:
    assert replaced("Cars !", "NNS .") == "Autos !"
    assert replaced("CAR !", "NN .") == "AUTO !"
    assert replaced("two cars", "CD NNS") == "two autos"


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("ice cream", "NN NN"),  # means something together
        ("give up", "VB RP"),  # a verb with its particle
        ("the White Car", "DT NNP NN"),  # a name, whatever the tagger thinks
        ("to car it", "TO NN PRP"),  # a verb taken for a noun
        ("What does he car ?", "WP VBZ PRP NN ."),
        ("a card", "DT NN"),
        ("car", "VB"),  # another part of speech
        ("the cars ' doors", "DT NNS POS NNS"),  # "children 's" would want another sign
    ],
)
def test_what_is_better_left_alone_is(text: str, tags: str) -> None:
    assert replaced(text, tags) is None


def test_a_noun_after_do_and_its_verb_may_be_replaced() -> None:
    assert replaced("Does he want cars ?", "VBZ PRP VB NNS .") == "Does he want autos ?"


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("apple", "an"), ("house", "a"), ("hour", "an"), ("honest", "an"), ("university", "a"), ("uncle", "an"),
        ("unimportant", "an"), ("union", "a"), ("useful", "a"), ("one", "a"), ("only", "an"), ("European", "a"),
        ("heir", "an"), ("", "a"),
    ],
)  # fmt: skip
def test_articles(word: str, wanted: str) -> None:
    assert article(word) == wanted


def test_case_of_another() -> None:
    assert match_case("auto", "car") == "auto"
    assert match_case("auto", "Car") == "Auto"
    assert match_case("auto", "CAR") == "AUTO"
    assert match_case("one", "I") == "One"
