"""Digit numbers replaced by other numbers of the same kind (Romero 2023, section 3.3.3)."""

import re
from collections.abc import Sequence
from itertools import pairwise

from core.papers import ROMERO
from core.perturbations.registry import Level, perturbation
from core.perturbations.sentence.as_romero import with_other_numbers
from core.perturbations.sentence.budget import affordable
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.severity import Unit
from core.text.analysed import AnalysedText

_UNITS = (
    "second|minute|hour|day|night|week|month|year|decade|century|inch|foot|feet|yard|mile|meter|metre|kilometer|km|cm"
    "|mm|acre|pound|kilo|ton|gallon|liter|litre|cent|dollar|euro|page|word|letter|part|point|person|man|member|star"
    "|story|storey|room|bedroom|seat|door|game|run|hole|lap|degree|percent|volt|watt|bit|plus|odd|something"
)
_MONTH = (
    r"(?:(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?"
    "|january|february|march|april|may|june|july|august|september|october|november|december)"
)
_NUMBER = re.compile(
    rf"""
      (?<![^\s(\["“‘`'’$£€¥~<>=+—–])                    # not in a name or an address
      (\d{{1,3}}(?:,\d{{3}})+|\d+) (\.\d+)? (st|nd|rd|th|['’]?s)?
      (?= %? (?: $ | \s(?!\s*/|(?:st|nd|rd|th)\b)
                 | [;!?)\]"”—–] | [,:.](?!\w) | ['’](?!\d) | --  | -(?:{_UNITS})s?\b ) )
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_AFTER_MONTH = re.compile(rf"\b{_MONTH}\s?$", re.IGNORECASE)
_BEFORE_MONTH = re.compile(rf"\s?(?:of\s)?{_MONTH}(?!\w)", re.IGNORECASE)
_BEFORE_HOUR = re.compile(r"\s?(?:[ap]\.?m\b|o['’]clock)", re.IGNORECASE)
_AFTER_SLASH = re.compile(r"/\s?$")
_AFTER_APOSTROPHE = re.compile(r"['’]\s?$")  # a year: '87
_AFTER_A = re.compile(r"\ban?\s$", re.IGNORECASE)
_RANGE = re.compile(r"(?:%|\s)*(?:to|and|or|out\sof|of|--?|–|—|through|until|till)\s*", re.IGNORECASE)
_ORDINAL = frozenset({"st", "nd", "rd", "th"})
CURRENCY = tuple("$£€¥")
NONE = range(0)
_DIGIT = re.compile("[0-9]")
FEW = 1000  # options looked through for one that goes with "a" or "an"
REACH = 12  # characters before a number that may say what kind it is
LONGEST = 7  # digits; a longer run without commas is a code or a telephone number


@perturbation(
    level=Level.WORD,
    unit=Unit.PERCENT_WORDS,
    alters_meaning=True,
    paper=ROMERO,
    section="3.3.3",
    values=(100,),
    may_apply=lambda text: _DIGIT.search(text) is not None,
    rules={Rules.PAPER: {}},
)
def swap_num(text: AnalysedText, amount: float, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Replaces numbers written in digits by other numbers of the same kind, never by themselves.

    The thesis only shows 3 becoming 15. We keep what a reader would miss: a year stays a year, a decade a decade, a day
    a day of its month; ordinals keep a right suffix, decimals and thousands their marks, round numbers their zeros; "a"
    or "an" stays right; of two numbers that make a range the smaller stays first. 1 is left alone and never made,
    because its noun is singular. Digits inside names and codes ("3-D", "B1", "2x4", 10:30, 9/11, addresses) are left
    alone too. Many answers depend on the number, so this may change the label, as the thesis says.

    Paper rules: tokens of digits alone, up to a tenth of the text's tokens, at least one and at most ten; each becomes
    any number from 0 to one more than it was. The digits of "&#8230;" between spaces are such a token to the program.
    """
    if rules is Rules.PAPER:
        return with_other_numbers(text, draws)
    matches = list(_NUMBER.finditer(text.source))
    if not matches:
        return None
    edits = _in_order(matches, [_replacement(match, draws) for match in matches])
    chosen = affordable(edits, amount, text, draws)
    return Rewrite.of(text.source, chosen) if chosen else None


def _replacement(number: re.Match[str], draws: Draws) -> str:
    """What the number becomes, "" when it is better left alone."""
    whole, decimals, suffix = number.groups("")
    digits = whole.replace(",", "")
    a_code = (digits[0] == "0" and len(digits) > 1) or len(decimals) > LONGEST
    if a_code or (len(digits) > LONGEST and "," not in whole) or _AFTER_SLASH.search(_before(number)):
        return ""
    if len(digits) == 2 and suffix != "s" and _AFTER_APOSTROPHE.search(_before(number)):
        return ""
    article = _AFTER_A.search(_before(number)) is not None
    if decimals:
        return "" if suffix else _decimal(whole, decimals, article, draws)
    value = int(digits)
    options = _options(value, number)
    if article:
        options = [n for n in options[:FEW] if _says_an(n) == _says_an(value)]
    others = len(options) - (value in options)
    if others < 1:
        return ""
    at = draws.below(others)
    new = options[at + (value in options and at >= options.index(value))]
    return (f"{new:,}" if "," in whole else str(new)) + _suffix(new, suffix)


def _options(value: int, number: re.Match[str]) -> Sequence[int]:
    """The numbers of the same kind."""
    suffix, size = (number[3] or "").lower().lstrip("'’"), len(str(value))
    before, after = _before(number), number.string[number.end() : number.end() + REACH]
    if size < 3 and value < 32 and (_AFTER_MONTH.search(before) or _BEFORE_MONTH.match(after)):
        return range(2, 29)
    if suffix in _ORDINAL:
        return range(2, 22 if after.lstrip(" -").lower().startswith("centur") else 32) if value < 32 else _shape(value)
    if value == 1:
        return NONE
    owns = suffix == "s" or after[:3].lower() in (" 's", " ’s")
    if owns and value % 10 == 0 and size in (2, 4):
        return range(20, 100, 10) if size == 2 else _century(value, 10)
    if suffix == "s" and "'" not in number[3] and "’" not in number[3]:
        return NONE
    if size == 4 and value < 2100 and "," not in number[1] and before[-1:] not in CURRENCY:
        return _century(value, 1) if not owns else [year for year in _century(value, 1) if year % 10]
    if value < 13 and _BEFORE_HOUR.match(after):
        return range(2, 13)
    return _shape(value)


def _century(year: int, step: int) -> range:
    first = year - year % 100
    return range(1900, 2020, step) if first in (1900, 2000) else range(first, first + 100, step)


def _shape(value: int) -> range:
    """Numbers with as many digits and at least as many zeros at the end; 2 to 20 for those under ten."""
    if value < 10:
        return range(2, 21)
    digits = str(value)
    zeros = min(len(digits) - len(digits.rstrip("0")), len(digits) - 1)
    return range(10 ** (len(digits) - 1), 10 ** len(digits), 10**zeros)


def _decimal(whole: str, decimals: str, article: bool, draws: Draws) -> str:
    """A decimal number with as many digits on both sides of its point; the first side stays where "an" rests on it."""
    size = len(decimals) - 1
    value = int(whole.replace(",", ""))
    if value and not article:
        new = draws.choice(range(2, 10) if value < 10 else _shape(value))
        whole = f"{new:,}" if "," in whole else str(new)
    if not int(decimals[1:]):
        return whole + decimals if whole else ""
    fraction = 1 + draws.below(10**size - 2)
    return f"{whole}.{fraction + (fraction >= int(decimals[1:])):0{size}}"


def _in_order(numbers: Sequence[re.Match[str]], new: list[str]) -> list[Piece]:
    """The edits, with the smaller number first again where two numbers make a range."""
    for i, (first, second) in enumerate(pairwise(numbers)):
        a, b = new[i], new[i + 1]
        if not (a.isdecimal() and b.isdecimal() and _RANGE.fullmatch(first.string, first.end(), second.start())):
            continue
        if first[0].isdecimal() and second[0].isdecimal() and int(first[0]) < int(second[0]) and int(a) > int(b):
            new[i], new[i + 1] = b, a
    return [Piece(*n.span(), text) for n, text in zip(numbers, new, strict=True) if text and text != n[0]]


def _before(number: re.Match[str]) -> str:
    return number.string[max(0, number.start() - REACH) : number.start()]


def _suffix(value: int, like: str) -> str:
    """The suffix of this number, in the case of the one it had: 2 has "nd", 1970 keeps "s"."""
    if like.lower() not in _ORDINAL:
        return like
    teen = value % 100 in (11, 12, 13)
    suffix = "th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return suffix.upper() if like.isupper() else suffix


def _says_an(value: int) -> bool:
    """Whether the number, read aloud, begins with a vowel: eight, eleven, eighteen (hundred)."""
    digits = str(value)
    return digits[0] == "8" or (digits[:2] in ("11", "18") and len(digits) in (2, 4, 5))
