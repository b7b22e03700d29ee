"""The realised severity of a rewrite, and the one rule that turns a share into a count."""

from math import isnan

import pytest

from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.severity import Unit, rounded
from core.text.realised import edited_characters, edited_words, realised

TEXT = "They are not an old man."  # 24 characters, 6 words


@pytest.mark.parametrize(
    ("edits", "characters", "words"),
    [
        ([], 0, 0),
        ([Piece(16, 19, "odl")], 2, 1),  # "ld" for "dl"
        ([Piece(20, 20, "m")], 1, 1),  # one letter more
        ([Piece(8, 12, "")], 4, 1),  # " not" less
        ([Piece(23, 23, " of war")], 7, 2),  # two words more
        ([Piece(4, 8, "'re")], 2, 1),  # " a" is "'": both end in "re"
        ([Piece(13, 19, "a young")], 6, 1),  # the article follows its word
        ([Piece(16, 19, "ol"), Piece(20, 23, "men")], 2, 2),
    ],
)
def test_what_an_edit_touches(edits: list[Piece], characters: int, words: int) -> None:
    rewrite = Rewrite.of(TEXT, edits)
    assert (edited_characters(rewrite), edited_words(rewrite)) == (characters, words)
    assert realised(rewrite, Unit.PERCENT_CHARACTERS) == pytest.approx(100 * characters / 24)
    assert realised(rewrite, Unit.PERCENT_WORDS) == pytest.approx(100 * words / 6)


def test_other_units_have_no_share_and_no_text_has_none() -> None:
    assert isnan(realised(Rewrite.of(TEXT, []), Unit.PPS))
    assert isnan(realised(Rewrite.of("", []), Unit.PERCENT_CHARACTERS))
    assert isnan(realised(Rewrite.of("!!", []), Unit.PERCENT_WORDS))


def test_a_share_is_rounded_up_as_often_as_its_fraction_says() -> None:
    draws = Draws.seeded("rounding")
    assert {rounded(10, 20, draws) for _ in range(100)} == {2}  # exactly 2: never anything else
    counts = [rounded(1, 150, draws) for _ in range(20_000)]  # 1.5
    assert set(counts) == {1, 2}
    assert sum(counts) / len(counts) == pytest.approx(1.5, abs=0.02)
    assert {rounded(100, 7, draws) for _ in range(100)} == {7}
    assert rounded(50, 0, draws) == 0


@pytest.mark.parametrize("p", [0.001, 0.05, 0.5, 0.999, 1])
def test_places_are_hit_with_the_probability_asked(p: float) -> None:
    draws = Draws.seeded("hits", str(p))
    counts = [0] * 40
    for _ in range(5_000):
        hit = draws.hits(40, p)
        assert hit == sorted(set(hit))
        for place in hit:
            counts[place] += 1
    # each place is a binomial of 5,000 draws: five standard deviations, and the mean of forty within five of its own
    deviation = (p * (1 - p) / 5_000) ** 0.5
    assert all(abs(count / 5_000 - p) <= 5 * deviation for count in counts)
    assert abs(sum(counts) / 200_000 - p) <= 5 * deviation / 40**0.5
    assert draws.hits(0, p) == []
