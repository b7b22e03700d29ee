"""Which entities a tagger names otherwise: worked by hand on one sentence."""

import pytest

from core.errors import BadInput
from core.rewrite import Piece, Rewrite
from core.text.entity_changes import EntityChange, entity_change

TEXT = "Ada Byron met Alan in Paris"
SAID = ["B-PER", "I-PER", "O", "B-PER", "O", "B-LOC"]


def change(edits: list[Piece], after: str, before: list[str] | None = None) -> EntityChange | None:
    return entity_change(Rewrite.of(TEXT, edits), before or SAID, after.split())


@pytest.mark.parametrize(
    ("edits", "after"),
    [
        ([Piece(10, 13, "mte")], "B-PER I-PER O B-PER O B-LOC"),  # another word, the same entities
        ([Piece(0, 4, "")], "B-PER O B-PER O B-LOC"),  # "Byron" alone is now the whole of it
        ([Piece(0, 4, "")], "I-PER O I-PER O I-LOC"),  # the same entities in IO tags
        ([Piece(10, 19, "")], "B-PER I-PER O B-LOC"),  # "met Alan" went, and no mind with it
        ([Piece(10, 10, "not ")], "B-PER I-PER O O B-PER O B-LOC"),
        ([Piece(3, 4, "  ")], "B-PER I-PER O B-PER O B-LOC"),
    ],
)
def test_entities_go_with_their_words(edits: list[Piece], after: str) -> None:
    assert change(edits, after) is None


@pytest.mark.parametrize(
    ("edits", "after", "tokens_before", "tokens_after"),
    [
        ([Piece(10, 13, "mte")], "O O O B-PER O B-LOC", {0, 1}, {0, 1}),  # one less
        ([Piece(10, 13, "mte")], "B-PER B-PER O B-PER O B-LOC", {0, 1}, {0, 1}),  # one became two
        ([Piece(10, 13, "mte")], "B-PER I-PER I-PER B-PER O B-LOC", {0, 1, 2}, {0, 1, 2}),  # another end
        ([Piece(10, 13, "mte")], "B-PER I-PER O B-PER O B-PER", {5}, {5}),  # another kind
        ([Piece(0, 4, "")], "B-PER O O O B-LOC", {3}, {2}),
        ([Piece(10, 10, "not ")], "B-PER I-PER B-LOC O B-PER O B-LOC", set(), {2}),  # one of the new word
        ([Piece(22, 27, "Pa ris")], "B-PER I-PER O B-PER O B-LOC O", {5}, {5, 6}),
    ],
)
def test_what_changed_is_named_by_its_words_in_both_texts(
    edits: list[Piece], after: str, tokens_before: set[int], tokens_after: set[int]
) -> None:
    assert change(edits, after) == EntityChange(frozenset(tokens_before), frozenset(tokens_after))


def test_where_words_of_two_entities_became_one_the_tokens_in_both_texts_decide() -> None:
    joined = [Piece(9, 10, "")]  # "Ada Byronmet Alan in Paris"
    assert change(joined, "B-PER I-PER B-PER O B-LOC") is None
    assert change(joined, "B-PER I-PER B-PER O O") == EntityChange(frozenset({5}), frozenset({4}))


def test_a_number_of_tags_other_than_of_tokens_is_refused() -> None:
    with pytest.raises(BadInput, match="6 tokens has 5 tags"):
        change([Piece(10, 13, "mte")], "O O O O O")
    with pytest.raises(BadInput, match="6 tokens has 2 tags"):
        change([Piece(10, 13, "mte")], "O O O O O O", ["O", "O"])
