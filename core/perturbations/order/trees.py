"""The words of a text as its dependency tree is read in another order: four orders of Parthasarathi et al. 2021.

Figure 6 of Clouatre et al. 2021 places them. As in the public program of Parthasarathi et al. (ppartha03/UMT) the
children on the right are read before those on the left, each sentence by itself; without that an in-order reading of a
tree would be the text. Unlike there no mark is added or moved, and a short text counts. The tree is a parser's, which
is not part of the project: its errors go into the order, never into the words.
"""

from core.perturbations.order.places import PLACED, in_order, of_literature
from core.randomness import Draws
from core.rewrite import Rewrite
from core.text.analysed import AnalysedText, Parser
from core.text.trees import Layout, rotated, traversal, word_heads

by_tree = of_literature(PLACED, optional=True)


@by_tree
def tree_preorder(text: AnalysedText, amount: float, draws: Draws, *, parser: Parser) -> Rewrite | None:
    """Puts each word before its dependents; its right dependents come before its left ones."""
    return _read(text, parser, lambda node, left, right: [node, *right, *left])


@by_tree
def tree_inorder(text: AnalysedText, amount: float, draws: Draws, *, parser: Parser) -> Rewrite | None:
    """Puts each word between its dependents: the right ones before it, the left ones after it."""
    return _read(text, parser, lambda node, left, right: [*right, node, *left])


@by_tree
def tree_postorder(text: AnalysedText, amount: float, draws: Draws, *, parser: Parser) -> Rewrite | None:
    """Puts each word after its dependents; its right dependents come before its left ones."""
    return _read(text, parser, lambda node, left, right: [*right, *left, node])


@by_tree
def root_rotation(text: AnalysedText, amount: float, draws: Draws, *, parser: Parser) -> Rewrite | None:
    """Exchanges the words before and after the root of each sentence."""
    return in_order(text, rotated(word_heads(text, parser(text))))


def _read(text: AnalysedText, parser: Parser, layout: Layout) -> Rewrite:
    return in_order(text, traversal(word_heads(text, parser(text)), layout))
