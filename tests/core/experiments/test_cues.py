"""Lexical cues by hand: which texts hold one, and in what share of answers."""

from dataclasses import replace
from math import isnan

import pytest

from core.experiments.cues import Answer, LabelWords, Overlap, Paraphrases, cue_shares, cued
from core.experiments.records import Labels, Outcome

WORDS = LabelWords("ours", {"good": "positive", "fine": "positive", "bad": "negative"})
SAME = Paraphrases("ours", {"film": frozenset({"movie"}), "movie": frozenset({"film"})})


@pytest.mark.parametrize(
    ("text", "gold", "remains"),
    [
        ("A good , fine day", "positive", True),
        ("GOOD.", "positive", True),
        ("Good and bad", "positive", False),  # as many for the other label
        ("good fine bad", "negative", False),
        ("a day", "negative", False),
        ("goods", "positive", False),  # whole words count
    ],
)
def test_a_label_has_a_cue_where_most_words_speak_for_it(text: str, gold: str, remains: bool) -> None:
    assert WORDS.left((text,), gold) == remains


def test_a_pair_has_a_cue_where_a_word_is_paraphrased_in_the_other_text() -> None:
    assert SAME.left(("The film was long.", "A long movie"), "different") == 1
    assert SAME.left(("The film was long.", "A long film"), "paraphrase") == 0  # the same word is no paraphrase
    assert SAME.left(("film movie", ""), "paraphrase") == 0  # both in one text


def test_overlap_is_the_share_of_the_shorter_texts_words() -> None:
    overlap = Overlap(lambda text: frozenset(text.split()))
    assert overlap.left(("a b c", "c d"), "") == 0.5 and overlap.left(("a b", "a b c"), "") == 1
    assert overlap.left(("", "a"), "") == 0
    answers = [Answer(("a b", text), "same", "same") for text in ["a c", "a b", "c d"] * 4]
    found = cue_shares([overlap], answers)
    right = found["overlap_right"]  # 1/2, 1 and 0, four times each
    assert (right.value, right.n) == (0.5, 12) and 0 < right.low < 0.35 and found["overlap_wrong"].n == 0


def test_shares_of_right_and_wrong_answers_with_their_n() -> None:
    answers = [
        Answer(("good",), "positive", "positive"), Answer(("bad",), "negative", "negative"),
        Answer(("a day",), "negative", "negative"), Answer(("bad",), "negative", "positive"),
    ]  # fmt: skip
    shares = cue_shares([WORDS], answers)
    right, wrong = shares["words_right"], shares["words_wrong"]
    assert (right.value, right.n) == (pytest.approx(2 / 3), 3)
    assert (wrong.value, wrong.n) == (1, 1) and 0.2 < wrong.low < 0.21  # Wilson
    assert isnan(cue_shares([WORDS], answers[:1])["words_wrong"].value)


def test_models_of_the_original_texts_are_read_over_their_seeds() -> None:
    def outcome(seed: int, on: str, said: list[str]) -> Outcome:
        answers = [Answer(("good",), "positive", one) for one in said]
        plain = Outcome("sst2", "CNN", seed, Labels.GOLD, on, float(bool(on)), "NOUN", len(said), 0.5, 0.5)
        return replace(plain, cues=cue_shares([WORDS], answers))

    found = [
        outcome(0, "", ["positive"] * 4),
        outcome(1, "", ["positive"] * 2 + ["negative"] * 2),
        outcome(0, "NOUN", [""]),
    ]
    [row] = cued(found)
    assert (row.kind, row.condition, row.right.value, row.wrong.value) == ("words", "NOUN", 1, 1)
    assert cued([Outcome("sst2", "CNN", 0, Labels.GOLD, "", 0.0, "", 1, 1.0, 1.0)]) == []
