"""Romero's program: how many tokens, which of them, and one change each; counts by hand."""

from pathlib import Path

import pytest

from core.errors import MissingResource
from core.lexicon.keyboard import TYPED
from core.lexicon.ocr import READ
from core.lexicon.spelling import both_ways
from core.perturbations.textflint import STOP_WORDS, a_tenth, editable_tokens, of_characters, of_words
from core.severity import Severity, Unit
from core.text.analysed import AnalysedText
from data.lexicon.resources import misspelled_both_ways, perturber
from tests.core.outcomes import outcomes

LINE = "She has (often) baked bread and cakes ."  # 39 characters, 7 words, 10 tokens


def test_counts_are_cut_off_and_at_least_one() -> None:
    text = AnalysedText(LINE)
    assert [of_characters(text, percent) for percent in (1, 5, 6, 10, 100)] == [1, 1, 2, 3, 39]
    assert [of_words(text, percent) for percent in (10, 20, 30, 100)] == [1, 1, 2, 7]
    assert a_tenth(text) == 1
    assert a_tenth(AnalysedText("it rains " * 12)) == 2 and a_tenth(AnalysedText("it rains " * 90)) == 10
    assert of_words(AnalysedText("don't"), 100) == 2  # the apostrophe parts it, too


def test_marks_and_stop_words_as_written_are_left_out() -> None:
    assert [token.text for token in editable_tokens(AnalysedText(LINE))] == ["She", "often", "baked", "bread", "cakes"]
    assert len(STOP_WORDS) == 55


@pytest.mark.parametrize("name", ["keyboard.paper", "ocr.paper", "typos.paper", "spelling_error.paper"])
def test_one_change_for_each_token_and_no_more_tokens_than_counted(name: str) -> None:
    for percent, most in ((1, 1), (6, 2), (10, 3), (100, 5)):
        for made in outcomes(name, percent, LINE, keys=60):
            changed = [old != new for old, new in zip(LINE.split(), made.split(), strict=True)]
            assert 1 <= sum(changed) <= most
            assert not any(changed[i] for i in (1, 5, 7))  # has, and, the full stop


def test_keyboard_hits_one_small_letter_and_puts_signs_too() -> None:
    assert outcomes("keyboard.paper", 1, "Bz") == {"Ba", "Bs", "Bx"}
    assert outcomes("keyboard.paper", 100, "MP") == set()
    assert set(TYPED["j"]) == set("yuihknm,<")
    assert not any(sign.isdigit() or sign.isupper() for others in TYPED.values() for sign in others)
    assert outcomes("keyboard", 100, "z") == {"a", "s", "x"}  # and ours is as it was


def test_ocr_reads_its_table_in_both_directions() -> None:
    assert outcomes("ocr.paper", 10, "pop") == {"p0p", "pup"}
    assert outcomes("ocr.paper", 10, "map") == set()
    assert all(one in READ[other] for one, others in READ.items() for other in others)


def test_slips_stay_inside_the_first_and_last_letter() -> None:
    made = outcomes("typos.paper", 1, "wolf", keys=4_000)
    assert all(text[0] == "w" and text[-1] == "f" for text in made)
    assert {"wlof", "wlf", "wof"} <= made
    assert len(made) == 1 + 2 + (26 - 1) * 2 + len({f"w{'olf'[:i]}{c}{'olf'[i:]}" for i in range(3) for c in LETTERS})
    assert {len(text) for text in outcomes("typos.paper", 1, "so")} == {3}  # nothing else can be
    assert outcomes("typos.paper", 100, "x") == set()


LETTERS = "abcdefghijklmnopqrstuvwxyz"


def test_how_often_an_edit_is_used_up_without_a_change() -> None:
    # "look": replaced by itself 1/4 * 1/26, its o's swapped 1/4
    perturb = perturber().prepared("typos.paper", Severity(Unit.PERCENT_CHARACTERS, 1), 0)
    changed = sum(perturb("look", str(key)) is not None for key in range(4_000)) / 4_000
    assert changed == pytest.approx(1 - 1 / 104 - 1 / 4, abs=0.025)


def test_a_list_of_misspellings_is_read_both_ways_and_as_written() -> None:
    table = both_ways({"luck": ["lock", "look"], "look": ["loock", "look"], "May": ["Mai"]}).forms
    assert {word: {one.text for one in known} for word, known in table.items()} == {
        "luck": {"lock", "look"},
        "lock": {"luck"},
        "look": {"luck", "loock"},
        "loock": {"look"},
        "May": {"Mai"},
        "Mai": {"May"},
    }
    assert outcomes("spelling_error.paper", 1, "acheive") == {"achieve"}
    assert outcomes("spelling_error.paper", 1, "Acheive") == set()


def test_a_file_of_misspellings_may_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "list.txt").write_text("harbour harbor habour\n\nboat bote\n", encoding="utf-8")
    monkeypatch.setenv("FLINCH_SPELLINGS", str(tmp_path / "list.txt"))
    misspelled_both_ways.cache_clear()
    assert {one.text for one in misspelled_both_ways().forms["harbour"]} == {"harbor", "habour"}
    monkeypatch.setenv("FLINCH_SPELLINGS", str(tmp_path / "none.txt"))
    misspelled_both_ways.cache_clear()
    with pytest.raises(MissingResource, match=r"FLINCH_SPELLINGS=.*can't be read"):
        misspelled_both_ways()
    misspelled_both_ways.cache_clear()
