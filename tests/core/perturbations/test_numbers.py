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
        ("3 people attended the meeting", r"[24] people attended the meeting"),
        ("It costs $50.", r"It costs \$[3-7]0\."),
        ("It costs $ 1,000 .", r"It costs \$ [2-9],000 \."),
        ("Some 1,234 cars", r"Some (\d{3}|1,\d{3}) cars"),
        ("made in 1968 by her", r"made in (19\d\d|20[01]\d) by her"),
        ("in the 1930s", r"in the (19[0-9]0|20[01]0)s"),
        ("in the 1920 's , they", r"in the (19[0-9]0|20[01]0) 's , they"),
        ("the 2ND time", r"the (3RD|[4-9]TH|1\dTH|2[04-9]TH|21ST|22ND|23RD|30TH|31ST) time"),
        ("He sold over 1200 guitars.", r"He sold over \d{3,4} guitars\."),
        ("Sales fell in 2002's second quarter.", r"Sales fell in (19\d\d|20[01]\d)'s second quarter\."),
        ("Sales fell in 2002 second quarter.", r"Sales fell in (19\d\d|20[01]\d) second quarter\."),
        ("The 20-second ad", r"The [13]0-second ad"),
        ("on June 1, he left", r"on June ([2-9]|1\d|2[0-8]), he left"),
        ("on 10 June", r"on ([2-9]|1\d|2[0-8]) June"),
        ("at 5 o'clock", r"at ([2-9]|1[0-2]) o'clock"),
        ("rose 0.5 points", r"rose 0\.[1-9] points"),
        ("a 90-minute film", r"a (60|70|1[0-3]0)-minute film"),
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
        *(
            "the S&P 500 fell",
            '"7th Heaven" fame',
            "Lit Crit 101",
            "on Windows Server 2003",
            "of Stalag 17",
            "24 hours a day",
        ),
        *("on Sept. 11", "fell to 0", "said 10 out of 10"),
        *("an 11th-hour deal", "the 20th century", "the early '80s", "the swinging 60s", "September the 11th"),
        *("It recalls 2001 : a space odyssey.", "He met her up in the 6!", "He stands 6 ' 2 \" and weighs 169 pounds."),
        *(
            "the deadliest since Sept. 11, 2001.",
            "He has 23 , 924 rebounds.",
            "a 5 o'clock shadow",
            "the july 4th parade",
        ),
        *("It fell 63 Canadian cents, or 4 percent, to 16.93.",),
        *("gave it a 10", "10 things i hate about you", "12 noon", "the men's 400-metre freestyle", "a 30-year bond"),
        *(
            "They voted 20 to 17 for it",
            "It leaves at 4, that one at 10:30.",
            "in 1990, before the 1998 Olympics",
            "scream 2 is fun",
        ),
        *("It has 40 seats, the Airbus 50.", "Monday, March 3", "the 1970s, and since 1983"),
        *("He is 5 feet 8.", "Tom is more than 6 feet tall.", "a mere 84 minutes", "girls under 16"),
        *("its highest level since July 2002, the Dow", "It will run into at least 2009.", "Genesis 1 : 2 : 22"),
        *(
            "The fair is on May 3 - 9.",
            "the quarter ended June 29",
            "the wartime 1940s",
            "between the 1970s and the 1990s",
        ),
        *(
            "about 37 C (98.6 F)",
            "shot an 8-under 64",
            "They got 86'd.",
            "It was made in 1954 and shown to a 2002 crowd.",
            "In June 1944 the allied invasion began.",
        ),
        *("mp3", "the 3 rd", "12345678", "1-minute", "K-19"),
    ],
)
def test_digits_that_are_no_number_are_left_alone(text: str) -> None:
    assert swapped(text) == set()


def test_the_smaller_number_of_a_range_stays_first() -> None:
    for one in swapped("between 12 and 15 years"):
        first, second = map(int, re.findall(r"\d+", one))
        assert first <= second


def test_what_was_more_stays_more_and_rates_hold() -> None:
    for one in swapped("It found 20 new moons, bringing the total to 60."):
        new, total = map(int, re.findall(r"\d+", one))
        assert new < total
    for one in swapped("removed in 1997 , returning in 1999 , in 2001"):
        first, second, third = map(int, re.findall(r"\d+", one))
        assert (second - first, third - second) == (2, 2)
    for one in swapped("fell 71 cents, or 3 percent, to $21.59"):
        cents, percent, price = map(float, re.findall(r"[\d.]+", one))
        assert percent == 3 and 0.03 < cents / 100 / price < 0.036
    for one in swapped("girls age 14 and younger"):
        assert int(re.findall(r"\d+", one)[0]) < 18
    for one in swapped("It will be available in 2004."):
        assert 2004 < int(re.findall(r"\d{4}", one)[0]) < 2014


def test_long_texts_end() -> None:
    assert swap_num(AnalysedText("Some 12 people and " * 20_000), 100, Draws.seeded("x")) is not None
