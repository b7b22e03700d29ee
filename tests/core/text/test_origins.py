"""Which token of the source each token of a perturbed text stands for."""

from core.rewrite import Piece, Rewrite
from core.text.entity_tags import entities_in_words, origins, tagged_tokens

TEXT = "Ada saw Paris in May ."


def edited(*edits: Piece) -> Rewrite:
    return Rewrite.of(TEXT, edits)


def test_tokens_that_stay_change_or_go() -> None:
    assert origins(edited()) == [0, 1, 2, 3, 4, 5]
    assert origins(edited(Piece(4, 7, "swa"))) == [0, 1, 2, 3, 4, 5]
    assert origins(edited(Piece(3, 7, ""))) == [0, 2, 3, 4, 5]


def test_what_is_new_or_came_apart_or_together_has_none() -> None:
    new = edited(Piece(4, 4, "often "))
    assert tagged_tokens(new.perturbed)[1] == "often"
    assert origins(new) == [0, None, 1, 2, 3, 4, 5]
    assert origins(edited(Piece(4, 7, "did see"))) == [0, None, None, 2, 3, 4, 5]
    assert origins(edited(Piece(3, 4, ""))) == [None, 2, 3, 4, 5]


def test_tokens_that_moved_keep_theirs() -> None:
    moved = Rewrite.moved(TEXT, [(0, 3), (4, 7), (8, 13)], [2, 1, 0])
    assert moved.perturbed == "Paris saw Ada in May ."
    assert origins(moved) == [2, 1, 0, 3, 4, 5]


def test_tags_are_read_as_entities() -> None:
    tags = ["B-PER", "O", "B-LOC", "O", "B-DATE", "O"]
    assert entities_in_words(TEXT, tags) == "Ada PER, Paris LOC, May DATE"
    assert entities_in_words("Ada Byron Paris", ["B-PER", "I-PER", "I-LOC"]) == "Ada Byron PER, Paris LOC"
    assert entities_in_words(TEXT, ["O"] * 6) == "no entity"
