"""How well named entities are found, and whether tags change; what stands in one sentence hangs together."""

from collections.abc import Mapping, Sequence
from math import nan
from typing import NamedTuple

import numpy as np

from core.metrics.agreement import cohens_kappa, kappa_interval
from core.metrics.clustered import items_worth
from core.metrics.estimate import Estimate
from core.metrics.influence import NOTHING, InfluenceEstimate, plain_interval, share_interval


class EntityCounts(NamedTuple):
    """Entities of a sentence: those found with kind and both ends right, and those predicted and gold together."""

    right: int
    named: int


class Beside(NamedTuple):
    """A sentence's entities in the prediction on the original text and in that on the perturbed one."""

    before: EntityCounts
    after: EntityCounts


def entity_counts(gold: Sequence[str], predicted: Sequence[str]) -> EntityCounts:
    """As seqeval finds entities in BIO tags (conlleval's way: an I- that continues nothing begins one)."""
    from seqeval.metrics.sequence_labeling import get_entities

    gold_spans, predicted_spans = (set(get_entities(list(tags))) for tags in (gold, predicted))
    return EntityCounts(len(gold_spans & predicted_spans), len(gold_spans) + len(predicted_spans))


def entity_f1(sentences: Mapping[EntityCounts, int]) -> Estimate:
    """F1 over all entities, 2 TP / (2 TP + FP + FN), in [0, 1]; NaN where none is gold or predicted.

    n counts sentences. The interval is a ratio's over sentences, on the scale of log odds; none is defined at 0 and 1
    and where fewer than ten sentences name an entity.
    """
    estimate, naming = _f1(list(sentences), list(sentences.values()))
    return share_interval(estimate, naming)


def entity_f1_lost(sentences: Mapping[Beside, int]) -> Estimate:
    """F1 on the original texts less that on the same sentences perturbed, each against its own gold tags."""
    times = list(sentences.values())
    (was, naming), (now, naming_now) = (_f1([kind[side] for kind in sentences], times) for side in (0, 1))
    return plain_interval(
        InfluenceEstimate(was.value - now.value, was.influence - now.influence), min(naming, naming_now)
    )


class TokenTags(NamedTuple):
    """The tags, or kinds of entity, of tokens that are in both texts, before and after, and how often each pair comes.

    `sentences` they stand in; `squares` are, summed over those, changed², changed x tokens and tokens².
    """

    times: Mapping[tuple[str, str], int]
    sentences: int
    squares: tuple[int, int, int]


def tag_kappa(tags: TokenTags) -> Estimate:
    """Cohen's kappa of the tags of tokens that are in both texts; n counts tokens; NaN as kappa is.

    The interval is that of `kappa_interval` for as many tokens as these are worth: divided by the design effect of
    sentences, the variance of the share of changed tags between them over that of tokens by themselves, at least 1
    (Kish 1965). Where no tag or every tag changed each sentence counts as one token.
    """
    before, after = ([pair[side] for pair in tags.times] for side in (0, 1))
    kappa = cohens_kappa(before, after, list(tags.times.values()))
    if not kappa.n or kappa.value != kappa.value:
        return kappa
    labels = sorted({*before, *after})
    share = _effective_sentences(tags, kappa.n) / kappa.n
    table = tuple(tuple(share * tags.times.get((was, now), 0) for now in labels) for was in labels)
    low, high = kappa_interval(table)
    return Estimate(kappa.value, kappa.n, min(low, kappa.value), max(high, kappa.value))


def _effective_sentences(tags: TokenTags, n: int) -> float:
    changed = sum(times for (was, now), times in tags.times.items() if was != now)
    if not 0 < changed < n or tags.sentences < 2:
        return float(tags.sentences)
    return items_worth(changed, n, tags.sentences, tags.squares)


def _f1(kinds: Sequence[EntityCounts], times: Sequence[int]) -> tuple[InfluenceEstimate, int]:
    """F1 with each sentence's pull, and how many sentences name an entity."""
    if not kinds:
        return NOTHING, 0
    right, named = (np.repeat(np.array(column, float), times) for column in zip(*kinds, strict=True))
    if not named.sum():
        return InfluenceEstimate(nan, np.zeros(len(named))), 0
    value = float(2 * right.sum() / named.sum())
    return InfluenceEstimate(value, (2 * right - value * named) / named.mean()), int((named > 0).sum())
