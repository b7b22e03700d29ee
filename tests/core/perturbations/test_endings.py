"""punctuation and twitter: what may come at the end or the beginning, worked by hand."""

import re

import pytest

from core.perturbations.sentence.endings import punctuation, twitter
from core.randomness import Draws
from core.severity import Unit
from core.text.analysed import AnalysedText
from core.text.realised import realised

MENTION = r"@[a-z]{4,15}\d{0,3}"
LINK = r"http://t\.co/[A-Za-z0-9]{10}"


def made_by(rewriter: object, text: str, percent: float = 100, seeds: int = 60) -> set[str | None]:
    assert callable(rewriter)
    made = [rewriter(AnalysedText(text), percent, Draws.seeded(text, seed)) for seed in range(seeds)]
    return {rewrite.perturbed if rewrite else None for rewrite in made}


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("The film was quite good", {"!", ".", "...", "!!", "!!!"}),
        ("It was , quite good", {" !", " .", " ...", " !!", " !!!"}),
        ("(quite good)", {"!", ".", "...", "!!", "!!!"}),
        ("See http://t.co/x1", {" !", " .", " ...", " !!", " !!!"}),
        ("It was good.", {".."}),
        ("It was good .", {".."}),
        ("It was good...", {"."}),
        ("It was good!", {"!", "!!"}),
        ("Was it good?", {"?", "!", "??"}),
    ],
)
def test_marks_are_added_and_nothing_is_taken_away(text: str, ends: set[str]) -> None:
    assert made_by(punctuation, text) == {text + end for end in ends}


def test_the_white_space_at_the_end_stays_there() -> None:
    assert made_by(punctuation, "Good.\n") == {"Good...\n"}


def test_a_mention_or_a_link_comes_first_or_last() -> None:
    text = "Good premise, bad ending"
    made = {twitter_made or "" for twitter_made in made_by(twitter, text)}
    kinds = [rf"{MENTION} {text}", rf"{LINK} {text}", rf"{text} {MENTION}", rf"{text} {LINK}"]
    assert len(made) == 60
    assert all(any(re.fullmatch(kind, one) for one in made) for kind in kinds)
    assert all(any(re.fullmatch(kind, one) for kind in kinds) for one in made)


@pytest.mark.parametrize("text", ["", " ", "\n\t"])
def test_an_empty_text_is_not_applicable(text: str) -> None:
    assert made_by(punctuation, text) == made_by(twitter, text) == {None}


def test_ten_percent_of_five_words_is_one_mark_in_two_texts() -> None:
    applied = [punctuation(AnalysedText("a b c d e"), 10, Draws.seeded(seed)) is not None for seed in range(400)]
    assert 170 < sum(applied) < 230


def test_the_share_of_added_words_is_the_one_asked_whatever_a_link_costs() -> None:
    text = AnalysedText("a b c d e f g h i j")
    made = [twitter(text, 10, Draws.seeded(seed)) for seed in range(8000)]
    share = sum(realised(one, Unit.PERCENT_WORDS) for one in made if one) / len(made)
    assert share == pytest.approx(10, rel=0.06)
