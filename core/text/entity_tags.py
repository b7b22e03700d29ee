"""The tags of a perturbed sample of named-entity recognition, from its rewrite alone.

A token is what stands between spaces. The papers do not tag perturbed texts again (Moradi & Samwald 2021, section 5,
perturbs NER too and is silent about it); here each new token is traced back through the pieces to the tokens it was
made of.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from core.errors import BadInput
from core.rewrite import Piece, Rewrite
from core.text.realised import agreeing

OUTSIDE = 0  # the number of what is in no entity
_TOKEN = re.compile(r"[^ ]+")
_RUN = re.compile(r" +|[^ ]+")


class _Word(NamedTuple):
    """A token of the perturbed text and the entities of the tokens it was made of; none for an inserted one."""

    text: str
    entities: frozenset[int]


def tagged_tokens(text: str) -> list[str]:
    """The tokens that have a tag each: what stands between spaces."""
    return _TOKEN.findall(text)


def tagged_token_spans(text: str) -> list[tuple[int, int]]:
    """Where each of them begins and ends."""
    return [match.span() for match in _TOKEN.finditer(text)]


def kind_of(tag: str) -> str:
    """The kind of entity that a tag says, "O" for none: whether it begins there hangs on the token before it."""
    return tag.partition("-")[2] or tag


def entities_in_words(text: str, tags: Sequence[str], among: Collection[int] | None = None) -> str:
    """The entities that these tags say are in the text: "Ada Byron PER, Paris LOC"; "no entity" for none.

    With `among` only those that one of the tokens with these numbers belongs to.
    """
    entities: list[tuple[list[str], str, list[int]]] = []
    before = "O"
    for number, (token, tag) in enumerate(zip(tagged_tokens(text), tags, strict=False)):
        if tag.startswith("I-") and kind_of(before) == kind_of(tag):
            entities[-1][0].append(token)
            entities[-1][2].append(number)
        elif tag != "O":
            entities.append(([token], kind_of(tag), [number]))
        before = tag
    chosen = [entity for entity in entities if among is None or not set(among).isdisjoint(entity[2])]
    return ", ".join(f"{' '.join(tokens)} {kind}" for tokens, kind, _ in chosen) or "no entity"


def origins(rewrite: Rewrite) -> list[int | None]:
    """For each token of the perturbed text the number of the one token of the source that it stands for.

    None for what was inserted, what several tokens became, and the parts of one that came apart: their tags can't be
    set beside the source's.
    """
    single = [next(iter(numbers)) if len(numbers) == 1 else None for numbers in sources(rewrite)]
    return [at if single.count(at) == 1 else None for at in single]


def sources(rewrite: Rewrite) -> list[frozenset[int]]:
    """For each token of the perturbed text the numbers of the tokens of the source that it was made of, none for an
    inserted one; of more than two they may be any two.
    """
    spans = tagged_token_spans(rewrite.source)
    return [word.entities for word in _words(rewrite, spans, range(len(spans)))]


def followed(rewrite: Rewrite, tags: Sequence[str]) -> tuple[str, ...] | None:
    """A BIO tag for each token of the perturbed text, or IO ones when no tag was a B-; None where they can't follow.

    A deleted token loses its tag, and a repeated one copies it, as a part of the same entity. The parts of a split
    token and the moved tokens keep their entity, which begins with B- wherever it is taken up. An inserted token
    continues the entity on both sides of it and is O elsewhere. Tags can't follow when tokens of different entities
    became one, or no token is left. Raises BadInput for a number of tags other than of tokens, and for what is not a
    tag.
    """
    spans = tagged_token_spans(rewrite.source)
    if len(spans) != len(tags):
        raise BadInput(f"A text of {len(spans)} tokens has {len(tags)} tags; give one tag for each token.")
    numbers, kinds = _entities(tags)
    words = list(_words(rewrite, spans, numbers))
    if not words or any(len(word.entities) > 1 for word in words):
        return None
    now = _with_insertions(words)
    return _entity_tags(now, kinds, begins=any(tag.startswith("B-") for tag in tags))


def _entities(tags: Sequence[str]) -> tuple[list[int], list[str]]:
    """(the number of each token's entity, the kind of the entity of each number)."""
    numbers: list[int] = []
    kinds = [""]
    last = OUTSIDE
    for tag in tags:
        prefix, _, kind = tag.partition("-")
        if tag != "O" and not (kind and prefix in ("B", "I")):
            raise BadInput(f"The tag {tag[:40]!r} is not O, B-… or I-…; convert the tags first.")
        if tag == "O":
            last = OUTSIDE
        elif prefix == "B" or kind != kinds[last]:
            last = len(kinds)
            kinds.append(kind)
        numbers.append(last)
    return numbers, kinds


def _words(rewrite: Rewrite, spans: Sequence[tuple[int, int]], numbers: Sequence[int]) -> Iterator[_Word]:
    """The tokens of the perturbed text in reading order; parts of several pieces with no space between are one."""
    parts: list[str] = []
    entities: set[int] = set()
    for part, belongs in _runs(rewrite, spans, numbers):
        if part[0] != " ":
            parts.append(part)
            entities.update(belongs)
        elif parts:
            yield _Word("".join(parts), frozenset(entities))
            parts, entities = [], set()
    if parts:
        yield _Word("".join(parts), frozenset(entities))


def _runs(
    rewrite: Rewrite, spans: Sequence[tuple[int, int]], numbers: Sequence[int]
) -> Iterator[tuple[str, Collection[int]]]:
    """Each run of spaces or of other characters in each piece, with the entities of the tokens that it stands for."""
    starts, ends = [start for start, _ in spans], [end for _, end in spans]
    for piece in rewrite.pieces:
        touched = numbers[bisect_right(ends, piece.start) : bisect_left(starts, piece.end)]
        shares = _shares(rewrite.source, piece, touched)
        for match in _RUN.finditer(piece.text):
            part = match.group()
            yield part, next(shares) if part[0] != " " else ()


def _shares(source: str, piece: Piece, touched: Sequence[int]) -> Iterator[Collection[int]]:
    """For each token, or part of one, that the piece reads: the entities of the touched tokens that it stands for.

    As many as there were stand for one each. Otherwise those that read the same at both ends do, and each one between
    stands for all that were between: "I do not know" to "I don't know".
    """
    old, new = _TOKEN.findall(source, piece.start, piece.end), _TOKEN.findall(piece.text)
    head = agreeing(old, new) if len(old) != len(new) else len(new)
    tail = agreeing(old[head:][::-1], new[head:][::-1])
    between = tuple(set(touched[head : len(old) - tail]))[:2]  # two are enough to be different
    for i in range(len(new)):
        if i < head:
            yield touched[i : i + 1]
        elif i >= len(new) - tail:
            at = len(old) - len(new) + i
            yield touched[at : at + 1]
        else:
            yield between


def _with_insertions(words: Sequence[_Word]) -> list[int]:
    """The entity of every token: an inserted one has that of both sides, or of the neighbour whose copy it is."""
    kept = [i for i, word in enumerate(words) if word.entities]
    now: list[int] = []
    for i, word in enumerate(words):
        if word.entities:
            [entity] = word.entities
        else:
            k = bisect_right(kept, i)
            right = words[kept[k]] if k < len(kept) else _Word("", frozenset({OUTSIDE}))
            before, [after] = now[-1] if now else OUTSIDE, right.entities
            if before == after or (i and word.text == words[i - 1].text):
                entity = before
            else:
                entity = after if word.text == right.text else OUTSIDE
        now.append(entity)
    return now


def _entity_tags(numbers: Sequence[int], kinds: Sequence[str], begins: bool) -> tuple[str, ...]:
    """Each entity's tags: B- where it begins or is taken up again, I- where it goes on."""
    tags: list[str] = []
    before = OUTSIDE
    for number in numbers:
        first = "B" if begins and number != before else "I"
        tags.append("O" if number == OUTSIDE else f"{first}-{kinds[number]}")
        before = number
    return tuple(tags)
