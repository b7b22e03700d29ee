"""Dependency trees as heads: for each unit the number of the one it hangs on, its own for a root."""

from collections.abc import Callable, Sequence

from core.text.analysed import AnalysedText

Layout = Callable[[int, Sequence[int], Sequence[int]], Sequence[int]]
"""`(node, children to its left, children to its right)` -> all of them, in the order in which they are read."""


def traversal(heads: Sequence[int], layout: Layout) -> list[int]:
    """All nodes, each subtree as a whole in the order of its layout, the trees in the order of their roots.

    Children come in reading order.
    """
    left: list[list[int]] = [[] for _ in heads]
    right: list[list[int]] = [[] for _ in heads]
    for node, head in enumerate(heads):
        if node != head:
            (left if node < head else right)[head].append(node)
    order: list[int] = []
    waiting = [(root, False) for root in _roots(heads)[::-1]]
    while waiting:
        node, is_laid_out = waiting.pop()
        if is_laid_out:
            order.append(node)
        else:
            waiting += [(member, member == node) for member in layout(node, left[node], right[node])[::-1]]
    return order


def rotated(heads: Sequence[int]) -> list[int]:
    """All nodes, of each tree what stands behind its root, the root, and what stands before it."""
    trees: dict[int, list[int]] = {root: [] for root in _roots(heads)}
    for node in range(len(heads)):
        trees[_path(heads, node)[-1]].append(node)
    return [
        node
        for root, tree in trees.items()
        for node in (*(n for n in tree if n > root), root, *(n for n in tree if n < root))
    ]


def word_heads(text: AnalysedText, heads: Sequence[int]) -> list[int]:
    """The heads of the text's words, from those of its tokens.

    A word of several tokens hangs where the one highest in the tree does, and what hangs on a mark hangs where the mark
    does.
    """
    of_token = _words_of_tokens(text)
    depths = [len(_path(heads, token)) for token in range(len(heads))]
    top: dict[int, int] = {}
    for token, word in enumerate(of_token):
        if word is not None and (word not in top or depths[token] < depths[top[word]]):
            top[word] = token
    of_word = list(range(len(text.words)))
    for word, token in top.items():
        above = (of_token[ancestor] for ancestor in _path(heads, token))
        of_word[word] = next((ancestor for ancestor in above if ancestor is not None and ancestor != word), word)
    return of_word


def _words_of_tokens(text: AnalysedText) -> list[int | None]:
    """The number of the word that each token begins in, None for marks."""
    numbers: list[int | None] = []
    word = 0
    for token in text.tokens:
        while word < len(text.words) and text.words[word][1] <= token.start:
            word += 1
        inside = word < len(text.words) and text.words[word][0] <= token.start
        numbers.append(word if inside else None)
    return numbers


def _roots(heads: Sequence[int]) -> list[int]:
    return [node for node, head in enumerate(heads) if node == head]


def _path(heads: Sequence[int], node: int) -> list[int]:
    """The node and all that it hangs on, up to its root."""
    path = [node]
    while heads[path[-1]] != path[-1]:
        path.append(heads[path[-1]])
    return path
