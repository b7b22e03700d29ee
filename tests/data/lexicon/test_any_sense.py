"""What the papers' programs draw from: all lemmas of all senses, found from any form as WordNet's morphy finds them."""

import pytest

from core.lexicon.any_sense import AnySense
from data.lexicon.resources import any_sense

SMALL = AnySense(
    {
        "n": ["car auto motor_car", "car railcar", "axis", "Paris"],
        "v": ["axe chop"],
        "a": ["big large"],
        "s": ["big adult grown"],
    },
    {"n": {"axes": ["axis", "ax"]}},
)


@pytest.mark.parametrize(
    ("form", "parts", "found"),
    [
        ("Cars", "n", ("car", "auto", "motor_car", "railcar")),
        ("axes", "n", ("axis",)),
        ("axes", "nv", ("axis", "axe", "chop")),
        ("bigger", "a", ()),
        ("big", "a", ("big", "large")),
        ("big", "as", ("big", "large", "adult", "grown")),
        ("PARIS", "nvasr", ("Paris",)),
        ("nothing", "nvasr", ()),
        ("", "nvasr", ()),
    ],
)
def test_by_hand(form: str, parts: str, found: tuple[str, ...]) -> None:
    assert SMALL.of(form, parts) == found


def test_what_ships_holds_every_sense_and_phrases() -> None:
    found = any_sense()
    assert {"pool", "puddle", "kitty", "syndicate", "pocket_billiards"} <= set(found.of("pools", "n"))
    assert {"precious_stone", "gemstone"} <= set(found.of("gem", "n"))
    assert {"travel", "die", "kick_the_bucket"} <= set(found.of("went", "v"))
    assert {"good", "well", "better"} <= set(found.of("better"))
    assert "grown" not in found.of("big", "a")
    assert "grown" in found.of("big", "as")


def test_doubled_letters_are_left_to_the_irregular_forms() -> None:
    assert "large" in any_sense().of("biggest", "as")
