"""Figures that people read: rounded, and never to a bound that they do not reach."""

from math import nan

import pytest

from core.rounding import fixed, in_bytes, p_in_words, percent, rounded, signed


@pytest.mark.parametrize(
    ("value", "digits", "written"),
    [
        (0.9965, 2, "0.997"),  # two digits would say 1.00
        (0.99996, 2, "0.99996"),
        (1.0, 2, "1.00"),
        (0.0004, 2, "0.0004"),
        (0.0, 2, "0.00"),
        (0.994, 2, "0.99"),
        (-0.001, 2, "-0.001"),
        (0.81, 2, "0.81"),
        (nan, 2, "nan"),
        (1 - 1e-15, 2, "1.00"),  # as far as a float's own rounding
    ],
)
def test_no_bound_is_written_that_is_not_reached(value: float, digits: int, written: str) -> None:
    assert rounded(value, digits) == written


def test_only_the_bounds_that_a_figure_has_count() -> None:
    assert rounded(-0.001, 2, (1.0,)) == "0.00"
    assert rounded(-0.9999, 2, (-1.0, 1.0)) == "-0.9999"


def test_p_and_differences_in_words() -> None:
    assert [p_in_words(p) for p in (0.0004, 0.001, 0.0423)] == ["p < 0.001", "p = 0.001", "p = 0.042"]
    assert [signed(2), signed(-2.05, 2), signed(0.25, 1), signed(-0.04)] == ["+2.0", "−2.05", "+0.2", "+0.0"]


def test_figures_with_a_true_minus() -> None:
    assert [fixed(v) for v in (0.374, -0.794, -0.001, nan)] == ["0.37", "−0.79", "0.00", "–"]
    assert (fixed(61.96, 1), signed(nan)) == ("62.0", "–")


def test_percent() -> None:
    assert [percent(share) for share in (1.0, 0.9999, 0.54321, 0.0002, 0.0)] == [
        "100.0 %", "99.99 %", "54.3 %", "0.02 %", "0.0 %",
    ]  # fmt: skip


def test_sizes_a_person_would_say() -> None:
    assert [in_bytes(n) for n in (0, 999, 1_000, 34_400, 1_240_000, 3_400_000_000)] == [
        "0 bytes",
        "999 bytes",
        "1.0 kB",
        "34 kB",
        "1.2 MB",
        "3.4 GB",
    ]
