"""Names of people, so that no two accounts read alike: compared after NFKC and casefold, and in one alphabet each."""

from unicodedata import category, name, normalize

from core.lexicon.lookalikes import VISUAL

TOGETHER = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}  # that one name may have beside an alphabet
UNSEEN = set("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0") | set(
    map(chr, range(0xFE00, 0xFE10))
)
LIKE_LATIN = {
    ord(other.casefold()): letter.casefold()
    for letter, others in VISUAL.items()
    for other in others
    if not name(other).startswith("LATIN") and len(other.casefold()) == 1
}


def plain(given: str) -> str:
    """The name as it is kept: characters of compatibility (full width, ligatures) as the usual ones, single spaces."""
    return " ".join(normalize("NFKC", given).split())


def folded(given: str) -> str:
    """The name as it is compared."""
    return plain(plain(given).casefold())


def shape(given: str) -> str:
    """The name as it looks: letters of other alphabets as the Latin ones that look the same."""
    return folded(given).translate(LIKE_LATIN)


def is_seen(given: str) -> bool:
    """Whether all of the name can be seen."""
    return given.isprintable() and not UNSEEN & set(given)


def mixes_alphabets(given: str) -> bool:
    """Whether letters of two alphabets stand in the name, as in one that imitates another."""
    letters = [c for c in plain(given) if category(c).startswith("L") and category(c) != "Lm"]
    return len({name(c, "").partition(" ")[0] for c in letters} - TOGETHER) > 1
