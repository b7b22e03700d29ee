"""The inner rates of Zhang et al.'s perturbations under paper rules, by hand."""

import pytest

from core.lexicon.lookalikes import LEET_OF_PLAYERS
from core.papers import ZHANG
from core.perturbations.registry import find, of_paper, under
from core.rewrite import Rewrite
from core.rules import Rules
from core.severity import Severity, Unit
from data.lexicon.resources import perturber
from tests.core.outcomes import outcomes

SMALL = Severity(Unit.PROBABILITY, 0.001)


def made(name: str, text: str, keys: int = 500) -> list[Rewrite]:
    perturb = perturber().prepared(name, SMALL, 0)
    return [rewrite for key in range(keys) if (rewrite := perturb(text, str(key)))]


def test_all_eight_know_the_papers_rules_and_draw_samples() -> None:
    known = under(ZHANG, Rules.PAPER)
    assert len(known) == 8 and all(p.rules is Rules.PAPER and p.by_example for p in known)
    assert [p.name for p in known] == [f"{p.name}.paper" for p in of_paper(ZHANG)]


def test_a_tenth_of_all_characters_is_drawn_for_capitals() -> None:
    text = "all small letters  and three"  # 28 characters: two are drawn, spaces among them
    sizes = {sum(map(str.__ne__, one.perturbed, text)) for one in made("random_upper.paper", text)}
    assert sizes == {1, 2}
    assert all(one.perturbed.lower() == text for one in made("random_upper.paper", text))
    assert outcomes("random_upper.paper", 1, "nine char") == set()
    assert outcomes("random_upper.paper", 1, "AB cd EFGH") == {"AB Cd EFGH", "AB cD EFGH"}


def test_spaces_go_twice_as_often_as_they_come_and_come_beside_marks_too() -> None:
    text = "a b, c " * 100  # 300 spaces, 400 other characters
    rewrites = made("whitespace.paper", text, keys=100)
    gone = sum(edit.text == "" for one in rewrites for edit in one.edits)
    come = sum(edit.text == " " for one in rewrites for edit in one.edits)
    # of 30,000 and 40,000 places; the standard errors are 0.0017 and 0.0011
    assert gone / 30_000 == pytest.approx(0.1, abs=0.008) and come / 40_000 == pytest.approx(0.05, abs=0.006)
    assert {"b , c", "b,  c", "b, c "} & {*outcomes("whitespace.paper", 0.5, "b, c", keys=300)} == {
        *("b , c", "b,  c", "b, c "),
    }


def test_half_of_the_letters_look_alike() -> None:
    rewrites = made("visual_attack_letters.paper", "letters " * 25, keys=50)
    changed = sum(sum(len(edit.text) for edit in one.edits) for one in rewrites)
    assert changed / (50 * 175) == pytest.approx(0.5, abs=0.03)


def test_leet_draws_half_as_often_as_there_are_characters_with_replacement() -> None:
    assert outcomes("leet_letters.paper", 1, "be") == {"6e", "b3"}  # one draw
    # four characters, two draws among two letters: both of them, or one twice
    assert outcomes("leet_letters.paper", 1, "b it") == {"6 it"}
    assert outcomes("leet_letters.paper", 1, "bite") == {"6ite", "bit3", "6it3"}
    assert outcomes("leet_letters.paper", 1, "N") == set() and outcomes("leet_letters.paper", 1, "N ") == {"11 "}
    assert outcomes("leet_letters.paper", 1, "aclpqrstuvxz") == set()
    small = {letter for letter in LEET_OF_PLAYERS if letter.isascii() and letter.islower()}
    assert small == set("beghjmowy")


def test_every_match_word_and_mark_of_a_drawn_sample_changes() -> None:
    assert outcomes("insert_abbreviation.paper", 0.001, "please be here before tomorrow") == {"plz be hre be4 tmrw"}
    assert outcomes("duplicate_punctuations.paper", 0.001, "No, stop!") == {"No,, stop!!"}
    assert outcomes("shuffle_word.paper", 0.001, "one two three") == {"two three one", "three one two"}


def test_it_has_all_eight_probabilities_and_our_rules_four() -> None:
    assert find("butter_fingers.paper").values == (0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1)
    assert find("butter_fingers").values == (0.05, 0.1, 0.5, 1)
