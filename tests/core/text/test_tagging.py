"""The tagger: as accurate as its training allows, and the same as NLTK's own inference."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.tagging import normalised
from data.lexicon.building.tagger import sentences
from data.lexicon.resources import perceptron, tagger


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
        ("Where did he find the cost ?", "cost NN"),  # there is a verb already
    ],
)
def test_a_verb_is_found_where_a_sentence_would_have_none(text: str, verb: str) -> None:
    assert verb in [f"{word} {tag}" for word, tag in zip(text.split(), tags(text).split(), strict=True)]


@pytest.mark.parametrize(("lower", "least"), [(False, 0.935), (True, 0.93)])
def test_accuracy_on_ewt_test(shared: Path, lower: bool, least: float) -> None:
    right = total = 0
    for sentence in sentences(shared / "lexical/tagged_corpora/ewt-test.conllu"):
        words = [word.lower() if lower else word for word, _, _ in sentence]
        found = tagger()(words)
        right += sum(tag == gold for tag, (_, gold, _) in zip(found, sentence, strict=True))
        total += len(words)
    assert right / total >= least


def test_inference_is_nltks(shared: Path) -> None:
    from nltk.tag.perceptron import PerceptronTagger

    ours = perceptron()
    weights = ours._weights  # the same weights, as NLTK wants them
    nltk = PerceptronTagger(load=False)
    nltk.tagdict, nltk.classes = dict(weights.known), set(weights.tags)
    nltk.model.classes = nltk.classes
    nltk.model.weights = {
        name: {weights.tags[c]: int(v) / 1000 for c, v in zip(weights.columns[a:b], weights.values[a:b], strict=True)}
        for name, (a, b) in weights.features.items()
    }
    for i, sentence in enumerate(sentences(shared / "lexical/tagged_corpora/ewt-test.conllu")):
        if i == 300:
            break
        words = [word for word, _, _ in sentence]
        assert ours(words) == [tag for _, tag in nltk.tag(words)]


@given(st.lists(st.text(min_size=1, max_size=6), max_size=12))
def test_any_words_get_a_tag_each(words: list[str]) -> None:
    assert len(tagger()(words)) == len(words)


def test_a_text_with_more_words_than_the_memory_is_tagged() -> None:
    words = [f"word{i}" for i in range(45_000)]
    assert len(tagger()(words)) == 45_000


def test_normalised_is_nltks() -> None:
    assert [normalised(w) for w in ("Well-known", "1984", "12th", "-", "Dog", "")] == [
        "!HYPHEN", "!YEAR", "!DIGITS", "-", "dog", "",
    ]  # fmt: skip
