"""Whether a tagger names other entities once its text is perturbed."""

from collections.abc import Sequence
from typing import NamedTuple

from core.errors import BadInput
from core.rewrite import Rewrite
from core.text.entity_tags import followed, kind_of, origins, sources, tagged_tokens


class EntityChange(NamedTuple):
    """The tokens, by number, of the entities that are in one answer and not in the other.

    `before` are those of the original text that they come from, `after` those of the perturbed one.
    """

    before: frozenset[int]
    after: frozenset[int]


def entity_change(rewrite: Rewrite, before: Sequence[str], after: Sequence[str]) -> EntityChange | None:
    """What changed between the tags said of a text and those said of it once perturbed; None where no entity did.

    The entities of the first answer go with their words, as gold ones do (`followed`): one that was deleted, or lost a
    word, has not changed by that. An entity is its kind and both ends, as seqeval finds it in BIO or IO tags. Where the
    first answer can't follow, for words of different entities became one, a change is a token that is in both texts
    and went to another kind of entity. Raises BadInput for a number of tags other than of tokens, and for what is no
    tag.
    """
    carried = followed(rewrite, before)
    if (tokens := len(tagged_tokens(rewrite.perturbed))) != len(after):
        raise BadInput(f"A text of {tokens} tokens has {len(after)} tags; give one tag for each token.")
    if carried is None:
        return _kind_change(rewrite, before, after)
    new = frozenset(token for _, start, end in _entities(carried) ^ _entities(after) for token in range(start, end + 1))
    if not new:
        return None
    made_of = sources(rewrite)
    return EntityChange(frozenset(source for token in new for source in made_of[token]), new)


def _entities(tags: Sequence[str]) -> set[tuple[str, int, int]]:
    """(kind, first token, last token) of each entity."""
    from seqeval.metrics.sequence_labeling import get_entities

    return set(get_entities(list(tags)))


def _kind_change(rewrite: Rewrite, before: Sequence[str], after: Sequence[str]) -> EntityChange | None:
    pairs = [
        (source, at)
        for at, source in enumerate(origins(rewrite))
        if source is not None and kind_of(before[source]) != kind_of(after[at])
    ]
    return EntityChange(frozenset(old for old, _ in pairs), frozenset(new for _, new in pairs)) if pairs else None
