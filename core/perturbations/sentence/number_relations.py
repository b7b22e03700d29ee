"""Whether the amounts of a text still go together when some of them are others: what is more, sums, rates."""

import re
from collections.abc import Container, Sequence
from itertools import combinations
from typing import NamedTuple

_DIGITS = re.compile(r"(?<![\w#:/.-])\d[\d,]*(?:\.\d+)?(?!\w*[:/])")
_NO_AMOUNT = re.compile(
    r"\s?(?:%|percent|per\scent|pct|st\b|nd\b|rd\b|th\b|['’]?s\b|[ap]\.?m\b|o['’]clock)", re.IGNORECASE
)
_A_YEAR = range(1000, 2100)
_COUNTED = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_WORDS = {"dozen": 12} | {word: n for n, word in enumerate(_COUNTED, 2)}
_IN_WORDS = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b(?!-)", re.IGNORECASE)
NEAR = 2.5  # times as much or as little, within which two amounts may be compared
CLOSE = 0.06  # by which a rate may be off
MOST = 8  # different amounts in whose sums anybody trusts


class Amount(NamedTuple):
    """An amount, and what it becomes."""

    old: float
    new: float


def amounts_beside(source: str, changed: Container[int]) -> tuple[list[float], list[float]]:
    """The amounts in digits that stay, those at no start in `changed`, and those in words."""
    digits: list[float] = []
    for match in _DIGITS.finditer(source):
        if match.start() in changed or _NO_AMOUNT.match(source, match.end()):
            continue
        value = float(match[0].replace(",", ""))
        if value > 1 and not (
            value in _A_YEAR and match[0].isdecimal() and source[match.start() - 1 : match.start()] != "$"
        ):
            digits.append(value)
    return digits, [float(_WORDS[word.lower()]) for word in _IN_WORDS.findall(source)]


def still_related(amounts: Sequence[Amount], beside: tuple[Sequence[float], Sequence[float]], rated: bool) -> bool:
    """Whether what was more is more, what made a sum makes one, and (if `rated`) all changed at one rate.

    `beside` are the amounts that stay, in digits and in words; one that is near a changed amount may belong to it.
    """
    changed = list(dict.fromkeys(amounts))
    digits, words = beside
    if changed and rated and digits:
        return False  # a price that stays tells the rate
    if any(amount.old <= NEAR * other and other <= NEAR * amount.old for amount in changed for other in digits):
        return False
    if len({amount.new > amount.old for amount in changed}) > 1:
        return False
    all_ = list(dict.fromkeys([*changed, *(Amount(n, n) for n in (*digits, *words))]))
    if len(all_) > MOST:
        return False
    if any(
        (one.old - other.old) * (one.new - other.new) <= 0 < abs(one.old - other.old)
        for one, other in combinations(all_, 2)
    ):
        return False
    if rated and changed:
        rates = [amount.new / amount.old for amount in changed]
        if max(rates) - min(rates) > CLOSE * min(rates):
            return False
    return all(
        abs(one.new + other.new - whole.new) <= 0.01 * whole.new
        for one, other in combinations(all_, 2)
        for whole in all_
        if abs(one.old + other.old - whole.old) < 1e-6
    )
