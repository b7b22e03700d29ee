"""What the rows of the tables of flips are called."""

from data.flips.described import NEW
from data.flips.rows import GroupBy

CLASSES = {
    "ADJ": "adjective",
    "ADP": "preposition",
    "ADV": "adverb",
    "CONJ": "conjunction",
    "DET": "determiner",
    "NOUN": "noun",
    "NUM": "number",
    "PRON": "pronoun",
    "PRT": "particle",
    "VERB": "verb",
}


def row_name(by: GroupBy, value: str) -> str:
    """The name of a row: "pronoun (PRON)" of a part of speech, "of (inserted)" of a word that was put in."""
    if by is GroupBy.CLASS and value in CLASSES:
        return f"{CLASSES[value]} ({value})"
    return f"{value.removeprefix(NEW)} (inserted)" if by is GroupBy.WORD and value.startswith(NEW) else value
