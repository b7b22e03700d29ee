"""The orders that a dependency tree gives, on a tree drawn by hand."""

import pytest

from core.perturbations.registry import every_perturbation, find, perturbations
from core.randomness import Draws
from core.text.analysed import AnalysedText

#       bought --------------
#      /   |   \             \
#   She  quickly  apples     because
#                 /              \
#               red              sold
#                               /
#                             he      (and "so." is a sentence of its own)
TEXT = "She quickly bought red apples, because he sold. So."
TOKENS = ["She", "quickly", "bought", "red", "apples", ",", "because", "he", "sold", ".", "So", "."]
HEADS = [2, 2, 2, 4, 2, 2, 2, 8, 6, 2, 10, 10]


def parser(text: AnalysedText) -> list[int]:
    assert [token.text for token in text.tokens] == TOKENS
    return HEADS


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("tree_preorder", "bought apples red because sold, he She quickly. So."),
        ("tree_inorder", "apples red sold he because, bought She quickly. So."),
        ("tree_postorder", "red apples he sold because, She quickly bought. So."),
        ("root_rotation", "red apples because he sold, bought She quickly. So."),
    ],
)
def test_a_tree_is_read_in_another_order(name: str, read: str) -> None:
    made = find(name).rewrite(AnalysedText(TEXT), 1, Draws.seeded(0), parser=parser)
    assert made is not None
    assert made.perturbed == read
    assert "".join(piece.text for piece in sorted(made.pieces)) == TEXT


def test_only_who_names_one_gets_it() -> None:
    optional = {p.name for p in every_perturbation()} - {p.name for p in perturbations()}
    assert optional == {"tree_preorder", "tree_inorder", "tree_postorder", "root_rotation"}
