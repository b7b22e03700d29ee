"""The character perturbations of Moradi & Samwald under paper rules, by hand."""

import pytest

from core.perturbations.character.token_edits import BESIDE
from core.severity import pps
from data.lexicon.resources import perturber
from tests.core.outcomes import outcomes

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def share(name: str, text: str, value: int = 1, keys: int = 2_000) -> float:
    """The share of keys under which the text changes."""
    perturb = perturber().prepared(name, pps(value), 0)
    return sum(perturb(text, str(key)) is not None for key in range(keys)) / keys


def test_insertion_before_an_inner_character_only() -> None:
    assert outcomes("character_insertion.paper", 1, "cat", keys=1_000) == {f"c{x}at" for x in LETTERS}
    assert outcomes("character_insertion.paper", 1, "AB ...", keys=2_000) == {f"AB .{x}.." for x in LETTERS}
    assert outcomes("character_insertion.paper", 1, "CAT", keys=1_000) == {f"C{x}AT" for x in LETTERS}


def test_deletion_and_repetition_of_inner_characters_of_tokens() -> None:
    assert outcomes("character_deletion.paper", 1, "1999 is it") == {"199 is it"}
    assert outcomes("character_repetition.paper", 1, "he ate --- 7") == {"he atte --- 7", "he ate ---- 7"}
    assert outcomes("character_deletion.paper", 4, "ab, cde!") == {"ab, ce!"}
    assert outcomes("character_deletion.paper", 1, "can't") == {"can't".replace("n't", "nt")}  # the tokens: ca, n't


def test_replacement_by_the_left_or_right_key_in_the_same_row() -> None:
    assert outcomes("character_replacement.paper", 1, "Tea") == {"Twa", "Tra"}
    assert outcomes("character_replacement.paper", 1, "TAB") == {"TSB"}
    assert {letter: BESIDE[letter] for letter in "aglpMz"} == {
        **{"a": "s", "g": "fh", "l": "k"},
        **{"p": "o", "M": "N", "z": "x"},
    }
    assert len(BESIDE) == 52


def test_a_number_that_is_drawn_for_replacement_is_lost() -> None:
    assert share("character_replacement.paper", "1999 tea") == pytest.approx(0.5, abs=0.04)
    assert share("character_replacement.paper", "1999 tea", value=2) == 1
    assert outcomes("character_replacement.paper", 4, "1999 ...") == set()


def test_swapping_of_equal_letters_is_lost() -> None:
    assert outcomes("character_swapping.paper", 1, "ball") == {"abll", "blal"}
    # places 0-3, each 1/4: right of 0; left or right of 1; left of 2, or right of it, which is in vain as is 3
    assert share("character_swapping.paper", "ball") == pytest.approx(1 / 4 + 1 / 4 + 1 / 8, abs=0.04)
    assert outcomes("character_swapping.paper", 1, "aaa to") == set()


def test_letter_case_of_the_first_or_of_all_letters() -> None:
    assert outcomes("letter_case_changing.paper", 1, "McCoy") == {"mcCoy", "mCcOY"}
    assert outcomes("letter_case_changing.paper", 1, "3Dx é") == {"3dX é"}
    assert share("letter_case_changing.paper", "3Dx é") == pytest.approx(0.5, abs=0.04)


def test_misspellings_stand_inside_longer_words_too() -> None:
    assert "we smothger it" in outcomes("common_misspelled_words.paper", 1, "we smother it")
    assert outcomes("common_misspelled_words", 1, "we smother it") == set()
    assert outcomes("common_misspelled_words.paper", 1, "ACHIEVE") == set()
    made = outcomes("common_misspelled_words.paper", 1, "we achieve to achieve")
    assert made == {"we acheive to achieve", "we achive to achieve"}


def test_misspellings_that_meet_are_lost() -> None:
    perturb = perturber().prepared("common_misspelled_words.paper", pps(4), 0)
    for key in range(200):
        made = perturb("Another mother is therefore here", str(key))
        assert made is None or 1 <= len(made.edits) <= 4


@pytest.mark.parametrize("kind", ["insertion", "deletion", "replacement", "swapping", "repetition"])
def test_each_edit_is_in_another_token(kind: str) -> None:
    perturb = perturber().prepared(f"character_{kind}.paper", pps(4), 0)
    for key in range(50):
        made = perturb("Old bread has long had mould", str(key))
        assert made is not None
        before, after = (text.split() for text in (made.source, made.perturbed))
        assert sum(map(str.__ne__, before, after)) == len(made.edits) == 4
