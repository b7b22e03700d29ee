"""Digit numbers replaced by other numbers of the same kind (Romero 2023, section 3.3.3)."""

import re
from collections.abc import Sequence

from core.english.set_numbers import (
    AFTER_MONTH,
    BEFORE_HOUR,
    BEFORE_MONTH,
    CURRENCY,
    ORDINAL_ENDS,
    REACH,
    hides_names,
    is_set,
    measures,
)
from core.perturbations.sentence.as_romero import with_other_numbers
from core.perturbations.sentence.budget import affordable, of_romero
from core.perturbations.sentence.number_company import holds_day, is_bound_by_context
from core.perturbations.sentence.number_relations import Amount, amounts_beside, still_related
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.text.analysed import AnalysedText

_UNITS = (
    "second|minute|hour|day|night|week|month|year|decade|century|inch|foot|feet|yard|mile|meter|metre|kilometer|km|cm"
    "|mm|acre|pound|kilo|ton|gallon|liter|litre|cent|dollar|euro|page|word|letter|person|man|member|story|storey|room"
    "|bedroom|seat|percent"
)
_NUMBER = re.compile(
    rf"""
      (?<![^\s(\["“‘`'’$£€¥~<>=+—–])                    # not in a name or an address
      (\d{{1,3}}(?:,\d{{3}})+|\d+) (\.\d+)? (st|nd|rd|th|['’]?s)?
      (?= %? (?: $ | \s(?!\s*/|(?:st|nd|rd|th)\b)
                 | [;!?)\]"”—–] | [,:.](?!\w) | ['’](?!\d|d\b) | --  | -(?:{_UNITS})s?\b ) )
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_AFTER_SLASH = re.compile(r"/\s?$")
_AFTER_APOSTROPHE = re.compile(r"['’]\s?$")  # a year: '87
_AFTER_A = re.compile(r"\ban?\s$", re.IGNORECASE)
_AFTER_HOURS = re.compile(r"\b(?:hours?|hrs?|minutes?|mins?)\s?(?:,|and)?\s$", re.IGNORECASE)
_SIXTY = re.compile(r"(?:\s|-)?(?:minutes?|mins?|seconds?)\b", re.IGNORECASE)
_SCORE = re.compile(r"\d+\s?(?:-|–|to)\s?$")
_AGAINST = re.compile(r"\s?(?:-|–|to)\s?\d", re.IGNORECASE)
_FOUGHT = re.compile(
    r"\b(?:vot|won|win|beat|lead|led|lost|tie|score|defeat|rul|favor|outnumber|ratio|odds)", re.IGNORECASE
)
NONE = range(0)
_DIGIT = re.compile("[0-9]")
_PERCENT = re.compile(r"\s?(?:%|percent\b|per\scent\b|pct\b|percentage\b|basis\spoints?\b)", re.IGNORECASE)
_YEARS_AFTER = re.compile(r"(?:\s|-)(?:\w+\s)?(?:years?|months?|decades?|anniversary)\b", re.IGNORECASE)
_AGE_AFTER = re.compile(r"(?:\s|-)years?(?:\s|-)(?:old|of\sage)", re.IGNORECASE)
_AGE_BEFORE = re.compile(r"\b(?:age|aged|ages|turned)\s$", re.IGNORECASE)
_HELD = re.compile(  # with these the years of a text can't move: something else tells when it was
    r"""\b(?:last|this|next|earlier|previous|past)\s(?:year|quarter|month|decade)|\byears?\s(?:ago|earlier|later)
    |\b(?:olympics?|world\scup|games|elections?|elected|reelected|re-elected|census|wars?|anniversary|super\sbowl
    |century|oscars?|academy\saward|awards|siege|campaign|battles?|invasions?|invaded|allied|nazis?|atomic
    |millennium|depression|revolution|occupation|leap|moon|hurricane|earthquake|tsunami
    |world\sseries|president|championship|tournament|sixties|seventies|eighties|nineties|twenties|thirties|forties
    |fifties)\b|\bsept(?:ember|\.)?\s11\b|day,?\s[A-Z]\w+\.?\s\d|(?<![\w.,])['’`]\s?\d\d\b|\d0['’]?s\b|\d\d\d\d\s?[-–/]\s?\d""",
    re.IGNORECASE | re.VERBOSE,
)
_OTHER_YEAR = re.compile(r"(?<![\d.,$£€])(?:1\d|20)\d\d(?![\d,]|\.\d)")
_OTHER_TIME = re.compile(
    r"\b\d?\d:\d\d\b|\b(?:night|midnight|noon|dawn|lunch|breakfast|dinner|late|early)\b", re.IGNORECASE
)
_TO_COME = re.compile(
    r"\b(?:will|would|should|next|current|currently|expected|by\sthe\send|plans?|planned)\b", re.IGNORECASE
)
_COUNTED = re.compile(r"\b(?:over|than|about|nearly|some|almost|least|only|mere)\s$", re.IGNORECASE)
_QUOTES_SHARES = re.compile(r"\b(?:points?|index|nasdaq|dow)\b", re.IGNORECASE)
_BREAKS_OFF = re.compile(r"\s?(?:[.,;:!?)\]]|$)")
_DECADE = re.compile(r"\b\d\d\d0\s?['’]?s\b")
_WAR = re.compile(r"\bwar(?:s|time)?\b", re.IGNORECASE)
_ORDERED = re.compile(r"\b(?:first|second|third|fourth|fifth|\d+(?:st|nd|rd|th))\b", re.IGNORECASE)
FACTORS = (0.7, 0.75, 0.8, 0.85, 0.9, 1.1, 1.15, 1.2, 1.25, 1.3, 1.4)
YEARS_ON = (-9, -8, -7, -6, -5, -4, -3, -2, 2, 3, 4, 5, 6, 7, 8, 9)
LONGEST = 7  # digits; a longer run without commas is a code or a telephone number


@of_romero(alters_meaning=True, may_apply=lambda text: _DIGIT.search(text) is not None)
def swap_num(text: AnalysedText, amount: float, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Replaces numbers in digits by different numbers of the same kind.

    The thesis only shows 3 becoming 15. We keep what a reader would miss: the amounts of a text grow or shrink together
    and its years move together, so that sums, rates and what is more or later stay so; where that can't be, or another
    number beside them would tell, they stay. A year stays in its century, a day a day of its month, an age of a child a
    child's; ordinals keep a right suffix, decimals and thousands their marks, round numbers their zeros; "a" or "an"
    stays right. 1 is left alone and never made, because its noun is singular. Digits inside names, titles, set phrases,
    scores and codes ("S&P 500", "7th Heaven", "24 hours", "the 80s", "3-D", 10:30, 9/11, addresses) are left alone too.
    Many answers depend on the number, so this may change the label, as the thesis says.

    Paper rules: tokens of digits only change, up to a tenth of the text's tokens, at least one and at most ten. Each
    becomes any number from 0 to itself plus one. For the program, the digits in "&#8230;" between spaces are such a
    token.
    """
    if rules is Rules.PAPER:
        return with_other_numbers(text, draws)
    hidden = hides_names(text.source)
    matches = [match for match in _NUMBER.finditer(text.source) if not is_set(match, hidden)]
    if not matches:
        return None
    new = _Anew(text.source, matches, draws).all()
    edits = [Piece(*n.span(), to) for n, to in zip(matches, new, strict=True) if to and to != n[0]]
    return affordable(edits, amount, text, draws)


class _Anew:
    """Other numbers for those of a text: amounts grow or shrink together, and years move together, so that what was
    more stays more, sums and rates hold, and the same number becomes the same one.
    """

    def __init__(self, source: str, numbers: Sequence[re.Match[str]], draws: Draws) -> None:
        self._source, self._numbers, self._draws = source, numbers, draws
        self._factors = draws.sample(FACTORS, len(FACTORS))
        self._known: dict[tuple[str, str], str] = {}
        self._rates = [number for number in numbers if _PERCENT.match(source, number.end())]
        years = [int(number[1]) for number in numbers if _is_year(number)]
        held = len(_OTHER_YEAR.findall(source)) > len(years) or _HELD.search(source) is not None
        held = held or any(_is_year(number) and _AFTER_A.search(_prefix(number)) for number in numbers)
        self._years_on = 0 if held or not years else self._year_shift(years, _TO_COME.search(source) is not None)
        self._dated = bool(years)
        self._times = len(BEFORE_HOUR.findall(source)) + len(_OTHER_TIME.findall(source))
        self._days = sum(_is_day(number) for number in numbers)
        self._ordinals = len(_ORDERED.findall(source))

    def _year_shift(self, years: Sequence[int], to_come: bool) -> int:
        """How many years on all of them move, within their centuries; 0 where they can't."""
        fit = [by for by in YEARS_ON if all(year + by in _century(year) for year in years) and not (to_come and by < 0)]
        return self._draws.choice(fit) if fit else 0

    def all(self) -> list[str]:
        """What each number becomes, "" when it is better left alone."""
        new = [self._replacement(number) for number in self._numbers]
        at = [i for i, number in enumerate(self._numbers) if new[i] and _is_amount(number)]
        amounts = [Amount(_value(self._numbers[i][0]), _value(new[i])) for i in at]
        taken = {number.start() for number, to in zip(self._numbers, new, strict=True) if to}
        if not still_related(amounts, amounts_beside(self._source, taken), bool(self._rates)):
            return ["" if i in at else to for i, to in enumerate(new)]
        return new

    def _replacement(self, number: re.Match[str]) -> str:
        key = (number[0], _prefix(number)[-1:])
        if key not in self._known:
            self._known[key] = "" if self._stays(number) else self._draw_replacement(number)
        return self._known[key]

    def _stays(self, number: re.Match[str]) -> bool:
        """Whether something beside the number would tell that it is another."""
        source, before, end, whole = self._source, _prefix(number), number.end(), number[1].replace(",", "")
        if _PERCENT.match(source, end) and len(self._numbers) > 1:
            return True
        if number[3] and number[3].lower() in ORDINAL_ENDS and not _is_day(number):
            return self._ordinals > 1 or (self._dated and _YEARS_AFTER.match(source, end) is not None)
        if self._dated and not _is_year(number) and _YEARS_AFTER.match(source, end):
            return True
        if _is_day(number):
            return self._days > 1 or holds_day(number)
        if is_bound_by_context(number) or _may_be_year(number):
            return True
        if BEFORE_HOUR.match(source, end):
            return self._times > 1
        if (before.lower().endswith("at ") and int(whole) < 13 and not number[2]) or _AFTER_A.search(before):
            return not measures(number)  # "at 5", "gave it a 10"
        if _SIXTY.match(source, end) and _AFTER_HOURS.search(before):
            return True
        scored = _SCORE.search(before) or _AGAINST.match(source, end)
        return bool(scored) and _FOUGHT.search(source) is not None

    def _draw_replacement(self, number: re.Match[str]) -> str:
        whole, decimals, suffix = number.groups("")
        digits = whole.replace(",", "")
        a_code = not float(f"0{digits}{decimals}") or (digits[0] == "0" and len(digits) > 1) or len(decimals) > LONGEST
        if a_code or (len(digits) > LONGEST and "," not in whole) or _AFTER_SLASH.search(_prefix(number)):
            return ""
        if len(digits) == 2 and _AFTER_APOSTROPHE.search(_prefix(number)):
            return ""
        rate = _PERCENT.match(number.string, number.end()) is not None
        article = _AFTER_A.search(_prefix(number)) is not None
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
            new = _scale_number(value, factor)
            if rate and new > 99 >= value:
                new = _scale_number(value, 1 / factor)
        return (f"{new:,}" if "," in number[1] else str(new)) + _suffix(new, suffix) if new else ""


def _scale_number(value: int, factor: float) -> int:
    """The number times the factor, with at least as many zeros at its end, never itself and never 1."""
    digits = str(value)
    unit: int = 10 ** min(len(digits) - len(digits.rstrip("0")), len(digits) - 1)
    if value > 10 and value % 10 == 5:
        unit = 5  # a round number too
    new = round(value * factor / unit) * unit
    if new == value:
        new += unit if factor > 1 else -unit
    return new if new > 1 else value + unit


def _options(value: int, number: re.Match[str]) -> Sequence[int] | None:
    """The numbers that may stand for a day, hour, ordinal, age, year or decade; None for an amount."""
    suffix, size = (number[3] or "").lower().lstrip("'’"), len(str(value))
    after = number.string[number.end() : number.end() + REACH]
    if _is_day(number):
        return range(2, 29)
    if suffix in ORDINAL_ENDS:
        return range(max(2, value * 2 // 3), min(value * 3 // 2 + 2, 32 if value < 32 else 10 ** len(str(value))))
    if value == 1:
        return NONE
    owns = suffix == "s" or after[:3].lower() in (" 's", " ’s")
    if owns and value % 10 == 0 and size in (2, 4):
        held = len(_DECADE.findall(number.string)) > 1 or _WAR.search(number.string) is not None
        held = held or _HELD.search(number.string, number.end()) is not None
        return NONE if size == 2 or held else range(value - 20, value + 21, 10)
    if suffix == "s" and "'" not in number[3] and "’" not in number[3]:
        return NONE
    if _is_year(number):
        return _century(value)
    if value < 13 and BEFORE_HOUR.match(after):
        return range(2, 13)
    if _is_age(number):
        ages = range(2, 18) if value < 18 else range(18, 70) if value < 70 else range(70, 100)
        return range(max(ages.start, value * 2 // 3), min(ages.stop, value * 3 // 2 + 2))
    return None


def _is_day(number: re.Match[str]) -> bool:
    value, before = int(number[1].replace(",", "")), _prefix(number)
    dated = AFTER_MONTH.search(before) or BEFORE_MONTH.match(number.string, number.end())
    return 0 < value < 32 and not number[2] and bool(dated)


def _is_age(number: re.Match[str]) -> bool:
    value = int(number[1].replace(",", ""))
    cue = _AGE_BEFORE.search(_prefix(number)) or _AGE_AFTER.match(number.string, number.end())
    return value < 100 and not number[2] and bool(cue)


def _is_amount(number: re.Match[str]) -> bool:
    """Whether the number is one that is more or less than the others of its text."""
    return not number[3] and not _is_day(number) and not _is_year(number)


def _is_year(number: re.Match[str]) -> bool:
    value = int(number[1].replace(",", ""))
    if value % 10 == 0 and (number[3] or number.string[number.end() : number.end() + 3].lower() in (" 's", " ’s")):
        return False  # a decade
    plain = len(number[0]) - len(number[3] or "") == 4 and number[1].isdecimal()
    if not plain or not 1000 <= value < 2100 or (number[3] or "") not in ("", "'s", "’s"):
        return False
    if _COUNTED.search(_prefix(number)):
        return False  # "over 1200 guitars"
    measured = not number[3] and measures(number)
    return not (_prefix(number)[-1:] in CURRENCY or measured or _QUOTES_SHARES.search(number.string))


def _may_be_year(number: re.Match[str]) -> bool:
    """Whether what is read as an amount may be a year: "at least 2009.", "the Dow, up since July 2002"."""
    plain = len(number[0]) == 4 and number[0].isdecimal() and 1900 <= int(number[0]) < 2100
    if not plain or _is_year(number) or _prefix(number)[-1:] in CURRENCY or measures(number):
        return False
    return AFTER_MONTH.search(_prefix(number)) is not None or _BREAKS_OFF.match(number.string, number.end()) is not None


def _century(year: int) -> range:
    first = year - year % 100
    return range(1900, 2020) if first in (1900, 2000) else range(first, first + 100)


def _value(number: str) -> float:
    return float(number.replace(",", "").rstrip("'’s"))


def _prefix(number: re.Match[str]) -> str:
    return number.string[max(0, number.start() - REACH) : number.start()]


def _suffix(value: int, like: str) -> str:
    """The suffix of this number, in the case of the one it had: 2 has "nd", 1970 keeps "s"."""
    if like.lower() not in ORDINAL_ENDS:
        return like
    teen = value % 100 in (11, 12, 13)
    suffix = "th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return suffix.upper() if like.isupper() else suffix


def _says_an(number: str) -> bool:
    """Whether the number, read aloud, begins with a vowel: eight, eleven, eighteen (hundred)."""
    digits = re.match(r"\d*", number.replace(",", ""))
    whole = digits[0] if digits else ""
    return whole[:1] == "8" or (whole[:2] in ("11", "18") and len(whole) in (2, 4, 5))
