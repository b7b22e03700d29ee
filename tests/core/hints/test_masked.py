"""A masked language model says how well a word fits where it stands; a small untrained one, and what it must say."""

from math import isnan
from pathlib import Path

import pytest

from core.errors import MissingResource
from core.hints.hinting import Hinting
from core.hints.masked import MaskedModel
from core.rewrite import Piece, Rewrite
from tests.core.hints.test_context import exchanged
from tests.tiny_bert import tiny_bert

TEXT = "the film was good"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> MaskedModel:
    return MaskedModel(str(tiny_bert(tmp_path_factory.mktemp("masked") / "bert", [TEXT, "movie tree"])))


def put(new: str) -> Rewrite:
    return Rewrite.of(TEXT, [Piece(4, 8, new)])


def test_the_shares_of_a_word_and_another_in_its_place_are_one(model: MaskedModel) -> None:
    (there,) = model.in_context([put("movie")])
    (back,) = model.in_context([Rewrite.of("the movie was good", [Piece(4, 9, "film")])])
    assert 0 < there < 1
    assert there + back == pytest.approx(1)


def test_the_lowest_of_a_rewrite_counts_and_nothing_exchanged_is_nan(model: MaskedModel) -> None:
    both = Rewrite.of(TEXT, [Piece(4, 8, "movie"), Piece(13, 17, "tree")])
    last = Rewrite.of("the movie was good", [Piece(14, 18, "tree")])
    one, several, none = model.in_context([put("movie"), both, Rewrite.of(TEXT, ())])
    assert 0 < several < 1 and 0 < one < 1
    assert len(model.in_context([last])) == 1
    assert isnan(none)


def test_words_beyond_what_the_model_reads_are_nan(model: MaskedModel) -> None:
    long = "the " * 60
    (value,) = model.in_context([Rewrite.of(long + "film", [Piece(len(long), len(long) + 4, "movie")])])
    assert isnan(value)


def test_hints_take_it_where_there_is_one(model: MaskedModel) -> None:
    (hint,) = Hinting(None, None, model).hints([exchanged(1, TEXT, "film", "movie")], by_word=True)
    assert hint.context == pytest.approx(model.in_context([put("movie")])[0])
    (other,) = Hinting(None, None, model).hints([exchanged(1, TEXT, "film", "movie")])
    assert isnan(other.context)


def test_a_model_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(MissingResource, match=r"masked language model .* can't be loaded"):
        MaskedModel(str(tmp_path))
