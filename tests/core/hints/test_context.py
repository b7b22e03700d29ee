"""Words in their context: which words were exchanged, and how near they are where they stand."""

from math import isnan, nan

import numpy as np
import pytest

from core.hints.context import Substitution, Tokens, exchanges, nearness
from core.hints.hinting import Hinting
from core.hints.similarity import Similarity
from core.perturbations.registry import find
from core.records import Candidate, Cell, FieldRewrite
from core.rewrite import Piece, Rewrite
from core.severity import pps

SOURCE = "He fixed a car and a van."


def words(rewrite: Rewrite) -> list[tuple[str, str]]:
    """What was exchanged, as read at the places that `exchanges` gives."""
    found = list(exchanges(rewrite))
    return [(rewrite.source[slice(*one.before)], rewrite.perturbed[slice(*one.after)]) for one in found]


def test_every_exchanged_word_is_found_where_it_stands_before_and_after() -> None:
    rewrite = Rewrite.of(SOURCE, [Piece(3, 8, "repaired"), Piece(11, 14, "automobile")])
    assert words(rewrite) == [("fixed", "repaired"), ("car", "automobile")]
    assert list(exchanges(rewrite))[1] == Substitution((11, 14), (14, 24))


def test_an_article_that_follows_its_word_is_no_exchange_of_its_own() -> None:
    assert words(Rewrite.of(SOURCE, [Piece(9, 14, "an automobile")])) == [("car", "automobile")]
    apart = Rewrite.of(SOURCE, [Piece(9, 10, "an"), Piece(11, 14, "automobile")])
    assert words(apart) == [("car", "automobile")]


def test_words_that_become_more_or_fewer_are_taken_together() -> None:
    assert words(Rewrite.of(SOURCE, [Piece(9, 14, "his old car")])) == [("a car", "his old car")]


@pytest.mark.parametrize("edit", [Piece(8, 8, " up"), Piece(8, 14, ""), Piece(3, 8, "FIXED"), Piece(2, 3, "  ")])
def test_what_is_put_in_taken_away_or_written_otherwise_is_no_exchange(edit: Piece) -> None:
    assert words(Rewrite.of(SOURCE, [edit])) == []


def tokens(*rows: tuple[tuple[int, int], list[float]]) -> Tokens:
    return Tokens(np.array([vector for _, vector in rows], dtype="float16"), [span for span, _ in rows])


def test_the_lowest_cosine_counts_and_a_words_pieces_count_as_their_mean() -> None:
    rewrite = Rewrite.of("big red", [Piece(0, 3, "huge"), Piece(4, 7, "ruby")])
    before = tokens(((0, 0), [9, 9]), ((0, 3), [2, 0]), ((4, 7), [0, 1]))
    # "huge" is two tokens, (1, 1) and (1, -1): their mean (1, 0) points where "big" does. "ruby" at 45 degrees: 0.7071
    after = tokens(((0, 0), [9, 9]), ((0, 2), [1, 1]), ((2, 4), [1, -1]), ((5, 9), [3, 3]))
    assert nearness(rewrite, before, after) == pytest.approx(2**-0.5)


def test_what_the_model_did_not_read_is_left_out_and_nothing_read_is_not_a_number() -> None:
    rewrite = Rewrite.of("big red", [Piece(0, 3, "huge"), Piece(4, 7, "ruby")])
    before = tokens(((0, 3), [2, 0]), ((4, 7), [0, 1]))
    cut_off = tokens(((0, 4), [2, 0]))
    assert nearness(rewrite, before, cut_off) == 1
    assert isnan(nearness(rewrite, before, tokens(((0, 0), [1, 0]))))
    assert isnan(nearness(rewrite, before, None))
    assert isnan(nearness(Rewrite.of("big red", [Piece(3, 7, "")]), before, cut_off))


def test_perturbations_that_put_related_words_for_words_are_known_by_what_they_take() -> None:
    named = ("synonym_replacement", "swap_syn_wordnet.paper", "swap_syn_word_embedding.careful")
    assert all(find(name).by_word for name in named)
    assert not any(find(name).by_word for name in ("negation", "prejudice", "word_deletion", "spelling_error"))


def exchanged(number: int, source: str, old: str, new: str) -> Candidate:
    at = source.index(old)
    rewrite = Rewrite.of(source, [Piece(at, at + len(old), new)])
    return Candidate(str(number), Cell("d", "test", "p", pps(1)), 0, (FieldRewrite("text", rewrite),))


@pytest.mark.slow
def test_a_word_of_another_sense_is_farther_than_one_of_the_same() -> None:
    pytest.importorskip("sentence_transformers")
    source = "The football fan cheered for an hour in the rain."
    made = [exchanged(n, source, "fan", new) for n, new in enumerate(("supporter", "ventilator"))]
    hinting = Hinting(Similarity(), None)
    same, other = hinting.hints(made, by_word=True)
    assert 1 > same.context > 0.5 > other.context
    plain = Hinting(Similarity(), None).hints(made)
    assert [hint.similarity for hint in plain] == pytest.approx([same.similarity, other.similarity], abs=1e-6)
    assert all(hint.context is nan for hint in plain)


@pytest.mark.slow
def test_of_a_long_text_the_words_beyond_what_the_model_reads_have_no_score() -> None:
    pytest.importorskip("sentence_transformers")
    long = "It rained and rained. " * 200 + "The fan left."
    (hint,) = Hinting(Similarity(), None).hints([exchanged(1, long, "fan", "supporter")], by_word=True)
    assert isnan(hint.context) and hint.similarity > 0.9
