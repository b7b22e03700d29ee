"""Character-level perturbations of Moradi & Samwald 2021, section 4.1, by hand and by the examples of its table 2."""

import csv
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lexicon.keyboard import NEIGHBOURS
from core.perturbations.character.drawing import draw_words
from core.randomness import Draws
from core.severity import pps
from core.text.letters import joins
from core.text.tokens import word_spans
from data.lexicon.resources import perturber
from tests.core.outcomes import outcomes
from tests.core.strategies import TEXTS

NAMES = {
    "Insertion": "character_insertion",
    "Deletion": "character_deletion",
    "Replacement": "character_replacement",
    "Swapping": "character_swapping",
    "Repetition": "character_repetition",
    "CMW": "common_misspelled_words",
    "LCC": "letter_case_changing",
}
CHARACTERS = sorted(NAMES.values())


@pytest.mark.parametrize("example", NAMES)
def test_the_papers_example_is_one_of_the_outcomes(example: str, shared: Path) -> None:
    with (shared / "published" / "moradi_table2_examples.csv").open(encoding="utf-8", newline="") as file:
        row = next(row for row in csv.DictReader(file) if row["perturbation"] == example)
    assert row["perturbed"] in outcomes(NAMES[example], 1, row["original"], keys=6_000)


def test_insertion_never_at_the_first_or_last_place() -> None:
    made = outcomes("character_insertion", 1, "cat", keys=1_000)
    assert made == {f"c{x}at" for x in "abcdefghijklmnopqrstuvwxyz"} | {f"ca{x}t" for x in "abcdefghijklmnopqrstuvwxyz"}
    assert all(word.isupper() for word in outcomes("character_insertion", 1, "CAT"))


def test_deletion_of_inner_letters_only() -> None:
    assert outcomes("character_deletion", 1, "movie") == {"mvie", "moie", "move"}
    assert outcomes("character_deletion", 1, "don't") == {"dn't", "do't"}
    assert outcomes("character_deletion", 4, "is it a cat ?") == {"is it a ct ?"}


def test_replacement_by_a_neighbour_in_its_case() -> None:
    assert outcomes("character_replacement", 1, "p") == {"o", "l"}
    assert outcomes("character_replacement", 1, "P2") == {"O2", "L2"}
    assert outcomes("character_replacement", 1, "é") == set()


def test_neighbours_are_mutual_and_never_the_letter_itself() -> None:
    assert {letter: sorted(others) for letter, others in NEIGHBOURS.items() if letter in "agp"} == {
        "a": ["q", "s", "w", "z"],
        "g": ["b", "f", "h", "t", "v", "y"],
        "p": ["l", "o"],
    }
    assert all(letter != other and letter in NEIGHBOURS[other] for letter in NEIGHBOURS for other in NEIGHBOURS[letter])
    assert len(NEIGHBOURS) == 52


def test_swapping_passes_over_equal_letters() -> None:
    assert outcomes("character_swapping", 1, "ball") == {"abll", "blal"}
    assert outcomes("character_swapping", 1, "don't") == {"odn't", "dno't"}
    assert outcomes("character_swapping", 1, "aaa a1 1b") == set()


def test_repetition_of_inner_letters_only() -> None:
    assert outcomes("character_repetition", 1, "cats") == {"caats", "catts"}
    assert outcomes("character_repetition", 1, "well-made") == {
        *("weell-made", "welll-made", "well-mmade", "well-maade", "well-madde"),
    }


def test_letter_case_of_the_first_letter_or_of_all() -> None:
    assert outcomes("letter_case_changing", 1, "film") == {"Film", "FILM"}
    assert outcomes("letter_case_changing", 1, "McCoy") == {"mcCoy", "mCcOY"}
    assert outcomes("letter_case_changing", 1, "3D") == {"3d"}
    assert outcomes("letter_case_changing", 1, "1999") == set()


def test_misspellings_keep_the_case_and_the_rest() -> None:
    assert outcomes("common_misspelled_words", 1, "Fluorescent, yes") == {"Florescent, yes", "Flourescent, yes"}
    assert outcomes("common_misspelled_words", 1, "ACHIEVE!") == {"ACHEIVE!", "ACHIVE!"}
    assert outcomes("common_misspelled_words", 4, "teh xyzzy") == set()


@pytest.mark.parametrize("name", CHARACTERS)
@pytest.mark.parametrize("text", ["", " ", "!!", "1 2 3", "👩‍👩‍👧 🏴", "\u0301", "...", "--"])
def test_not_applicable(name: str, text: str) -> None:
    assert outcomes(name, 4, text, keys=5) == set()


@pytest.mark.parametrize("name", CHARACTERS)
def test_different_words_and_as_many_as_asked(name: str) -> None:
    text = "Which committee received the colourful embarrassing privilege?"
    perturb = perturber().prepared(name, pps(4), 0)
    for key in range(50):
        made = perturb(text, str(key))
        assert made is not None
        touched = [i for i, (start, stop) in enumerate(word_spans(text)) for e in made.edits if start <= e.start < stop]
        assert len(touched) == len(set(touched)) == (4 if name != "common_misspelled_words" else len(made.edits))


@pytest.mark.parametrize("name", [name for name in CHARACTERS if name != "letter_case_changing"])
@given(text=TEXTS, n=st.integers(1, 4))
def test_no_letter_is_parted_from_its_marks(name: str, text: str, n: int) -> None:
    made = perturber().text(text, name, pps(n), 0)
    for start, end, _ in made.edits if made else ():
        assert not any(map(joins, text[start : end + 1]))


def test_an_accent_written_as_a_mark_stays_with_its_letter() -> None:
    word = normalize("NFD", "élevé")
    assert outcomes("character_deletion", 1, word) == {word.replace("v", ""), word.replace("lev", "lv")}
    assert outcomes("character_insertion", 1, "e\u0301e\u0301e\u0301") == set()
    assert normalize("NFC", *outcomes("letter_case_changing", 1, "e\u0301")) == "É"


@given(text=TEXTS)
def test_words_are_drawn_once_each(text: str) -> None:
    drawn = sorted(draw_words(text, Draws(1)))
    known = [(start, stop) for start, stop in word_spans(text) if stop == len(text) or not joins(text[stop])]
    assert drawn == known
