"""A rewrite re-assembles, keeps what nobody edited, and refuses edits that can't both be made."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput
from core.perturbations.registry import find
from core.rewrite import Piece, Rewrite, Segment
from data.lexicon.resources import perturber
from tests.core.strategies import TEXTS

STEPS = [
    "word_deletion",
    "word_repetition",
    "word_order",
    "character_phrase_shuffle",
    "word_neighbour_flip",
    "negation",
]


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, list[Piece]]:
    source = draw(st.text(max_size=60))
    cuts = sorted(draw(st.lists(st.integers(0, len(source)), max_size=8)))
    spans = list(zip(cuts[::2], cuts[1::2], strict=False))
    return source, [Piece(start, end, draw(st.text(max_size=5))) for start, end in spans]


@given(edited())
def test_pieces_cover_the_source_once_and_make_the_text(case: tuple[str, list[Piece]]) -> None:
    source, edits = case
    rewrite = Rewrite.of(source, edits)
    assert "".join(source[p.start : p.end] for p in rewrite.pieces) == source
    assert "".join(p.text for p in rewrite.pieces) == rewrite.perturbed
    assert set(rewrite.edits) == {e for e in edits if source[e.start : e.end] != e.text}


def test_an_edit_an_insertion_and_a_deletion() -> None:
    rewrite = Rewrite.of("the old dog", [Piece(8, 11, "cat"), Piece(4, 8, ""), Piece(0, 0, "see ")])
    assert rewrite.perturbed == "see the cat"
    assert len(rewrite.edits) == 3
    assert rewrite.segments == (
        Segment("", "see "),
        Segment("the ", "the "),
        Segment("old ", ""),
        Segment("dog", "cat"),
    )


def test_nothing_edited_is_nothing_applied() -> None:
    rewrite = Rewrite.of("as it was", [])
    assert rewrite.perturbed == "as it was"
    assert not rewrite.applied
    assert Rewrite.of("", []).perturbed == ""


@pytest.mark.parametrize("edits", [[Piece(0, 3, "x"), Piece(2, 4, "y")], [Piece(3, 9, "z")], [Piece(2, 1, "")]])
def test_edits_that_overlap_or_leave_the_text_are_refused(edits: list[Piece]) -> None:
    with pytest.raises(BadInput, match="overlaps another or exceeds the text"):
        Rewrite.of("abcd", edits)


def test_moved_spans_are_one_edit_where_they_are_entangled() -> None:
    rewrite = Rewrite.moved("a b c d e", [(0, 1), (2, 3), (4, 5), (6, 7), (8, 9)], [1, 0, 2, 4, 3])
    assert rewrite.perturbed == "b a c e d"
    assert rewrite.edits == (Piece(0, 3, "b a"), Piece(6, 9, "e d"))
    assert [(s.old, s.new) for s in rewrite.segments] == [("a b", "b a"), (" c ", " c "), ("d e", "e d")]
    assert Rewrite.moved("a b c", [(0, 1), (2, 3), (4, 5)], [2, 1, 0]).edits == (Piece(0, 5, "c b a"),)
    assert not Rewrite.moved("a a", [(0, 1), (2, 3)], [1, 0]).applied


def test_one_change_after_another() -> None:
    first = Rewrite.of("the old dog", [Piece(4, 7, "young"), Piece(11, 11, "!")])
    later = Rewrite.of("the young dog!", [Piece(0, 3, "a"), Piece(5, 6, ""), Piece(10, 13, "cat")])
    both = first.then(later)
    assert both.source == "the old dog"
    assert both.perturbed == later.perturbed == "a yung cat!"
    assert both.edits == (Piece(0, 3, "a"), Piece(4, 7, "yung"), Piece(8, 11, "cat!"))


def test_a_change_of_text_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadInput, match="must start from"):
        Rewrite.of("a", []).then(Rewrite.of("b", []))


@given(TEXTS, st.lists(st.sampled_from(STEPS), min_size=2, max_size=3), st.integers(0, 5))
def test_any_chain_of_changes_accounts_for_every_character(text: str, names: list[str], seed: int) -> None:
    made = Rewrite.of(text, [])
    for i, name in enumerate(names):
        rewrite = perturber().text(made.perturbed, name, find(name).severities[-1], seed, key=str(i))
        if rewrite:
            made = made.then(rewrite)
            assert made.perturbed == rewrite.perturbed
    assert "".join(text[p.start : p.end] for p in sorted(made.pieces)) == text
    assert "".join(s.new for s in made.segments) == made.perturbed
    assert "".join(s.old for s in made.segments) == text
    assert bool(made.edits) >= made.applied


@pytest.mark.parametrize(
    "rewrite",
    [
        Rewrite.of("an old film", [Piece(3, 6, "new")]),
        Rewrite.lettered("an old film", "an o1d f1lm"),
        Rewrite.moved("an old", [(0, 2), (3, 6)], [1, 0]),
    ],
)
def test_a_rewrite_is_the_same_in_another_process_whether_it_was_laid_out_or_not(rewrite: Rewrite) -> None:
    sent = pickle.loads(pickle.dumps(rewrite))
    assert (sent, hash(sent)) == (rewrite, hash(rewrite))
    assert (sent.perturbed, sent.edits, sent.pieces) == (rewrite.perturbed, rewrite.edits, rewrite.pieces)
    assert Rewrite(rewrite.source, rewrite.pieces).edits == rewrite.edits
