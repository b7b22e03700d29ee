"""swap_num by hand: which numbers are replaced, by what kind of number, and which digits are none."""

import re

import pytest

from core.perturbations.sentence.numbers import swap_num
from core.randomness import Draws
from core.text.analysed import AnalysedText


def swapped(text: str, seeds: int = 80) -> set[str]:
    made = [swap_num(AnalysedText(text), 100, Draws.seeded(text, seed)) for seed in range(seeds)]
    return {rewrite.perturbed for rewrite in made if rewrite}


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("3 people attended the meeting", r"([2-9]|1\d|20) people attended the meeting"),
        ("It costs $50.", r"It costs \$[1-9]0\."),
        ("It costs $ 1,000 .", r"It costs \$ [2-9],000 \."),
        ("1,234 cars", r"[1-9],\d{3} cars"),
        ("made in 1968 by her", r"made in (19\d\d|20[01]\d) by her"),
        ("in the 1930s", r"in the (19[0-9]0|20[01]0)s"),
        ("in the 1920 's , they", r"in the (19[0-9]0|20[01]0) 's , they"),
        ("the early '80s", r"the early '[2-9]0s"),
        ("the 21st century", r"the (2nd|3rd|[4-9]th|1\dth|20th) century"),
        ("the 2ND time", r"the (3RD|[4-9]TH|1\dTH|2[04-9]TH|21ST|22ND|23RD|30TH|31ST) time"),
        ("on June 1, he left", r"on June ([2-9]|1\d|2[0-8]), he left"),
        ("on 10 June", r"on ([2-9]|1\d|2[0-8]) June"),
        ("at 5 o'clock", r"at ([2-9]|1[0-2]) o'clock"),
        ("rose 0.5 points", r"rose 0\.[1-9] points"),
        ("a 90-minute film", r"a [1-79]0-minute film"),
        ("an 8 year old", r"an (8|11|18) year old"),
        ("10 % of it", r"[2-9]0 % of it"),
    ],
)
def test_a_number_becomes_another_of_its_kind(text: str, pattern: str) -> None:
    made = swapped(text)
    assert made
    assert text not in made
    assert all(re.fullmatch(pattern, one) for one in made), made


@pytest.mark.parametrize(
    "text",
    [
        *("", "no number", "1 person", "No. 1 , 1 .", "a 3-D film", "B1", "a 2x4", "at 10:30", "on 9/11", "on 9 / 11"),
        *("http://t.co/123", "@user123", "#1", "007", "version 3.3.3", "401(k)", "555-1234", "class of '84"),
        *("mp3", "the 3 rd", "12345678", "1-minute", "K-19"),
    ],
)
def test_digits_that_are_no_number_are_left_alone(text: str) -> None:
    assert swapped(text) == set()


def test_the_smaller_number_of_a_range_stays_first() -> None:
    for one in swapped("between 12 and 15 years"):
        first, second = map(int, re.findall(r"\d+", one))
        assert first <= second


def test_long_texts_end() -> None:
    assert swap_num(AnalysedText("12 and " * 20_000), 100, Draws.seeded("x")) is not None
