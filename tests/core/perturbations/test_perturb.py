"""The perturber: samples of one or several texts, the budget between them, and the memory of analysed texts."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.design import Condition
from core.errors import BadInput
from core.perturbations.conditions import parse_condition
from core.perturbations.perturber import LONG, Perturber
from core.records import Candidate, Sample, TextField
from core.severity import Severity, Unit, pps
from core.text.entity_tags import followed
from tests.core.strategies import TEXTS


def nouns(words: Sequence[str]) -> list[str]:
    return ["NN"] * len(words)


def pair(first: str, second: str) -> Sample:
    return Sample("pairs", "test", (TextField("one", first), TextField("two", second)), "yes")


@given(TEXTS, TEXTS, st.integers(1, 4), st.integers(0, 5))
def test_the_budget_is_for_the_whole_sample(first: str, second: str, n: int, seed: int) -> None:
    sample = pair(first, second)
    made = Perturber(nouns, {}).sample(sample, "word_deletion", pps(n), seed)
    if made:
        assert 1 <= sum(len(rewrite.edits) for _, rewrite in made.rewrites) <= n
        assert [rewrite.source for _, rewrite in made.rewrites] == [first, second]
        assert made == Perturber(nouns, {}).sample(sample, "word_deletion", pps(n), seed)


def test_what_one_text_cannot_take_the_other_gets() -> None:
    # "a b" can lose one word and the long text many, whichever the draws give them to: always four in all
    for seed in range(40):
        for first, second in (("a b", "one two three four five six"), ("one two three four five", "x y")):
            made = Perturber(nouns, {}).sample(pair(first, second), "word_deletion", pps(4), seed)
            assert made is not None
            assert sum(len(rewrite.edits) for _, rewrite in made.rewrites) == 4


def test_both_texts_of_a_pair_are_perturbed_sometimes() -> None:
    sample = pair("one two three four", "five six seven eight")
    made = [Perturber(nouns, {}).sample(sample, "word_deletion", pps(1), seed) for seed in range(40)]
    assert {tuple(r.applied for _, r in m.rewrites) for m in made if m} == {(True, False), (False, True)}


def test_only_the_named_fields_change() -> None:
    made = Perturber(nouns, {}).sample(pair("one two three", "four five six"), "word_deletion", pps(2), 1, ("two",))
    assert made is not None
    assert made.perturbed[0].text == "one two three"
    assert len(made.rewrites[1].rewrite.edits) == 2


def test_a_field_that_does_not_exist_is_named() -> None:
    with pytest.raises(BadInput, match=r"no text field 'three'.*one or two"):
        Perturber(nouns, {}).sample(pair("a b", "c d"), "word_deletion", pps(1), 1, ("three",))


def test_not_applicable_is_none() -> None:
    assert Perturber(nouns, {}).sample(pair("one", ""), "word_deletion", pps(1), 1) is None
    assert Perturber(nouns, {}).text("", "word_deletion", pps(1), 1) is None


def test_a_wrong_severity_is_refused_before_anything_is_read() -> None:
    with pytest.raises(BadInput):
        Perturber(nouns, {}).sample(pair("a b", "c d"), "word_deletion", pps(9), 1)
    with pytest.raises(BadInput):
        Perturber(nouns, {}).text("a b", "word_deletion", Severity(Unit.PERCENT_WORDS, 5), 1)


def test_a_text_is_tagged_once_and_the_memory_is_bounded() -> None:
    asked: list[str] = []

    def counting(words: Sequence[str]) -> list[str]:
        asked.append(" ".join(words))
        return nouns(words)

    perturber = Perturber(counting, {}, remembered=2)
    for text in ("a", "a", "b", "a", "c", "b"):
        assert [token.text for token in perturber.analyse(text).tokens] == [text]
    assert asked == ["a", "b", "c", "b"]


def test_other_seeds_and_keys_choose_other_words() -> None:
    text = "one two three four five six seven eight"
    perturber = Perturber(nouns, {})
    made = {r.perturbed for seed in range(30) if (r := perturber.text(text, "word_deletion", pps(1), seed))}
    keyed = {r.perturbed for k in "abcdefghij" if (r := perturber.text(text, "word_deletion", pps(1), 0, k))}
    assert len(made) > 4
    assert len(keyed) > 3


def test_steps_are_spelled_with_the_severity_that_their_unit_takes() -> None:
    assert parse_condition("word_deletion@2, word_class_removal@ADJ+ADV,word_full_shuffle").steps == (
        Condition("word_deletion", pps(2)),
        Condition("word_class_removal", Severity(Unit.WORD_CLASS, "ADJ+ADV")),
        Condition("word_full_shuffle", Severity(Unit.PROBABILITY, 1)),
    )
    for spelled, told in (
        ("word_deletion", "needs a severity, such as word_deletion@1"),
        ("word_deletion@9", "can't have the severity 9; give pps: 1, 2, 3 or 4"),
        ("word_deletion@many", "can't have the severity many"),
        ("word_deletion@", "needs a severity; give pps: 1, 2, 3 or 4"),
        ("word_phrase_shuffle@0", "the severity 0; give probability: more than 0, at most 1"),
        ("word_full_shuffle@0.5", "the severity 0.5; give probability: 1 only"),
        ("", "There is no perturbation ''"),
    ):
        with pytest.raises(BadInput, match=told):
            parse_condition(spelled)


def test_a_chain_is_one_rewrite_of_the_first_text() -> None:
    perturber = Perturber(nouns, {})
    text = "one two three four five"
    made = perturber.text(text, *parse_condition("word_deletion@1,word_repetition@1"), 3, "key")
    assert made is not None
    assert made.source == text
    first = perturber.text(text, "word_deletion", pps(1), 3, "key")
    assert first is not None
    assert perturber.text(text, *parse_condition("word_deletion@1"), 3, "key") == first
    assert len(made.perturbed.split()) == 5
    assert len(set(made.perturbed.split())) == 4
    assert perturber.text("!", *parse_condition("word_deletion@1,word_repetition@1"), 3) is None
    alone = perturber.text("one", *parse_condition("word_deletion@1,word_repetition@1"), 3)
    assert alone is not None  # the first step is not applicable, the second is
    assert alone.perturbed == "one one"


def test_a_chain_is_a_condition_of_several_steps() -> None:
    alone = parse_condition("word_deletion@1")
    assert alone == Condition("word_deletion", pps(1)) and alone.steps == (alone,)
    chain = parse_condition("word_deletion@1, word_class_removal@ADJ+ADV,keyboard@5")
    assert [step.spelled for step in chain.steps] == ["word_deletion@1", "word_class_removal@ADJ+ADV", "keyboard@5"]
    assert (
        parse_condition(chain.spelled) == chain == Condition.chain([Condition.chain(chain.steps[:2]), chain.steps[2]])
    )
    assert Severity.parse(chain.severity.key) == chain.severity
    assert str(chain) == "word deletion, word class removal, keyboard · PPS 1, ADJ+ADV, 5 %"
    with pytest.raises(BadInput, match="at least one perturbation"):
        Condition.chain([])


def test_the_tagger_reads_straight_apostrophes_and_the_text_keeps_its_own() -> None:
    read: list[str] = []

    def tagger(words: Sequence[str]) -> list[str]:
        read.extend(words)
        return nouns(words)

    kept = Perturber(tagger, {}).analyse("I’ve seen").tokens
    assert read == ["I", "'ve", "seen"]
    assert [token.text for token in kept] == ["I", "’ve", "seen"]


def test_only_the_last_two_long_texts_are_remembered() -> None:
    perturber = Perturber(nouns, {})
    assert perturber.analyse("a" * LONG) is perturber.analyse("a" * LONG)
    first = perturber.analyse("a" * (LONG + 1))
    perturber.analyse("b" * (LONG + 1))
    assert perturber.analyse("a" * (LONG + 1)) is first
    perturber.analyse("b" * (LONG + 1))
    perturber.analyse("c" * (LONG + 1))
    assert perturber.analyse("a" * (LONG + 1)) is not first


def test_a_chain_on_a_pair_perturbs_the_named_text_alone() -> None:
    sample = pair("one two three four", "five six seven eight")
    chain = parse_condition("word_deletion@1,word_repetition@1")
    made = Perturber(nouns, {}).sample(sample, *chain, 3, ("two",))
    assert made is not None
    assert made.cell.condition == chain
    assert [name for name, _ in made.rewrites] == ["one", "two"]
    assert not made.rewrites[0].rewrite.applied
    words = made.rewrites[1].rewrite.perturbed.split()
    assert made.rewrites[1].rewrite.source == "five six seven eight"
    assert (len(words), len(set(words))) == (4, 3)  # one gone, one of the others twice
    assert made == Perturber(nouns, {}).sample(sample, *chain, 3, ("two",))
    assert Perturber(nouns, {}).sample(pair("!", ""), *chain, 3) is None


def test_what_is_made_of_some_texts_only_has_an_id_of_its_own() -> None:
    sample = pair("one two three four", "five six seven eight")
    perturber = Perturber(nouns, {})
    whole, some = (
        perturber.sample(sample, "word_case", Severity(Unit.PERCENT_WORDS, 100), 5, f) for f in ((), ("one",))
    )
    both = perturber.sample(sample, "word_case", Severity(Unit.PERCENT_WORDS, 100), 5, ("two", "one"))
    assert whole is not None and some is not None and both is not None
    assert whole.id == both.id == Candidate(sample.id, whole.cell, 5, whole.rewrites).id
    assert some.id != whole.id


def test_tags_follow_a_chain_from_the_first_text_to_the_last() -> None:
    texts = (TextField("text", "New York is big"),)
    sample = Sample("ner", "test", texts, "", tags=("B-LOC", "I-LOC", "O", "O"))
    for seed in range(30):
        made = Perturber(nouns, {}).sample(sample, *parse_condition("word_deletion@1,word_repetition@1"), seed)
        assert made is not None
        rewrite = made.rewrites[0].rewrite
        tags = followed(rewrite, sample.tags)
        assert tags is not None
        assert len(tags) == len(rewrite.perturbed.split()) == 4
        for word, tag in zip(rewrite.perturbed.split(), tags, strict=True):
            assert (word in ("New", "York")) == (tag != "O")
