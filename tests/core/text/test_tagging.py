"""The tagger: as accurate as its training allows, and its sums those of its features."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.tagging import (
    END,
    NEIGHBOURS,
    OFFSETS,
    START,
    TaggerWeights,
    near_features,
    normalised,
    own_features,
    pair_features,
    shape,
    tag_features,
)
from data.lexicon.resources import perceptron, tagger
from tools.lexicon.tagger import sentences


def tags(text: str) -> str:
    return " ".join(tagger()(text.split()))


def test_tags_by_hand() -> None:
    assert tags("Who wrote the longest book ?") == "WP VBD DT JJS NN ."
    assert tags("the old city is n't known for its beauty .") == "DT JJ NN VBZ RB VBN IN PRP$ NN ."


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("The sun rises in the east .", "rises VBZ"),
        ("A barometer measures pressure .", "measures VBZ"),
        ("What does a pedometer measure ?", "measure VB"),
        ("How do Ouija boards work ?", "work VB"),
        ("What does IOC stand for ?", "stand VB"),
        ("The books of the best houses .", "houses NNS"),  # no verb, and none made up
        ("A box of tricks .", "tricks NNS"),
        ("The two old firms merged in 1985 .", "merged VBD"),
        ("A boat parked by the house .", "parked VBN"),
        ("Where did he find the cost ?", "cost NN"),  # there is a verb already
    ],
)
def test_a_verb_is_found_where_a_sentence_would_have_none(text: str, verb: str) -> None:
    assert verb in [f"{word} {tag}" for word, tag in zip(text.split(), tags(text).split(), strict=True)]


@pytest.mark.parametrize(("lower", "least"), [(False, 0.955), (True, 0.95)])
def test_accuracy_on_ewt_test(shared: Path, lower: bool, least: float) -> None:
    right = total = 0
    for sentence in sentences(shared / "lexical/tagged_corpora/ewt-test.conllu"):
        words = [word.lower() if lower else word for word, _, _ in sentence]
        found = tagger()(words)
        right += sum(tag == gold for tag, (_, gold, _) in zip(found, sentence, strict=True))
        total += len(words)
    assert right / total >= least


def test_inference_is_the_sum_of_all_features(shared: Path) -> None:
    ours = perceptron()
    weights = ours._weights
    for i, sentence in enumerate(sentences(shared / "lexical/tagged_corpora/ewt-test.conllu")):
        if i == 100:
            break
        words = [word for word, _, _ in sentence]
        assert ours(words) == list(plainly(weights, words))


def test_no_tag_leads_the_one_that_was_given_and_far_words_have_no_part_in_it() -> None:
    alone, known = perceptron(), perceptron()._weights.known
    words = ["The", "index", "pulled", "back", ",", "and", "two", "firms", "merged", "in", "May", "."]
    given = alone(words)
    places = [at for at, word in enumerate(words) if word not in known]
    assert len(places) > 5
    for at in places:
        leads = {tag: alone.lead(words, given, at, tag) for tag in alone._weights.tags}
        assert leads[given[at]] == 0 == min(leads.values())
    longer = [*words, *["x"] * 50_000]  # more than the memory has room for
    assert alone.lead(longer, [*given, *["NN"] * 50_000], 2, "VBZ") == alone.lead(words, given, 2, "VBZ") > 0


def plainly(weights: TaggerWeights, words: list[str]) -> Iterator[str]:
    """The tags by the definition of the model, with nothing kept and nothing added up before."""
    around, before, earlier = [*START, *words, *END], *START
    for i, word in enumerate(words):
        features = own_features(word, weights.kind(word)) + tag_features(before, earlier)
        features += pair_features(before, word, weights.kind(word))
        for place, offset in zip(NEIGHBOURS, OFFSETS, strict=True):
            neighbour = around[i + place]
            features += near_features(neighbour, offset, weights.kind(neighbour))
        best = weights.tags[int(sum(weights.rows([[feature]])[0].astype(int) for feature in features).argmax())]
        tag = weights.known.get(word, best)
        yield tag
        before, earlier = tag, before


@given(st.lists(st.text(min_size=1, max_size=6), max_size=12))
def test_any_words_get_a_tag_each(words: list[str]) -> None:
    assert len(tagger()(words)) == len(words)


@pytest.mark.slow
def test_a_text_with_more_words_than_the_memory_is_tagged() -> None:
    words = [f"word{i}" for i in range(45_000)]
    assert len(tagger()(words)) == 45_000


def test_words_alike_are_spelled_alike() -> None:
    assert [normalised(w) for w in ("Well-known", "1984", "12th", "-", "Dog", "")] == [
        "!HYPHEN", "!YEAR", "!DIGITS", "-", "dog", "",
    ]  # fmt: skip


def test_shapes() -> None:
    assert [shape(w) for w in ("dog", "Dog", "DOG", "I", "iPod", "well-known", "12", "12th", "...", "U.S.", "x2")] == [
        "x", "Xx", "XX", "X", "xX", "x-x", "0", "x", ".", "X-", "x",
    ]  # fmt: skip


def test_a_text_of_capitals_is_tagged_as_if_in_lower_case() -> None:
    assert tags("WHO WROTE THE BOOK ?") == tags("who wrote the book ?")
