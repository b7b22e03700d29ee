"""Which first names are those of persons whom readers do not know."""

from collections.abc import Sequence

from core.english.company_words import JOINS, LIES, PLAIN_ROLES, SUBSTITUTED, SURNAMES, TRAVELS
from core.english.naming import Named
from core.english.other_names import is_first_name, other_name
from core.lexicon.gazetteer import PLACES, Gazetteer
from core.text.tokens import Token


def unknown(tokens: Sequence[Token], name: Named, gazetteer: Gazetteer) -> bool:
    """Whether the first name is one, and that of nobody whom readers know."""
    before = tokens[name.first - 1] if name.first else None
    after = tokens[name.end] if name.end < len(tokens) else None
    if before and before.text == "." and name.first > 1 and len(tokens[name.first - 2].text) == 1:
        return False  # "Susan B. Anthony"
    if before and before.text[-1] == "." and before.text[0].isupper() and len(before.text) == 2:
        return False  # "Gerald A. Daniel"
    if before and before.end == tokens[name.first].start and before.text not in ('"', "'", "“", "``", "/"):
        return False  # "K.Michelle", "(Stuart Townsend)"
    if (after and (after.text.lower() in SUBSTITUTED or after.text == "-")) or (before and before.text == "("):
        return False
    later = tokens[name.end : name.end + 4]
    if any(token.text.title() in gazetteer.known and token.text[0].isupper() for token in (tokens[name.first], *later)):
        return False
    if len(later) > 2 and all(token.text[0].isupper() and len(token.text) > 2 for token in later[:2]):
        return False  # "Maria Eugenia Ochoa": the second name tells a sex too
    if any("-" in token.text for token in later[:2]):
        return False  # "Tony Hawk-style"
    owner = next((at for at, token in enumerate(later[:2]) if token.text in ("'s", "’s")), None)
    if owner is not None and later[owner + 1 :] and later[owner + 1].text[0].isupper():
        return False  # a title: "Bridget Jones's Diary"
    return _is_lone_first_name(tokens, name, gazetteer) if lone(tokens, name) else _introduces_person(tokens, name)


def lone(tokens: Sequence[Token], name: Named) -> bool:
    """Whether the first name stands without a surname."""
    return name.end == len(tokens) or not tokens[name.end].text[0].isupper()


def is_unlisted_name(tokens: Sequence[Token], i: int, gazetteer: Gazetteer) -> bool:
    """Whether the token is a name that is not listed; with it readers may know who is meant by a first name."""
    return tokens[i].text not in gazetteer.starting and other_name(tokens, i, PLACES, gazetteer)


def _introduces_person(tokens: Sequence[Token], name: Named) -> bool:
    """Whether the text says who the person is, as of somebody unknown: "Ann Lee, a lawyer", "Ann Lee, 34"."""
    if name.first and tokens[name.first - 1].text in PLAIN_ROLES:
        return True
    end = name.end
    while end < len(tokens) and (tokens[end].text[0].isupper() or tokens[end].text == "."):
        end += 1
    first, second = (*tokens[end : end + 2], None, None)[:2]
    if not first or not second:
        return False
    role = second.text in ("a", "an") and any(token.text in PLAIN_ROLES for token in tokens[end + 2 : end + 6])
    return (first.text == "," and (role or second.tag == "CD")) or (first.text in ("is", "was") and role)


def _is_lone_first_name(tokens: Sequence[Token], name: Named, gazetteer: Gazetteer) -> bool:
    """Whether a first name without a surname is one: "Thomas and Tauzin" have none, "to Lawrence" leads to a town."""
    earlier, last = (None, None, *tokens[max(0, name.first - 2) : name.first])[-2:]
    before = last.text.lower() if last else ""
    if (
        tokens[name.first].text in SURNAMES
        or before in LIES | {"from", "like"}
        or (before == "to" and earlier and earlier.text.lower() in TRAVELS)
    ):
        return False
    if before in JOINS and earlier and not _may_be_first_name(earlier, gazetteer):
        return False
    described = last and (last.tag in ("JJ", "VBN") or before in ("the", "a", "an", "`"))
    titled = last and last.text[0].isupper() and last.tag[:2] in ("NN", "RB")
    if described or titled or _owns_nothing(tokens, name):
        return False  # "the conflicted Daniel", "Mostly Martha"
    joined = name.end + 1 < len(tokens) and tokens[name.end].text in JOINS
    return not joined or _may_be_first_name(tokens[name.end + 1], gazetteer)


def _owns_nothing(tokens: Sequence[Token], name: Named) -> bool:
    """Whether nothing follows that the person owns: "paid by Wendy's to say"."""
    if name.end == len(tokens) or tokens[name.end].text not in ("'s", "’s") or tokens[name.end].tag != "POS":
        return False
    return name.end + 1 == len(tokens) or tokens[name.end + 1].tag in ("TO", "IN", ".", ",", "CC", "MD")


def _may_be_first_name(token: Token, gazetteer: Gazetteer) -> bool:
    """Whether the word is no other capital than that of a first name: "Thomas and Tauzin" are surnames."""
    if not token.text[0].isupper() or token.text == "I":
        return True
    return is_first_name(token, gazetteer)
