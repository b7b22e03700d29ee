"""Reading orders of dependency trees drawn by hand."""

from hypothesis import given
from hypothesis import strategies as st

from core.text.analysed import AnalysedText
from core.text.trees import rotated, traversal, word_heads

#        read
#       /    \
#      He     books
#            / |   \
#       three old   about
#                     \
#                      trees
READ = ["He", "read", "three", "old", "books", "about", "trees"]
HEADS = [1, 1, 4, 4, 1, 4, 5]


def read(order: list[int]) -> str:
    return " ".join(READ[i] for i in order)


def test_a_tree_is_read_in_its_layouts() -> None:
    assert read(traversal(HEADS, lambda node, left, right: [*left, node, *right])) == " ".join(READ)
    assert read(traversal(HEADS, lambda node, left, right: [node, *left, *right])) == (
        "read He books three old about trees"
    )
    assert read(traversal(HEADS, lambda node, left, right: [*left, *right, node])) == (
        "He three old trees about books read"
    )


def test_the_trees_of_a_text_are_read_one_after_another() -> None:
    # Birds <- sing. We <- listen.
    heads = [1, 1, 3, 3]
    assert traversal(heads, lambda node, left, right: [node, *left, *right]) == [1, 0, 3, 2]
    assert rotated(heads) == [1, 0, 3, 2]
    assert rotated(HEADS) == [2, 3, 4, 5, 6, 1, 0]
    assert traversal([], lambda node, left, right: [node]) == rotated([]) == []


def test_a_chain_of_any_depth_is_read() -> None:
    deep = [0, *range(20_000)]
    assert traversal(deep, lambda node, left, right: [*right, node]) == list(range(20_001))[::-1]


def test_words_hang_on_words() -> None:

    text = AnalysedText("It's old, isn't it (now)?")
    tokens = [token.text for token in text.tokens]
    assert tokens == ["It", "'s", "old", ",", "is", "n't", "it", "(", "now", ")", "?"]
    #        It 's old , is n't it ( now ) ?
    heads = [2, 2, 2, 2, 2, 4, 4, 4, 7, 8, 2]
    words = ["It's", "old", "isn't", "it", "now"]
    assert [text.source[slice(*span)] for span in text.words] == words
    found = word_heads(text, heads)
    assert [words[head] for head in found] == ["old", "old", "old", "isn't", "isn't"]


def test_a_word_hangs_where_its_highest_token_does() -> None:
    text = AnalysedText("can't go")  # ca, n't, go: ca hangs on go, and go on n't
    assert word_heads(text, [2, 1, 1]) == [0, 0]


@st.composite
def forests(draw: st.DrawFn) -> list[int]:
    """Heads of up to twelve nodes without a circle: each hangs on itself or on one that was placed before it."""
    placed = draw(st.permutations(range(draw(st.integers(0, 12)))))
    heads = dict[int, int]()
    for node in placed:
        heads[node] = draw(st.sampled_from([node, *heads]))
    return [heads[node] for node in range(len(placed))]


@given(heads=forests())
def test_every_reading_is_a_permutation(heads: list[int]) -> None:
    readings = [
        traversal(heads, lambda node, left, right: [node, *right, *left]),
        traversal(heads, lambda node, left, right: [*right, node, *left]),
        traversal(heads, lambda node, left, right: [*right, *left, node]),
        rotated(heads),
    ]
    assert all(sorted(reading) == list(range(len(heads))) for reading in readings)
