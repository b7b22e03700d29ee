"""The perturbations of Zhang et al. 2022, section 4.1, by hand."""

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lexicon.lookalikes import LEET, VISUAL
from core.severity import Severity, Unit
from core.text.letters import joins
from data.lexicon.resources import perturber
from tests.core.outcomes import outcomes
from tests.core.strategies import TEXTS

LETTERS = ["butter_fingers", "random_upper", "visual_attack_letters", "leet_letters"]
ZHANG = [*LETTERS, "duplicate_punctuations", "insert_abbreviation", "shuffle_word", "whitespace"]


def always(name: str, text: str) -> str:
    """The only text that probability 1 makes."""
    (made,) = outcomes(name, 1, text, keys=20)
    return made


def test_marks_are_doubled() -> None:
    assert always("duplicate_punctuations", 'No, "stop"!') == 'No,, ""stop""!!'
    assert always("duplicate_punctuations", "well-made , it 's 1,000 -- don't ...") == (
        "well-made ,, it 's 1,000 ---- don't ......"
    )
    assert always("duplicate_punctuations", "$5 & @her #1 -lrb- up -rrb- .") == "$5 & @her #1 -lrb- up -rrb- .."
    assert always("duplicate_punctuations", "“so”…") == "““so””……"


def test_marks_of_addresses_and_entities_are_not_doubled() -> None:
    assert always("duplicate_punctuations", "See https://a.example/b?c=d, or write to jo.doe@x-y.org!") == (
        "See https://a.example/b?c=d,, or write to jo.doe@x-y.org!!"
    )
    assert always("duplicate_punctuations", "this &amp; that; &#39;so&#39;.") == "this &amp; that;; &#39;so&#39;.."


def test_every_letter_gets_a_neighbours_key() -> None:
    assert outcomes("butter_fingers", 1, "p P") == {"o O", "o L", "l O", "l L"}


def test_small_letters_become_capitals() -> None:
    assert always("random_upper", "a Straße, über 3 THE") == "A STRAßE, ÜBER 3 THE"


def test_letters_become_digits_and_lookalikes() -> None:
    assert always("leet_letters", "Elite, bagz: uvw") == "31173, 8492: uvw"
    assert all(len(digit) == 1 and digit.isdigit() for digit in LEET.values())
    for letter, others in VISUAL.items():
        assert len(others) == len(set(others)) and letter not in others
        assert all(not other.isascii() and other.isalpha() for other in others)
        plain = {normalize("NFD", other)[0] for other in others}
        assert letter in plain or letter in "qQ"  # which no alphabet gives a diacritic
    assert len(VISUAL) == 52


def test_a_lookalike_is_of_the_same_case() -> None:
    assert [other for letter, others in VISUAL.items() for other in others if other.isupper() != letter.isupper()] == []


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("By the way, as far as I know", "Btw, afaik"),
        ("BY THE WAY", "BTW"),
        ("please be here before tomorrow", "plz be here b4 tmrw"),
        ("What area will it work in?", None),  # no "wha", "wl" or "wrk", which nobody writes
        ("He loves people and dogs", "He loves ppl & dogs"),
        ("by the wayside", None),
        ("the Super Bowl", None),
        ("right at the get go", None),
        ("as I knew", None),
        ("as-if as  soon as possible", None),
        ("a rhyme, by the", None),
    ],
)
def test_the_longest_sequence_of_whole_words_is_abbreviated(text: str, short: str | None) -> None:
    made = outcomes("insert_abbreviation", 1, text, keys=3)
    assert made == ({short} if short else set())


def test_spaces_go_and_come() -> None:
    assert always("whitespace", "a bc, d") == "ab c,d"
    assert outcomes("whitespace", 0.5, "to be") == {"tobe", "t o be", "to b e", "t obe", "tob e", "t o b e", "t ob e"}


def test_words_change_places_and_marks_do_not() -> None:
    assert always("shuffle_word", "Stop , now !") == "now , Stop !"
    assert outcomes("shuffle_word", 1, "one two, three.") == {"two three, one.", "three one, two."}
    assert outcomes("shuffle_word", 1, "alone !") == set()
    assert outcomes("shuffle_word", 0.5, "one two three") == {
        *("two one three", "three two one", "one three two", "two three one", "three one two"),
    }


@pytest.mark.parametrize("name", LETTERS)
@pytest.mark.parametrize("p", [0.05, 0.1, 0.5])
def test_each_letter_is_hit_as_often_as_asked(name: str, p: float) -> None:
    text = "bagelstoiz " * 20  # 200 letters that every table knows
    perturb = perturber().prepared(name, Severity(Unit.PROBABILITY, p), 0)
    made = [perturb(text, str(key)) for key in range(500)]
    hit = sum(sum(len(edit.text) for edit in rewrite.edits) for rewrite in made if rewrite)
    # 100,000 letters: the standard error of 5 % is 0.07 %, of 50 % 0.16 %
    assert hit / 100_000 == pytest.approx(p, abs=0.004)


@pytest.mark.parametrize("name", ZHANG)
@pytest.mark.parametrize("text", ["", "👩‍👩‍👧", "\u0301", "$", "1"])
def test_not_applicable(name: str, text: str) -> None:
    assert outcomes(name, 1, text, keys=5) == set()


@pytest.mark.parametrize("name", [name for name in ZHANG if name != "shuffle_word"])
@given(text=TEXTS, p=st.floats(0.01, 1))
def test_no_letter_is_parted_from_its_marks(name: str, text: str, p: float) -> None:
    made = perturber().text(text, name, Severity(Unit.PROBABILITY, p), 0)
    for start, end, _ in made.edits if made else ():
        assert not any(map(joins, text[start : end + 1]))
