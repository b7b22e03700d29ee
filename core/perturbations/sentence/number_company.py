"""What stands beside a number, other numbers aside, and would tell that it is another."""

import re

from core.english.set_numbers import LOOKED, MONTH, ORDINAL_ENDS, REACH, measures

_SIZED = re.compile(r"\b(?:mere|short|brief|scant|slim|whopping|staggering|hefty|lengthy)\s$", re.IGNORECASE)
_TALL = re.compile(r"(?:\s|-)(?:foot|feet|ft\.?|inch(?:es)?)(?:\s|-)tall\b", re.IGNORECASE)
_HEIGHT = re.compile(r"\d\s?(?:['’]|feet\b|foot\b|ft\b\.?)\s?\d", re.IGNORECASE)
_CONVERTED = re.compile(r"\s?[^\s()]{1,12}\s?\(\s?[\d.,]+\s?[^\s()\d]+\s?\)")  # "37 C (98.6 F)"
_VERSE = re.compile(r"\d\s?:\s?$")  # "Genesis 1 : 2 : 3"
_LIMIT = re.compile(r"\b(?:under|over|below)\s$", re.IGNORECASE)
_YOUNG = re.compile(r"\b(?:child|children|girls?|boys?|kids?|teen\w*|minors?)\b", re.IGNORECASE)
_RANGE = (
    r"(?:\s?[-–]\s?|\s(?:[^\sA-Za-z]|â)\S{0,3}\s|\s(?:to|and|or|through)\s)"  # also a dash that was spoilt: "3 â€“ 9"
)
_DAY_AFTER = re.compile(rf"{_RANGE}\d\d?\b")
_DAY_BEFORE = re.compile(rf"\b{MONTH}\s?\d\d?{_RANGE}$", re.IGNORECASE)
_PERIOD_ENDS = re.compile(rf"\bend(?:ed|ing|s)?\s(?:on\s|in\s)?{MONTH}\s$", re.IGNORECASE)
OF_AGE = 22  # years: nobody is called a child at that age


def is_bound_by_context(number: re.Match[str]) -> bool:
    """Whether an amount would sound wrong as another: "a mere 84 minutes", "girls under 16", "6 feet tall"."""
    source, end = number.string, number.end()
    before = source[max(0, number.start() - REACH) : number.start()]
    if _SIZED.search(before) or _VERSE.search(before) or _TALL.match(source, end) or _CONVERTED.match(source, end):
        return True
    age = number[0].isdecimal() and int(number[0]) < OF_AGE and not measures(number)
    if age and _LIMIT.search(before) and _YOUNG.search(source):
        return True
    return _HEIGHT.search(source) is not None or _DAY_BEFORE.search(_long_prefix(number)) is not None


def holds_day(number: re.Match[str]) -> bool:
    """Whether a day of a month is the first of several, the last of a quarter, or a name: "November 17's leader"."""
    owns = number[3] is not None and number[3].lower() not in ORDINAL_ENDS
    last = _PERIOD_ENDS.search(_long_prefix(number))
    return owns or last is not None or _DAY_AFTER.match(number.string, number.end()) is not None


def _long_prefix(number: re.Match[str]) -> str:
    return number.string[max(0, number.start() - LOOKED) : number.start()]
