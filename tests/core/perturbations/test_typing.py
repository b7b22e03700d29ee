"""Character-level perturbations of Romero 2023, section 3.3.1, by hand and by the examples of its table 8."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lexicon.ocr import CONFUSIONS
from core.perturbations.registry import find
from core.randomness import Draws
from core.severity import Severity, Unit
from core.text.letters import joins
from core.text.realised import edited_characters, realised
from data.lexicon.resources import misspellings, perturber
from tests.core.outcomes import outcomes
from tests.core.strategies import TEXTS

EXAMPLES = {"Keyboard": "keyboard", "Ocr": "ocr", "SpellingError": "spelling_error", "Typos": "typos"}
TYPING = sorted(EXAMPLES.values())
SENTENCE = "The committee received a colourful and rather embarrassing privilege in their fourth year."  # 90 characters


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_thesiss_example_is_one_of_the_outcomes(example: str, shared: Path) -> None:
    with (shared / "published" / "romero_table8_examples.csv").open(encoding="utf-8", newline="") as file:
        row = next(row for row in csv.DictReader(file) if row["perturbation"] == example)
    assert row["perturbed"] in outcomes(EXAMPLES[example], 10, row["original"], keys=5_000)


def test_keyboard_at_a_hundred_percent_is_every_letter() -> None:
    assert outcomes("keyboard", 100, "p, P 1") == {f"{one}, {other} 1" for one in "ol" for other in "OL"}


def test_ocr_takes_letters_and_digits() -> None:
    assert outcomes("ocr", 100, "7?") == {"1?"}
    assert outcomes("ocr", 100, "A 4") == {"4 A"}
    assert all(one not in others and others for one, others in CONFUSIONS.items())
    assert len(CONFUSIONS) == 26 + 26 + 10


def test_a_misspelling_costs_what_it_changes() -> None:
    # 20 % of the 10 characters of "achieve it" are 2: the dearest, "acheive", fits; "achive" would cost 1
    assert outcomes("spelling_error", 20, "achieve it") == {"acheive it"}
    # 10 % are 1: "acheive" costs twice what is left, and is made half of the times it is drawn
    perturb = perturber().prepared("spelling_error", Severity(Unit.PERCENT_CHARACTERS, 10), 0)
    made = [rewrite.perturbed if (rewrite := perturb("achieve it", str(key))) else "" for key in range(2_000)]
    shares = [made.count(text) / 2_000 for text in ("achive it", "acheive it", "")]
    assert shares == pytest.approx([0.5, 0.25, 0.25], abs=0.04)


def test_misspellings_are_words_in_lower_case_that_differ() -> None:
    forms = misspellings().forms
    assert forms["achieve"] == (("acheive", 2), ("achive", 1))
    assert all(" " not in word and word == word.lower() for word in forms)
    assert all(known and word not in [wrong.text for wrong in known] for word, known in forms.items())


def test_typos_insert_delete_swap_and_replace() -> None:
    made = outcomes("typos", 50, "wall", keys=3_000)  # 2 of 4 characters
    assert {"awll", "wlal"} <= made
    assert {len(text) for text in made} == {2, 3, 4, 5, 6}
    one = outcomes("typos", 25, "wall", keys=3_000)  # 1 of 4: no swap, which is 2
    assert {"all", "wll", "wal", "_all", "qwall", "walb"} <= one
    assert not {"awll", "wlal"} & one


def test_a_word_of_one_letter_is_not_deleted() -> None:
    assert all(len(text) >= 3 for text in outcomes("typos", 30, "a I", keys=500))


def test_every_letter_at_most_once_even_at_a_hundred_percent() -> None:
    for name in ("keyboard", "ocr", "typos"):
        perturb = perturber().prepared(name, Severity(Unit.PERCENT_CHARACTERS, 100), 0)
        for key in range(20):
            made = perturb(SENTENCE, str(key))
            assert made is not None
            assert sum(map(str.isalpha, SENTENCE)) == 77
            assert edited_characters(made) == 77


@pytest.mark.parametrize("name", ["keyboard", "ocr", "typos"])
@pytest.mark.parametrize("percent", [1, 5, 10, 30])
def test_the_mean_share_is_the_one_asked(name: str, percent: float) -> None:
    perturb = perturber().prepared(name, Severity(Unit.PERCENT_CHARACTERS, percent), 0)
    made = [perturb(SENTENCE, str(key)) for key in range(2_000)]
    shares = [realised(rewrite, Unit.PERCENT_CHARACTERS) if rewrite else 0.0 for rewrite in made]
    # 1 % of 90 characters is 0.9: 0 or 1, whose mean over 2,000 has a standard error of 0.75 %
    assert sum(shares) / len(shares) == pytest.approx(percent, rel=0.02)
    assert max(shares) - min(shares) <= 100 / 90 + 1e-9


@pytest.mark.parametrize("name", TYPING)
@pytest.mark.parametrize("text", ["", " ", "!!", "👩‍👩‍👧 🏴", "\u0301", "e\u0301", "..."])
def test_not_applicable(name: str, text: str) -> None:
    assert outcomes(name, 100, text, keys=5) == set()


@pytest.mark.parametrize("name", TYPING)
@given(text=TEXTS, percent=st.floats(0.5, 100))
def test_no_letter_is_parted_from_its_marks(name: str, text: str, percent: float) -> None:
    made = find(name).rewrite(perturber().analyse(text, False), percent, Draws(1), **_resources(name))
    for start, end, _ in made.edits if made else ():
        assert not any(map(joins, text[start : end + 1]))
    assert made is None or edited_characters(made) <= percent * len(text) / 100 + 5


def _resources(name: str) -> dict[str, object]:
    return {"misspellings": misspellings()} if name == "spelling_error" else {}
