"""Passwords that are guessed first: well-known ones, walks over the keyboard, and what people make of them."""

import re
from unicodedata import normalize

WORDS = re.findall(
    r"\w+",
    """
    password passwort passw0rd passwd motdepasse contrasena letmein welcome welkom bienvenue willkommen iloveyou
    iloveu loveyou trustno changeme default secret secreto geheim admin administrator root superuser master login
    guest user test testing tester demo temp hello hallo bonjour whatever nothing qwerty qwertz azerty football
    baseball basketball soccer hockey liverpool arsenal chelsea barcelona yankees superman batman spiderman starwars
    pokemon naruto matrix monkey dragon tiger lion eagle falcon phoenix panther shadow sunshine princess flower
    butterfly summer winter spring autumn monday friday january february march april june july august september
    october november december michael jordan jennifer jessica ashley daniel thomas charlie robert andrew anthony
    matthew joshua nicole samsung google facebook internet computer windows linux ubuntu server database access
    freedom forever family friend friends lovely lover angel jesus heaven chocolate cookie cheese pepper ginger
    orange banana killer hunter ranger harley mustang ferrari mercedes corvette porsche company office flinch
    robustness perturbation annotator researcher participant
    """,
)
ROWS = (
    *("01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "azertyuiop"),
    *("1qaz2wsx3edc4rfv5tgb6yhn7ujm", "qazwsxedcrfvtgbyhnujm", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0"),
    *("zaq1xsw2cde3vfr4bgt5", "!@#$%^&*()"),
)
STEPS = 4  # of a walk over the keyboard
LEET = str.maketrans("0134578@$!|", "oieastbasii")
FEW = 4  # different characters
REST = 8  # characters beside what is known, of which MOST_LETTERS are letters
MOST_LETTERS = 2


def is_common(password: str, name: str) -> bool:
    """Whether the password is one of the commonest, or made of them, of one's name, of digits and signs around them."""
    text, own = ("".join(normalize("NFKC", each).casefold().split()) for each in (password, name))
    common = re.compile("|".join(map(re.escape, [*([own] if len(own) > 2 else []), *_KNOWN])))
    return len(set(text)) <= FEW or any(
        _says_little(common.sub("", each)) for each in (text, _inner(text).translate(LEET))
    )


def _says_little(rest: str) -> bool:
    return len(rest) <= REST and sum(map(str.isalpha, rest)) <= MOST_LETTERS


def _inner(text: str) -> str:
    """The text without the digits and signs around it, and with letters for those within; as it is without letters."""
    return re.sub(r"\A[\W\d_]+|[\W\d_]+\Z", "", text).translate(LEET) or text


def _walks() -> set[str]:
    """All walks of some steps over the rows, forth and back."""
    both = [way for row in ROWS for way in (row, row[::-1])]
    return {way[i : i + n] for way in both for n in range(STEPS, len(way) + 1) for i in range(len(way) - n + 1)}


_KNOWN = sorted({*WORDS, *_walks()}, key=len, reverse=True)
