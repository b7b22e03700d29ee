"""A rewrite re-assembles, keeps what nobody edited, and refuses edits that can't both be made."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput
from core.rewrite import Piece, Rewrite, Segment


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
    with pytest.raises(BadInput, match="overlaps another or leaves the text"):
        Rewrite.of("abcd", edits)
