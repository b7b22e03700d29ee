"""Lexical cues by hand: which texts hold one, and in what share of answers."""

from dataclasses import replace
from math import isnan

import pytest

from core.experiments.cues import Answer, LabelWords, Paraphrases, cue_shares, cued
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
    assert WORDS.remain((text,), gold) is remains


def test_a_pair_has_a_cue_where_a_word_is_paraphrased_in_the_other_text() -> None:
    assert SAME.remain(("The film was long.", "A long movie"), "different")
    assert not SAME.remain(("The film was long.", "A long film"), "paraphrase")  # the same word is no paraphrase
    assert not SAME.remain(("film movie", ""), "paraphrase")  # both in one text


def test_shares_of_right_and_wrong_answers_with_their_n() -> None:
    answers = [
        Answer(("good",), "positive", "positive"), Answer(("bad",), "negative", "negative"),
        Answer(("a day",), "negative", "negative"), Answer(("bad",), "negative", "positive"),
    ]  # fmt: skip
    shares = cue_shares(WORDS, answers)
    assert (shares["right"].value, shares["right"].n) == (pytest.approx(2 / 3), 3)
    assert (shares["wrong"].value, shares["wrong"].n) == (1, 1) and 0.2 < shares["wrong"].low < 0.21  # Wilson
    assert isnan(cue_shares(WORDS, answers[:1])["wrong"].value)


def test_models_of_the_original_texts_are_read_over_their_seeds() -> None:
    def outcome(seed: int, on: str, said: list[str]) -> Outcome:
        answers = [Answer(("good",), "positive", one) for one in said]
        plain = Outcome("sst2", "CNN", seed, Labels.GOLD, on, float(bool(on)), "NOUN", len(said), 0.5, 0.5)
        return replace(plain, cues=cue_shares(WORDS, answers))

    found = [
        outcome(0, "", ["positive"] * 4),
        outcome(1, "", ["positive"] * 2 + ["negative"] * 2),
        outcome(0, "NOUN", [""]),
    ]
    [row] = cued(found)
    assert (row.condition, row.right.value, row.wrong.value) == ("NOUN", 1, 1)
    assert cued([Outcome("sst2", "CNN", 0, Labels.GOLD, "", 0.0, "", 1, 1.0, 1.0)]) == []
