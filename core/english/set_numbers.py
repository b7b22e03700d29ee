"""Digits that are no plain amount, year or day: parts of names, titles, set phrases, scores, sizes and models."""

import re

UNITS = (
    r"(?:seconds?(?!\s(?:fiscal|quarter|half))|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?|decades?"
    r"|inch(?:es)?|foot|feet|yards?|miles?|met(?:er|re)s?|kilomet(?:er|re)s?|km|cm|mm|acres?|pounds?|lbs|kilos?|tons?|tonnes?|gallons?|lit(?:er|re)s?"
    r"|cents?|dollars?|euros?|bucks|pages?|words?|letters?|people|persons?|men|women|children|kids|members?|times"
    r"|points?|million|billion|trillion|hundred|thousand|percent|pct|%)"
)
MONTH = (
    r"(?:(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?"
    "|january|february|march|april|may|june|july|august|september|october|november|december)"
)
CURRENCY = tuple("$£€¥")
ORDINAL_ENDS = frozenset({"st", "nd", "rd", "th"})
LOOKED = 30  # characters before a number in which the words before it may stand
REACH = 12  # characters before a number that may say what kind it is
AFTER_MONTH = re.compile(rf"\b{MONTH}\s?$", re.IGNORECASE)
BEFORE_MONTH = re.compile(rf"\s?(?:of\s)?{MONTH}(?!\w)", re.IGNORECASE)
BEFORE_HOUR = re.compile(r"\s?(?:[ap]\.?m\b|o['’]clock)", re.IGNORECASE)
_WORD_BEFORE = re.compile(r"([A-Za-z][\w.'’&*-]*)\s$")
_NAME_AFTER = re.compile(r"(?:-|\s)?[\"'“‘’(<]?[A-Z][\w]|\s?[(,]\s?[A-Za-z]\s?[,)]")
_SAYS_WHICH = re.compile(  # a number behind these is a name
    r"\b(?:out\sof|\d+[-\s](?:under|over)|(?:under|over)[-\s]par|year|catch|cloud|formula|chapter|area|route|highway"
    r"|psalm|no\.|number|version|type|phase|stage|level"
    r"|room|channel|flight|section|article|rule|act|scene|part|book|volume|vol\.|season|episode|week|day|title|size"
    r"|unit|gate|exit|line|track|district|division|class|category|interstate|pier|platform|apt\.?|suite|box|zip|code"
    r"|model|series|windows|block|resolution|grade|page|top|scale\sof|ranked|rated|perfect|score|final|bus|train|plan"
    r"|friday\sthe|vitamin|figure|fig\.|table|group|round|game|step|proposition|prop\.)\s?$",
    re.IGNORECASE,
)
_NO_NAME = frozenset(  # words with a capital of their sentence before a number
    {"in", "on", "by", "since", "from", "between", "about", "at", "over", "the", "for", "after", "before"}
    | {"until", "of", "during", "around", "nearly", "some", "only", "more", "almost", "and", "but", "to", "as"}
    | {"when", "with", "than", "under", "up", "all", "another", "these", "those", "are", "is", "was", "were", "do"}
    | {"did", "has", "have", "its", "my", "his", "her", "our", "their", "age", "aged", "roughly", "approximately"}
    | {"least", "most", "just", "below"}
)
_SET = frozenset(
    {"100", "101", "300", "360", "365", "401", "404", "411", "420", "501", "666", "747", "911", "99", "9999"}
)
_PHRASES = re.compile(
    r"""(?<![\d,.])(?:
      24(?:-|\s)?(?:hours?|/)
    | 12\s(?:months|noon|midnight|step|angry|monkeys|apostles|disciples|tribes|signs|days\sof)
    | 52\s(?:weeks|cards) | 60\s(?:minutes|seconds) | 2\s(?:birds|cents|faced|sides) | \d+\sout\sof
    | 4[80]\s\w*\s?states
    | 5[0-2]\sstates | 7\s(?:days\sa|seas|wonders|deadly|dwarfs|sins|continents|habits) | 10\s(?:commandments|things)
    | 13\s(?:\w+\s)?colonies | 26\sletters | 9\s(?:to\s5|lives|planets|months) | 8\s(?:mm|mile|planets|heads|legs)
    | 16\scandles | 28\sdays | 48\shrs | 50\sfirst | 5\s(?:senses|oceans) | 4\s(?:seasons|weddings|wheel) | 40\sdays
    | 3\s(?:musketeers|stooges|ninjas|wise|r['’]?s) | 9\s1/2 | (?:9|10)\s(?:on|out)\b | 54\b\s(?!%|\w+s\b) | 80\sdays
    | \d+[-\s](?:met(?:er|re)s?|yards?)\s(?:\w+\s)?(?:freestyle|race|dash|hurdles|relay|butterfly|backstroke
        |breaststroke|final|sprint|run|medley|record|heat|event|walk|steeplechase|individual|line)
    | \d+[-\s]years?\s(?:\w+\s)?(?:bonds?|notes?|treasur\w+|yields?|mortgages?|benchmark|paper|gilts?|JGB)
    | \d+\s?(?:-|\s)(?:bps|bits?|baud|mhz|ghz|mb|gb|kb|mph|rpm|cc|hp|stars?|way|fold|speed|wheel|cylinder|caliber|gauge
        |volts?|watts?|x|d|p|k)\b
    | \d+\s(?:under|over)\spar | \d+\s(?:pts|reb|ast)\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_ORDINALS = re.compile(  # an ordinal before these is a set phrase, or there are no more of them
    r"(?:st|nd|rd|th)[-\s](?:hour|half|quarters?|period|inning|leg|world|party|hand|base|degree|class|wave|wall|estate"
    r"|generation|dimension|person|place|floor|grade|graders?|amendment|state|president|century|centuries|street|st|ave"
    r"|avenue|hole|row|chance|rate|nature|opinion|thoughts?|trimester|element|sense|heaven|wheel|down|seed|seeded"
    r"|gear|rail|largest|biggest|most|birthday|anniversary|congress|parallel|infantry|regiment|division|battalion"
    r"|graders?|day|street|dynasty|and\b|of\sjuly|letter|planet|month|season|edition)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"(?:\"|“|``|[*#(]|['’‘`])\s?$")  # a title: "10 things I hate"; a source: (Wise, 1987)
_GARBLED = re.compile(r"\b(?:in|from|until)\s$")  # "in 197", a year that lost a digit
_HOLIDAYS = {
    "1": re.compile(r"\b(?:May|January|Jan\.|April)\s$"),
    "4": re.compile(r"\bJuly\s(?:the\s)?$", re.IGNORECASE),
    "5": re.compile(r"\b(?:May|Nov(?:ember|\.)?)\s$"),
    "6": re.compile(r"\bJune\s$"),
    "7": re.compile(r"\bDec(?:ember|\.)?\s$"),
    "11": re.compile(r"\b(?:Sept?(?:ember|\.)?|Nov(?:ember|\.)?)\s(?:the\s)?$", re.IGNORECASE),
    "24": re.compile(r"\bDec(?:ember|\.)?\s$"),
    "25": re.compile(r"\bDec(?:ember|\.)?\s$"),
    "14": re.compile(r"\b(?:Feb(?:ruary|\.)?|July)\s$"),
    "17": re.compile(r"\bMarch\s$"),
    "31": re.compile(r"\b(?:Oct(?:ober|\.)?|Dec(?:ember|\.)?)\s$"),
}
_NAMED = re.compile(r"\s?:|\s?['’]\s?\d|\s,\s\d{3}\b|\so['’]clock\sshadow")  # "2001: a space odyssey", 6'2"
_CUT = re.compile(r"\d\s,\s$")  # "23 , 924"
_ALONE = re.compile(r"\s?(?:[.,;!?)\]]|$)")  # "up in the 6!"
_WEEKDAY = re.compile(r"\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s", re.IGNORECASE)
_MEASURED = re.compile(rf"(?:\s?(?:to|and|or|--?|–)\s?[\d.,]+)?\s?-?{UNITS}(?!\w)", re.IGNORECASE)
_DATED = re.compile(rf"\b(?:(?:in|since|of|by|from|until|during)\s(?:the\s)?|{MONTH},?\s)$", re.IGNORECASE)
_CHAT = re.compile(r"(?:^|\W)(?:[@#]\w|RT\b|https?:|lol\b|lmao\b|u\b|ur\b)")


def hides_names(source: str) -> bool:
    """Whether capitals don't tell the names of a text: it has none, only such, or it is a chat."""
    return source.islower() or source.isupper() or source.istitle() or _CHAT.search(source) is not None


def is_set(number: re.Match[str], hidden: bool) -> bool:
    """Whether the number is part of a name or a set phrase: "Windows 2000", "7th Heaven", "the S&P 500", "24 hours".

    `hidden`: `hides_names` of the text; then only what is measured or dated is no name.
    """
    source, start, end = number.string, number.start(), number.end()
    before = source[max(0, start - LOOKED) : start]
    if number[1] in _SET or _PHRASES.match(source, start) or _SAYS_WHICH.search(before):
        return True
    if number[3] and _ORDINALS.match(source, number.start(3)):
        return True
    if _QUOTED.search(before[-3:]) or (len(number[0]) == 3 and _GARBLED.search(before)):
        return True
    plain = number[0].rstrip("stndrh")
    if plain in _HOLIDAYS and _HOLIDAYS[plain].search(before):
        return True
    if (
        _NAMED.match(source, end)
        or _CUT.search(before)
        or (len(number[0]) < 4 and before.lower().endswith("the ") and _ALONE.match(source, end))
    ):
        return True
    dated = AFTER_MONTH.search(before) is not None
    if (dated or BEFORE_MONTH.match(source, end)) and _WEEKDAY.search(source[max(0, start - LOOKED) : end + LOOKED]):
        return True  # another day of the month would be another of the week
    if hidden:
        return not (_is_amount_or_year(number, before) or dated)
    word = _WORD_BEFORE.search(before)
    if word and word[1][0].isupper() and word[1].lower() not in _NO_NAME and not dated:
        return True
    if BEFORE_MONTH.match(source, end) or BEFORE_HOUR.match(source, end):
        return False
    return _NAME_AFTER.match(source, end) is not None


def measures(number: re.Match[str]) -> bool:
    """Whether a unit or something that is counted follows, also behind a range: "10 to 12 minutes"."""
    return _MEASURED.match(number.string, number.end()) is not None


def _is_amount_or_year(number: re.Match[str], before: str) -> bool:
    """Whether the number is an amount or a year where capitals can't tell names: "$5", "90 minutes", "in 1968"."""
    a_year = number[0][:4].isdecimal() and number[0][4:] in ("", "s")
    return bool(
        measures(number)
        or before.rstrip()[-1:] in CURRENCY
        or BEFORE_HOUR.match(number.string, number.end())
        or (a_year and _DATED.search(before))
    )
