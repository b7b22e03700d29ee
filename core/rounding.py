"""Figures as written: rounded, but never to a bound that they do not reach."""

from collections.abc import Collection
from math import isnan

MOST_DIGITS = 9


def rounded(value: float, digits: int, bounds: Collection[float] = (0.0, 1.0)) -> str:
    """The value with so many digits after the point, and with as many more as tell it from a bound: 0.9965 is "0.997".

    A value that rounds to nothing has no sign; NaN is "nan". What nine digits do not tell from a bound has reached it:
    only a float's own rounding lies between.
    """
    for more in range(digits, MOST_DIGITS + 1):
        text = f"{value:z.{more}f}"
        if float(text) not in bounds:
            return text
    return f"{value:z.{digits}f}"


def p_in_words(p: float) -> str:
    """ "p = 0.012", "p < 0.001"."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def fixed(value: float, digits: int = 2) -> str:
    """ "0.37", "−0.79"; what rounds to nothing has no sign; "–" for NaN."""
    return "–" if isnan(value) else f"{value:z.{digits}f}".replace("-", "−")


def signed(value: float, digits: int = 1) -> str:
    """A difference with its sign, "+2.0" or "−2.0"; what rounds to nothing is "+0.0"; "–" for NaN."""
    return "–" if isnan(value) else f"{value:+z.{digits}f}".replace("-", "−")


def percent(share: float) -> str:
    """A share between 0 and 1 in percent, "12.5 %"; 0.9999 is "99.99 %"."""
    return f"{rounded(100 * share, 1, (0.0, 100.0))} %"


def in_bytes(count: int) -> str:
    """ "812 bytes", "34 kB", "1.2 MB", "3.4 GB"."""
    for unit, factor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= factor:
            return f"{count / factor:.1f} {unit}" if count < 10 * factor else f"{count / factor:.0f} {unit}"
    return f"{count} bytes"
