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
_AFTER_FEET = re.compile(r"\b(?:feet|foot|ft\.?|['’])\s?$", re.IGNORECASE)
_AFTER_SLASH = re.compile(r"/\s?$")
_AFTER_APOSTROPHE = re.compile(r"['’]\s?$")  # a year: '87
_AFTER_A = re.compile(r"\ban?\s$", re.IGNORECASE)
_RANGE = re.compile(r"(?:%|\s)*(?:to|and|or|out\sof|of|--?|–|—|through|until|till)\s*", re.IGNORECASE)
_ORDINAL = frozenset({"st", "nd", "rd", "th"})
CURRENCY = tuple("$£€¥")
NONE = range(0)
_DIGIT = re.compile("[0-9]")
_WORD_BEFORE = re.compile(r"([A-Za-z][\w.'’&*-]*)\s$")
_NAME_BEFORE = re.compile(r"[A-Z]")
_NAME_AFTER = re.compile(r"(?:-|\s)?[\"'“”‘’(<]?[A-Z][\w]|\s?[(,]\s?[A-Za-z]\s?[,)]")
_NO_NAME = frozenset(  # words with a capital of their sentence before a number
    {
        "in",
        "on",
        "by",
        "since",
        "from",
        "between",
        "about",
        "at",
        "over",
        "the",
        "for",
        "after",
        "before",
        "until",
        "of",
    }
    | {"during", "around", "nearly", "some", "only", "more", "almost", "and", "but", "to", "as", "when", "with", "than"}
    | {"under", "up", "all", "another", "these", "those", "are", "is", "was", "were", "do", "did", "has", "have", "its"}
    | {"my", "his", "her", "our", "their", "age", "aged", "roughly", "approximately", "least", "most", "just", "below"}
)
_SET_NUMBERS = frozenset({"100", "101", "360", "365", "401", "404", "411", "420", "501", "666", "747", "911"})
_SET_PHRASES = re.compile(
    r"(?<![\d,.])(?:24(?:-|\s)?(?:hours?|/)|7\s(?:days\sa\sweek)|12\smonths|52\sweeks|60\s(?:minutes|seconds)|2\sbirds|\d+\sout\sof|4[80]\s\w*\s?states|50\sstates)",
    re.IGNORECASE,
)
_SET_BEFORE = re.compile(
    r"\b(?:out\sof|year|catch|cloud|formula|chapter|area|route|highway|psalm|no\.|number|version)\s$", re.IGNORECASE
)
_QUOTED = re.compile(r"(?:\"|“|``)\s?$")  # a title: "10 things I hate"
_GARBLED = re.compile(r"\b(?:in|from|until)\s$")  # "in 197", a year that lost a digit
_HOLIDAYS = {
    "4": re.compile(r"\bJuly\s$"),
    "11": re.compile(r"\bSept(?:ember|\.)?\s$"),
    "25": re.compile(r"\bDec(?:ember|\.)?\s$"),
    "14": re.compile(r"\bFeb(?:ruary|\.)?\s$"),
    "31": re.compile(r"\bOct(?:ober|\.)?\s$"),
}
_PERCENT = re.compile(r"\s?(?:%|percent\b|per\scent\b)", re.IGNORECASE)
_AGE_AFTER = re.compile(r"(?:\s|-)years?(?:\s|-)(?:old|of\sage)", re.IGNORECASE)
_AGE_BEFORE = re.compile(r"\b(?:age|aged|ages|turned|grade|grades)\s$", re.IGNORECASE)
_WHEN_TOLD = re.compile(
    r"\b(?:last|this|next|earlier|previous|past)\s(?:year|quarter|month|decade)|\byears?\s(?:ago|earlier|later)",
    re.IGNORECASE,
)
_TO_COME = re.compile(r"\b(?:will|would|next|current|currently|expected|by\sthe\send|plans?|planned)\b", re.IGNORECASE)
FACTORS = (0.7, 0.75, 0.8, 0.85, 0.9, 1.1, 1.15, 1.2, 1.25, 1.3, 1.4)
YEARS_ON = (-9, -8, -7, -6, -5, -4, -3, -2, 2, 3, 4, 5, 6, 7, 8, 9)
REACH = 12  # characters before a number that may say what kind it is
LOOKED = 30  # characters before a number in which the word before it may stand
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

    The thesis only shows 3 becoming 15. We keep what a reader would miss: the amounts of a text grow or shrink together
    and its years move together, so that sums, rates and what is more or later stay so; a year stays in its century, a
    day a day of its month, an age of a child a child's; ordinals keep a right suffix, decimals and thousands their
    marks, round numbers their zeros; "a" or "an" stays right. 1 is left alone and never made, because its noun is
    singular; a rate beside the amounts that it comes from stays. Digits inside names, titles, set phrases and codes
    ("S&P 500", "7th Heaven", "24 hours", "3-D", 10:30, 9/11, addresses) are left alone too. Many answers depend on the
    number, so this may change the label, as the thesis says.

    Paper rules: tokens of digits alone, up to a tenth of the text's tokens, at least one and at most ten; each becomes
    any number from 0 to one more than it was. The digits of "&#8230;" between spaces are such a token to the program.
    """
    if rules is Rules.PAPER:
        return with_other_numbers(text, draws)
    matches = [match for match in _NUMBER.finditer(text.source) if not _in_name(match)]
    if not matches:
        return None
    edits = _in_order(matches, _Anew(text.source, matches, draws).all())
    chosen = affordable(edits, amount, text, draws)
    return Rewrite.of(text.source, chosen) if chosen else None


def _in_name(number: re.Match[str]) -> bool:
    """Whether the number is part of a name or a set phrase: "Windows 2000", "7th Heaven", "the S&P 500", "24 hours"."""
    source, start, end = number.string, number.start(), number.end()
    if (
        number[0] in _SET_NUMBERS
        or _SET_PHRASES.match(source, start)
        or _SET_BEFORE.search(source[max(0, start - LOOKED) : start])
    ):
        return True
    if _QUOTED.search(source[max(0, start - 3) : start]) or (
        len(number[0]) == 3 and _GARBLED.search(source[:start][-REACH:])
    ):
        return True
    if number[0] in _HOLIDAYS and _HOLIDAYS[number[0]].search(source[max(0, start - LOOKED) : start]):
        return True
    if source.isupper() or source.istitle():
        return False
    before = _WORD_BEFORE.search(source[max(0, start - LOOKED) : start])
    if (
        before
        and _NAME_BEFORE.match(before[1])
        and before[1].lower() not in _NO_NAME
        and not _AFTER_MONTH.search(source[:start][-REACH:])
    ):
        return True
    if _BEFORE_MONTH.match(source, end) or _BEFORE_HOUR.match(source, end):
        return False
    return _NAME_AFTER.match(source, end) is not None


class _Anew:
    """Other numbers for those of a text: amounts grow or shrink together, and years move together, so that what was
    more stays more, sums and rates hold, and the same number becomes the same one.
    """

    def __init__(self, source: str, numbers: Sequence[re.Match[str]], draws: Draws) -> None:
        self._numbers, self._draws = numbers, draws
        self._factors = draws.sample(FACTORS, len(FACTORS))
        self._known: dict[tuple[str, str], str] = {}
        percents = [number for number in numbers if _PERCENT.match(source, number.end())]
        self._rates_stay = len(percents) > 1 or (bool(percents) and len(numbers) > 1)
        years = [int(number[1]) for number in numbers if _is_year(number)]
        told = _WHEN_TOLD.search(source) is not None
        self._years_on = 0 if told or not years else self._moved(years, _TO_COME.search(source) is not None)

    def _moved(self, years: Sequence[int], to_come: bool) -> int:
        """How many years on all of them move, within their centuries; 0 where they can't."""
        fit = [
            by for by in YEARS_ON if all(year + by in _century(year, 1) for year in years) and not (to_come and by < 0)
        ]
        return self._draws.choice(fit) if fit else 0

    def all(self) -> list[str]:
        """What each number becomes, "" when it is better left alone."""
        return [self._one(number) for number in self._numbers]

    def _one(self, number: re.Match[str]) -> str:
        key = (number[0], _before(number)[-1:])
        if key not in self._known:
            self._known[key] = self._new(number)
        return self._known[key]

    def _new(self, number: re.Match[str]) -> str:
        whole, decimals, suffix = number.groups("")
        digits = whole.replace(",", "")
        a_code = not float(f"0{digits}{decimals}") or (digits[0] == "0" and len(digits) > 1) or len(decimals) > LONGEST
        if a_code or (len(digits) > LONGEST and "," not in whole) or _AFTER_SLASH.search(_before(number)):
            return ""
        if len(digits) == 2 and suffix != "s" and _AFTER_APOSTROPHE.search(_before(number)):
            return ""
        rate = _PERCENT.match(number.string, number.end()) is not None
        if rate and self._rates_stay:
            return ""
        article = _AFTER_A.search(_before(number)) is not None
        for factor in self._factors[:1] if not article else self._factors:
            new = self._decimal(whole, decimals, factor) if decimals else self._whole(number, int(digits), factor, rate)
            if new and new != number[0] and not (article and _says_an(new) != _says_an(whole)):
                return new if not (decimals and suffix) else ""
        return ""

    def _decimal(self, whole: str, decimals: str, factor: float) -> str:
        """A decimal number with as many digits behind its point."""
        size = len(decimals) - 1
        value = float((whole or "0").replace(",", "") + decimals)
        new = round(value * factor, size)
        if new == value:
            new = round(value + (10**-size if factor > 1 or value <= 10**-size else -(10**-size)), size)
        if not int(f"{new:.{size}f}".partition(".")[2]) and int(decimals[1:]):
            new = round(new + 10**-size, size)
        return f"{new:,.{size}f}" if "," in whole else f"{new:.{size}f}"

    def _whole(self, number: re.Match[str], value: int, factor: float, rate: bool) -> str:
        suffix = number[3] or ""
        options = _options(value, number)
        if options is not None:
            others = [option for option in options if option != value]
            if _is_year(number):
                others = [value + self._years_on] if self._years_on else []
            new = self._draws.choice(others) if others else 0
        else:
            new = _scaled(value, factor)
            if rate and new > 99 >= value:
                new = _scaled(value, 1 / factor)
        return (f"{new:,}" if "," in number[1] else str(new)) + _suffix(new, suffix) if new else ""


