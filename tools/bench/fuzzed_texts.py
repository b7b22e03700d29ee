"""Texts that break careless code, as many as needed: the same number makes the same text everywhere."""

from random import Random

WORDS = (
    *("the", "The", "a", "an", "movie", "is", "was", "were", "not", "really", "good", "bad", "films", "funny", "old"),
    *("don't", "DON'T", "ca n't", "cannot", "I'm", "it 's", "who's", "we 've", "dogs'", "well-made", "and/or", "AT&T"),
    *(
        "U.S.",
        "e.g.",
        "1,000.5",
        "10:30",
        "2nd",
        "3D",
        "50%",
        "$5",
        "#tag",
        "@name",
        "https://t.co/x",
        "-lrb-",
        "``",
        "''",
    ),
    *(
        "He",
        "does",
        "goes",
        "ran",
        "is going",
        "has been",
        "walk",
        "better",
        "best",
        "city",
        "Paris",
        "Mary",
        "New York",
    ),
    *("people", "accommodate", "definitely", "separate", "because of", "as soon as possible", "one", "two", "hundred"),
)
MARKS = (*",.;:!?-()[]\"'`…–—/\\&*_~^|<>{}", "...", "?!", "--", " .", " ,", "''")
SPACES = (" ", "  ", "\t", "\n", "\r\n", "\u00a0", "\u2028", "\x85", "\x1c", "\u3000", "\u200b", "\x0b")
NASTY = (
    *("👩‍👩‍👧", "🏴", "👍🏽", "🇫🇷", "e\u0301", "\u0301", "שלום", "مرحبا", "हिन्दी", "ไทย", "中文", "한국어"),
    *("\x00", "\x7f", "\u200d", "\u200e", "\u202e", "\ufeff", "\ufffd", "\U0010ffff", "\ufe0f", "\u0000\u0301"),
    *("İ", "ß", "ẞ", "ﬁ", "ŉ", "ǅ", "ſ", "K", "Å", "Σ", "ς", "ı", "²", "½", "Ⅷ", "٣", "ª", "𝒳", "𝐀"),
)
RANGES = ((0, 0x7F), (0x80, 0x24F), (0x250, 0x2FFF), (0x3000, 0xD7FF), (0xE000, 0xFFFF), (0x10000, 0x10FFFF))
LONGEST = 80
REPEATED = 400


def fuzzed(number: int) -> str:
    """Text of this number: words and marks, anything at all, or one thing many times; lone surrogates are no text."""
    random = Random(number)
    kind = random.randrange(8)
    length = random.randrange(LONGEST // 2)
    if kind < 3:
        return _sentence_like(random, length)
    if kind < 5:
        return "".join(_piece(random) for _ in range(length))
    if kind == 5:
        return "".join(chr(random.randint(*random.choice(RANGES))) for _ in range(LONGEST * length // 20))
    if kind == 6:
        return "".join(map(chr, random.choices(range(32, 127), k=2 * length)))
    return (_piece(random) + random.choice(("", " "))) * random.randrange(REPEATED)


def _sentence_like(random: Random, length: int) -> str:
    """What mostly reads like a sentence."""
    parts: list[str] = []
    for _ in range(length):
        parts.append(random.choice(WORDS) if random.random() < 0.8 else _piece(random))
        parts.append(" " if random.random() < 0.9 else random.choice(SPACES))
    return "".join(parts)


def _piece(random: Random) -> str:
    if random.random() < 0.2:
        return chr(random.randint(*random.choice(RANGES)))
    pieces: tuple[str, ...] = random.choice((WORDS, MARKS, SPACES, NASTY))
    return random.choice(pieces)
