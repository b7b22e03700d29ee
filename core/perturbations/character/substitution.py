"""Letters replaced one by one from a table, each replacement an edit of its own."""

from collections.abc import Mapping, Sequence

from core.randomness import Draws
from core.rewrite import Rewrite
from core.text.letters import is_single

Table = Mapping[str, str]
"""The characters that may stand for a character, one string of them each; never the character itself."""


def substituted(source: str, places: Sequence[int], table: Table, draws: Draws) -> Rewrite | None:
    """The text with another character of the table at each of these places, which rise; None when nothing changes.

    A place whose character is not in the table, or is joined to another by a mark, is passed over.
    """
    simple = source.isascii()
    characters = list(source)
    for i, part in zip(places, draws.parts(len(places)), strict=True):
        others = table.get(source[i])
        if others and (simple or is_single(source, i)):
            characters[i] = others[part * len(others) >> 32]
    perturbed = "".join(characters)
    return Rewrite.lettered(source, perturbed) if perturbed != source else None


def draw_places(source: str, count: int, table: Table, draws: Draws) -> list[int]:
    """`count` different places of the text whose characters are in the table, in order; all of them if it has fewer."""
    simple, length = source.isascii(), len(source)
    chosen: dict[int, None] = {}
    if count * 3 < length:  # most characters of most texts are in the table: drawing beats listing
        places = [part * length >> 32 for part in draws.parts(count + count // 2 + 4)]
        chosen = dict.fromkeys([at for at in places if source[at] in table and (simple or is_single(source, at))])
    if len(chosen) < count:
        left = [
            at
            for at, character in enumerate(source)
            if character in table and at not in chosen and (simple or is_single(source, at))
        ]
        return sorted([*chosen, *draws.sample(left, count - len(chosen))])
    return sorted(list(chosen)[:count])