def _scaled(value: int, factor: float) -> int:
    """The number times the factor, with at least as many zeros at its end, never itself and never 1."""
    digits = str(value)
    unit: int = 10 ** min(len(digits) - len(digits.rstrip("0")), len(digits) - 1)
    new = round(value * factor / unit) * unit
    if new == value:
        new += unit if factor > 1 else -unit
    return new if new > 1 else value + unit


def _options(value: int, number: re.Match[str]) -> Sequence[int] | None:
    """The numbers that may stand for a day, hour, ordinal, age, year or decade; None for an amount."""
    suffix, size = (number[3] or "").lower().lstrip("'’"), len(str(value))
    before, after = _before(number), number.string[number.end() : number.end() + REACH]
    if size < 3 and value < 32 and (_AFTER_MONTH.search(before) or _BEFORE_MONTH.match(after)):
        return range(2, 29)
    if suffix in _ORDINAL:
        if after.lstrip(" -").lower().startswith("centur"):
            return range(max(2, value - 2), min(21, value + 2) + 1)
        return range(max(2, value * 2 // 3), min(value * 3 // 2 + 2, 32 if value < 32 else 10 ** len(str(value))))
    if value == 1:
        return NONE
    owns = suffix == "s" or after[:3].lower() in (" 's", " ’s")
    if owns and value % 10 == 0 and size in (2, 4):
        return range(20, 100, 10) if size == 2 else _century(value, 10)
    if suffix == "s" and "'" not in number[3] and "’" not in number[3]:
        return NONE
    if _is_year(number):
        return _century(value, 1)
    if value < 12 and _AFTER_FEET.search(before):
        return range(2, 12)  # inches
    if value < 13 and _BEFORE_HOUR.match(after):
        return range(2, 13)
    if value < 100 and (_AGE_BEFORE.search(before) or _AGE_AFTER.match(after)):
        ages = range(2, 18) if value < 18 else range(18, 70) if value < 70 else range(70, 100)
        return range(max(ages.start, value * 2 // 3), min(ages.stop, value * 3 // 2 + 2))
    return None


def _is_year(number: re.Match[str]) -> bool:
    value = int(number[1].replace(",", ""))
    if value % 10 == 0 and (number[3] or number.string[number.end() : number.end() + 3].lower() in (" 's", " ’s")):
        return False  # a decade
    plain = len(number[0]) - len(number[3] or "") == 4 and number[1].isdecimal()
    return (
        plain
        and 1000 <= value < 2100
        and (number[3] or "") in ("", "'s", "’s")
        and _before(number)[-1:] not in CURRENCY
    )


def _century(year: int, step: int) -> range:
    first = year - year % 100
    return range(1900, 2020, step) if first in (1900, 2000) else range(first, first + 100, step)


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


def _says_an(number: str) -> bool:
    """Whether the number, read aloud, begins with a vowel: eight, eleven, eighteen (hundred)."""
    digits = re.match(r"\d*", number.replace(",", ""))
    whole = digits[0] if digits else ""
    return whole[:1] == "8" or (whole[:2] in ("11", "18") and len(whole) in (2, 4, 5))
