"""IDC and DND against the three examples that Clouatre et al. 2021 work through in appendix C."""

from math import isnan

import pytest

from core.metrics.order import bleu_4, dnd, idc, levenshtein, positions
from core.rewrite import Piece, Rewrite

TEXT = "This is a test"
# (P_X, IDC, DND) of Listing 1; the paper cuts its figures after the second place: 0.4898, 0.0769; 0.4592, 0.1538; …
EXAMPLES = [
    ([8, 9, 10, 11, 12, 13, 0, 1, 2, 3, 4, 5, 6, 7], "a testThis is ", 96 / 14 / 14, 1 / 13),
    ([10, 11, 12, 13, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4], "testis a This ", 90 / 14 / 14, 2 / 13),
    ([1, 0, 2, 4, 5, 3, 7, 6, 8, 9, 10, 12, 11, 13], "hTi is sa tset", 10 / 14 / 14, 10 / 13),
]


@pytest.mark.parametrize(("order", "perturbed", "displacement", "neighbours"), EXAMPLES)
def test_the_papers_examples(order: list[int], perturbed: str, displacement: float, neighbours: float) -> None:
    rewrite = Rewrite(TEXT, tuple(Piece(i, i + 1, TEXT[i]) for i in order))
    assert rewrite.perturbed == perturbed
    assert positions(rewrite) == order
    assert idc(rewrite) == pytest.approx(displacement)
    assert dnd(rewrite) == pytest.approx(neighbours)


def test_what_stays_scores_nothing() -> None:
    assert idc(Rewrite.of("as it was", [])) == 0
    assert dnd(Rewrite.of("as it was", [])) == 0


def test_a_reversed_text_moves_every_neighbour_and_half_its_length() -> None:
    rewrite = Rewrite.moved("abcd", [(i, i + 1) for i in range(4)], [3, 2, 1, 0])
    assert dnd(rewrite) == 1
    assert idc(rewrite) == (3 + 1 + 1 + 3) / 16  # about a half, as section 3.1 says


def test_two_characters_exchanged_are_the_shortest_text_that_scores() -> None:
    exchanged = Rewrite.moved("ab", [(0, 1), (1, 2)], [1, 0])
    assert (idc(exchanged), dnd(exchanged)) == (2 / 4, 1)
    assert dnd(Rewrite.of("ab", [])) == 0


def test_no_reordering_no_score() -> None:
    for rewrite in (Rewrite.of("a test", [Piece(0, 1, "the")]), Rewrite.of("", [])):
        assert isnan(idc(rewrite))
        assert isnan(dnd(rewrite))
    assert isnan(dnd(Rewrite.of("a", [])))


def test_bleu_of_the_same_words_is_1_and_of_others_near_0() -> None:
    text = "the cat sat on the mat today"
    assert bleu_4(Rewrite.of(text, [])) == 1
    assert bleu_4(Rewrite.of(text, [Piece(0, len(text), "")])) == 0
    # 6 of 7 words, 4 of 6 pairs, 3 of 5 triples and 2 of 4 fours are there
    changed = Rewrite.of(text, [Piece(8, 11, "lay")])
    assert bleu_4(changed) == pytest.approx((6 / 7 * 4 / 6 * 2 / 5 * 1 / 4) ** 0.25)


def test_levenshtein_is_a_share_of_the_longer_text() -> None:
    assert levenshtein(Rewrite.of("kitten", [Piece(0, 6, "sitting")])) == pytest.approx(3 / 7)
    assert levenshtein(Rewrite.of("as it was", [])) == 0
