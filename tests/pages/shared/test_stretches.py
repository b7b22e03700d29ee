"""Stretches: whole words, what they were beside what they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.rewrite import Piece, Rewrite
from pages.ui.shared.stretches import stretches

TEXT = st.text(alphabet="ab c.\u0301é_", max_size=12)


@pytest.mark.parametrize(
    ("source", "edits", "changed"),
    [
        ("I think so", [Piece(4, 5, "j")], [("think", "thjnk")]),
        ("I think so", [Piece(4, 4, " ")], [("think", "th ink")]),
        ("I think so", [Piece(1, 2, "")], [("I think", "Ithink")]),
        ("It is so.", [Piece(6, 6, "not ")], [("", "not ")]),
        ("It is so.", [Piece(8, 9, "!")], [(".", "!")]),
        (
            "a big car",
            [Piece(0, 1, "A"), Piece(2, 5, "Big"), Piece(6, 9, "Car")],
            [("a", "A"), ("big", "Big"), ("car", "Car")],
        ),
        ("a big car", [Piece(0, 1, "A"), Piece(6, 9, "Car")], [("a", "A"), ("car", "Car")]),
        ("old, big car", [Piece(0, 3, "new"), Piece(5, 8, "wee")], [("old", "new"), ("big", "wee")]),
        ("eggs go in", [Piece(5, 7, "do not go")], [("", "do not ")]),
        ("they are in", [Piece(5, 8, "are not")], [("", " not")]),
        ("They are so.", [Piece(4, 8, "'re")], [("They are", "They're")]),
        ("'ab' cd", [Piece(1, 3, "ef")], [("ab", "ef")]),
        ("ab cd", [], []),
    ],
)
def test_a_change_brings_the_rest_of_its_word(source: str, edits: list[Piece], changed: list[tuple[str, str]]) -> None:
    made = stretches(Rewrite.of(source, edits))
    assert [(stretch.old, stretch.new) for stretch in made if not stretch.kept] == changed


@given(TEXT, TEXT, TEXT, TEXT, TEXT)
def test_they_spell_both_texts(left: str, old: str, middle: str, new: str, right: str) -> None:
    at = len(left)
    later = at + len(old) + len(middle)
    rewrite = Rewrite.of(left + old + middle + right, [Piece(at, at + len(old), new), Piece(later, later, new[:1])])
    made = stretches(rewrite)
    assert "".join(stretch.old for stretch in made) == rewrite.source
    assert "".join(stretch.new for stretch in made) == rewrite.perturbed


def test_words_that_swapped_places_are_one() -> None:
    moved = Rewrite.moved("ab cd ef", [(0, 2), (3, 5), (6, 8)], [1, 0, 2])
    assert [(s.old, s.new) for s in stretches(moved) if not s.kept] == [("ab cd", "cd ab")]
