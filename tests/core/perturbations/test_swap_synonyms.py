"""swap_syn_wordnet: the thesis's share of words, replaced as synonym_replacement replaces them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lexicon.synonyms import Synonyms
from core.perturbations.word.synonyms import replaceable, swap_syn_wordnet
from core.randomness import Draws
from core.severity import Severity, Unit
from core.text.analysed import AnalysedText
from core.text.tokens import Token, tokenise
from data.lexicon.resources import perturber, synonyms

MANY = {"cars": ("autos",), "boats": ("vessels",), "trains": ("railcars",), "planes": ("jets",)}
OURS = Synonyms({"NN": {"pie": ("cake",), "auto": ("car",)}, "NNS": MANY}, frozenset({"pie chart"}))


def tagged(text: str, tags: str) -> AnalysedText:
    tokens = (Token(t.start, t.end, t.text, tag) for t, tag in zip(tokenise(text), tags.split(), strict=True))
    return AnalysedText(text, tuple(tokens))


def swapped(text: str, tags: str, percent: float, seed: int = 0) -> str | None:
    made = swap_syn_wordnet(tagged(text, tags), percent, Draws.seeded(text, seed), synonyms=OURS)
    return made.perturbed if made else None


def test_the_example_of_the_thesis() -> None:
    text, tags = "I'd like some pie , please", "PRP MD VB DT NN , UH"
    assert swapped(text, tags, 100) == "I'd like some cake , please"


@pytest.mark.parametrize(("percent", "least", "most"), [(10, 1, 1), (25, 2, 3), (100, 4, 4)])
def test_the_share_of_words_is_the_one_asked_for(percent: float, least: int, most: int) -> None:
    text, tags = "cars and boats and trains and planes go on", "NNS CC NNS CC NNS CC NNS VBP RP"
    new = {word for others in MANY.values() for word in others}
    counts = {len(new & set((swapped(text, tags, percent, seed) or "").split())) for seed in range(50)}
    assert min(counts) >= least - 1
    assert max(counts) <= most
    assert max(counts) >= least


def test_an_article_that_follows_its_word_costs_nothing() -> None:
    text, tags = "He saw an auto and the pie", "PRP VBD DT NN CC DT NN"
    made = {swapped(text, tags, 100 / 7, seed) for seed in range(30)}  # one word of seven
    assert made == {"He saw an auto and the cake", "He saw a car and the pie"}
    assert swapped(text, tags, 100) == "He saw a car and the cake"


@pytest.mark.parametrize(
    ("text", "tags"), [("", ""), ("ok .", "JJ ."), ("a pie chart", "DT NN NN"), ("his Car", "PRP$ NN")]
)
def test_not_applicable(text: str, tags: str) -> None:
    assert swapped(text, tags, 100) is None


@given(
    st.lists(st.sampled_from(["the", "old", "movie", "students", "bought", "quickly", ".", "a", "car"]), max_size=12)
)
def test_what_is_put_in_is_what_the_lexicon_offers(words: list[str]) -> None:
    text = perturber().analyse(" ".join(words))
    offered = dict(replaceable(text, synonyms()))
    made = swap_syn_wordnet(text, 100, Draws.seeded(text.source), synonyms=synonyms())
    edits = made.edits if made else ()
    assert len(edits) == len(offered)
    for edit, others in zip(edits, offered.values(), strict=True):
        assert edit.text.split()[-1] in others


def test_a_text_in_capitals_is_read_as_any_other() -> None:
    made = perturber().text("THE STUDENTS BOUGHT A MOVIE .", "swap_syn_wordnet", Severity(Unit.PERCENT_WORDS, 100), 0)
    assert made is not None
    assert made.perturbed == "THE STUDENTS PURCHASED A FILM ."
