"""Which words beside a place or a person name something else."""

from collections.abc import Sequence, Set

from core.english.clauses import SENTENCE_END
from core.english.company_words import ENDS_OF_PEOPLES, MONTHS
from core.english.naming import PROPER, QUOTES
from core.lexicon.gazetteer import FAMILY, OTHER_GENDER, PLACES, Gazetteer
from core.text.tokens import Token


def other_name(tokens: Sequence[Token], i: int, kinds: Set[str], gazetteer: Gazetteer) -> bool:
    """Whether the token has a capital as names have; days, lone first names and poor places of other kinds have too."""
    word = tokens[i].text
    if word.islower() or word == "I" or word.lower() in MONTHS or not word[-1].isalpha():
        return False
    opens = i == 0 or tokens[i - 1].text in SENTENCE_END or tokens[i - 1].text in QUOTES
    people = tokens[i].tag == "JJ" and word.endswith(ENDS_OF_PEOPLES)
    if opens and not people and tokens[i].tag not in PROPER and (word.isupper() or word[1:].islower()):
        return False
    if any(target.text == word for kind in PLACES - kinds for target in gazetteer.targets.get(kind, ())):
        return False
    if is_first_name(tokens[i], gazetteer):
        return i + 1 < len(tokens) and not plain_surname(tokens[i + 1].text, gazetteer)
    return not (i and is_first_name(tokens[i - 1], gazetteer) and plain_surname(word, gazetteer))


def plain_surname(word: str, gazetteer: Gazetteer) -> bool:
    """Whether the word is a surname that many have, or none."""
    return not word[0].isupper() or any(word == target.text for target in gazetteer.targets.get(FAMILY, ()))


def is_first_name(token: Token, gazetteer: Gazetteer) -> bool:
    return any(name.kind in OTHER_GENDER for name in gazetteer.starting.get(token.text, ()))
