"""Bars of lengths, worked out by hand."""

import numpy as np

from pages.ui.datasets.contents import LengthBars, length_bars, similarities_in_words


def test_short_lengths_have_a_bar_each() -> None:
    bars = length_bars(np.array([3, 1, 3]))
    assert bars == LengthBars((1, 2, 3), (1, 0, 2), "Median: 3 words. Shortest text: 1 word. Longest text: 3 words.")


def test_a_long_tail_is_gathered_in_the_last_bar() -> None:
    # lengths 1 to 100 once each and one of 5,000: the 99th percentile of the 101 is 100, 24 bars need a width of 5
    bars = length_bars(np.array([*range(1, 101), 5000]))
    assert bars.starts == tuple(range(1, 101, 5))
    assert bars.texts == (*[5] * 19, 6) and bars.open_ended
    assert bars.sentence.endswith("Longest text: 5,000 words.")


def test_texts_of_one_length_are_one_bar() -> None:
    bars = length_bars(np.array([7, 7]))
    assert bars.texts == (2,) and not bars.open_ended


def test_similarities_are_summed_up() -> None:
    assert similarities_in_words({"0": 1, "2.5": 2, "5": 1}) == "From 0 to 5, on average 2.50."
    assert similarities_in_words({}) == "None yet."
