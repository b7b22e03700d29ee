"""Agreement of several people, worked out by hand and beside the library that is known for it."""

import tracemalloc
from math import isnan, nan

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput
from core.metrics.raters import counts_of, fleiss_kappa, krippendorffs_alpha, percent_agreement

# Three people, five items; the last two say nothing of agreement: one rating, none.
ITEMS = [["a", "a", "a"], ["a", "b"], ["b", "b", "a"], ["b"], []]


def test_items_are_counted_by_value_and_those_of_one_person_are_left_out() -> None:
    counts, values = counts_of(ITEMS)
    assert values == ["a", "b"]
    assert counts.tolist() == [[3, 0], [1, 1], [1, 2]]


def test_the_measures_by_hand() -> None:
    counts, _ = counts_of(ITEMS)
    # pairs: 3 of 3 equal, 0 of 1, 1 of 3: mean 4/9
    assert percent_agreement(counts).value == pytest.approx(4 / 9)
    # of 8 ratings 5 are a, 3 are b: by chance (25 + 9) / 64
    assert fleiss_kappa(counts).value == pytest.approx((4 / 9 - 34 / 64) / (1 - 34 / 64))
    # disagreeing pairs: 0, 2 / 1, 4 / 2 = 4 in all; expected 2 * 5 * 3 / 7
    assert krippendorffs_alpha(counts).value == pytest.approx(1 - 4 / (30 / 7))
    assert percent_agreement(counts).n == 3


def test_fleiss_own_example() -> None:
    """Ten subjects, fourteen raters, five categories: the example that everybody prints, kappa .210."""
    table = [
        [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
    ]  # fmt: skip
    found = fleiss_kappa(np.array(table, float))
    assert found.value == pytest.approx(0.2099, abs=1e-4)
    assert found.low < found.value < found.high


@pytest.mark.parametrize("measure", [fleiss_kappa, krippendorffs_alpha])
def test_where_everybody_says_the_same_there_is_nothing_beyond_chance(measure: object) -> None:
    counts, _ = counts_of([["a", "a"], ["a", "a", "a"]])
    found = measure(counts)  # type: ignore[operator]
    assert isnan(found.value)
    assert found.n == 2
    assert percent_agreement(counts).value == 1


def test_without_overlap_nothing_is_scored() -> None:
    counts, _ = counts_of([["a"], []])
    for measure in (percent_agreement, fleiss_kappa, krippendorffs_alpha):
        assert measure(counts).n == 0
        assert isnan(measure(counts).value)


RATED = st.lists(st.lists(st.sampled_from([1.0, 2.0, 3.5, 5.0]), max_size=4), min_size=1, max_size=12)


@given(RATED)
def test_alpha_is_that_of_the_library(items: list[list[float]]) -> None:
    counts, values = counts_of(items)
    if len(values) < 2:
        return
    table = np.full((4, len(items)), nan)
    for at, row in enumerate(items):
        table[: len(row), at] = row
    expected = krippendorff.alpha(reliability_data=table, level_of_measurement="nominal")
    assert krippendorffs_alpha(counts).value == pytest.approx(expected)


def test_items_of_one_source_are_drawn_together() -> None:
    counts, _ = counts_of([["a", "a"] if n % 8 < 5 else ["a", "b"] for n in range(64)])
    sources = [n % 8 for n in range(64)]
    for measure in (percent_agreement, fleiss_kappa):
        alone, shared = measure(counts), measure(counts, sources)
        assert shared.value == alone.value
        assert shared.high - shared.low > 2 * (alone.high - alone.low)
    assert krippendorffs_alpha(counts, list(range(64))) == krippendorffs_alpha(counts)
    assert isnan(percent_agreement(counts, [1] * 64).low)  # one source again and again
    with pytest.raises(BadInput, match="64 and 2"):
        percent_agreement(counts, [1, 2])


def test_the_interval_does_not_hang_on_the_order_of_items() -> None:
    counts, _ = counts_of([["a", "b", "a"], ["a", "a"], ["b", "b"], ["a", "b"], ["b", "b", "b"]] * 9)
    assert fleiss_kappa(counts) == fleiss_kappa(counts[::-1])


def test_what_a_bootstrap_takes_does_not_grow_with_the_items() -> None:
    """Ten thousand items of which no two are alike: all at once they would take 160 MB."""
    numbers = np.arange(10_000, dtype=float)
    counts = np.column_stack([2 + numbers, 3 + numbers[::-1]])
    tracemalloc.start()
    try:
        found = krippendorffs_alpha(counts)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found.low < found.value < found.high
    assert most < 40_000_000


def test_one_item_alone_has_no_interval() -> None:
    counts, _ = counts_of([["keep", "discard"]])
    for measure in (percent_agreement, fleiss_kappa, krippendorffs_alpha):
        found = measure(counts)
        assert found.n == 1 and not isnan(found.value)
        assert isnan(found.low) and isnan(found.high)
