"""Entity F1 and the kappa of tags, by hand, beside seqeval, and simulated."""

from collections import Counter
from math import isnan

import numpy as np
import pytest

from core.metrics.agreement import cohens_kappa
from core.metrics.entities import Beside, EntityCounts, TokenTags, entity_counts, entity_f1, entity_f1_lost, tag_kappa

GOLD = ["B-PER", "I-PER", "O", "B-LOC", "O"]


def test_an_entity_is_right_with_its_kind_and_both_ends() -> None:
    assert entity_counts(GOLD, GOLD) == EntityCounts(2, 4)
    assert entity_counts(GOLD, ["B-PER", "O", "O", "B-LOC", "O"]) == EntityCounts(1, 4)  # the person's end is wrong
    assert entity_counts(GOLD, ["B-PER", "I-PER", "O", "B-ORG", "O"]) == EntityCounts(1, 4)  # the kind is
    assert entity_counts(GOLD, ["O"] * 5) == EntityCounts(0, 2)
    assert entity_counts(["O"], ["I-PER"]) == EntityCounts(0, 1)  # an I- that continues nothing begins one


def test_f1_by_hand() -> None:
    # Two of four named, one of three, none of none: F1 = 2 * (2 * 2 + 1) / (2 * 4 + 3) = 10 / 11
    found = entity_f1({EntityCounts(2, 4): 2, EntityCounts(1, 3): 1, EntityCounts(0, 0): 1})
    assert (found.value, found.n) == (pytest.approx(10 / 11), 4)
    assert isnan(found.low)  # three sentences name an entity
    assert isnan(entity_f1({EntityCounts(0, 0): 7}).value)
    assert isnan(entity_f1({}).value)
    lost = entity_f1_lost({Beside(EntityCounts(2, 4), EntityCounts(1, 4)): 3})
    assert (lost.value, lost.n) == (pytest.approx(0.5), 3)


def test_it_is_what_seqeval_says() -> None:
    from seqeval.metrics import f1_score

    draws = np.random.default_rng(0)
    tags = ["O", "O", "O", "B-PER", "I-PER", "B-LOC", "I-LOC"]
    gold = [list(draws.choice(tags, size=n)) for n in draws.integers(1, 15, 200)]
    said = [[str(t) if draws.random() < 0.7 else str(draws.choice(tags)) for t in row] for row in gold]
    counts = Counter(entity_counts(g, s) for g, s in zip(gold, said, strict=True))
    assert entity_f1(counts).value == pytest.approx(f1_score([[str(t) for t in row] for row in gold], said))


def test_tags_of_one_a_sentence_have_the_kappa_of_labels() -> None:
    before, after = ["O"] * 60 + ["B-PER"] * 40, ["O"] * 55 + ["B-PER"] * 45
    times = Counter(zip(before, after, strict=True))
    # One token a sentence: 5 of 100 changed; the sums are 5, 5 and 100
    found = tag_kappa(TokenTags(times, 100, (5, 5, 100)))
    plain = cohens_kappa(before, after)
    assert (found.value, found.n) == (plain.value, 100)
    assert (found.low, found.high) == (pytest.approx(plain.low, abs=0.01), pytest.approx(plain.high, abs=0.01))
    # The same in 10 sentences of 10 tokens, one of which holds all the changes: far less is known.
    together = tag_kappa(TokenTags(times, 10, (25, 50, 1000)))
    assert together.value == found.value
    assert together.low < found.low - 0.1
    assert isnan(tag_kappa(TokenTags({("O", "O"): 9}, 3, (0, 0, 27))).value)


def sentences(n: int, draws: np.random.Generator) -> tuple[list[Beside], TokenTags]:
    """(entities of each, tags): a third of the sentences is hard, and there most goes wrong together."""
    hard = draws.random(n) < 0.3
    entities = draws.poisson(1.5, n)
    right = draws.binomial(entities, np.where(hard, 0.4, 0.9))
    after = draws.binomial(right, np.where(hard, 0.7, 0.97))
    tokens = draws.poisson(12, n) + 1
    inside = draws.binomial(tokens, 0.15)
    out = draws.binomial(inside, np.where(hard, 0.3, 0.02))
    into = draws.binomial(tokens - inside, np.where(hard, 0.05, 0.003))
    changed = out + into
    counted = zip(entities, right, after, strict=True)
    besides = [Beside(EntityCounts(r, 2 * e), EntityCounts(a, 2 * e)) for e, r, a in counted]
    times = {
        ("B", "B"): int((inside - out).sum()), ("B", "O"): int(out.sum()),
        ("O", "B"): int(into.sum()), ("O", "O"): int((tokens - inside - into).sum()),
    }  # fmt: skip
    squares = (int((changed**2).sum()), int((changed * tokens).sum()), int((tokens**2).sum()))
    return besides, TokenTags(times, n, squares)


@pytest.mark.slow
@pytest.mark.parametrize("n", [80, 400])
def test_intervals_hold_the_truth(n: int) -> None:
    """300 data sets each: a nominal 95 % may come out at 92 % by chance, hardly lower."""
    besides, tags = sentences(200_000, np.random.default_rng(99))
    truth = (
        entity_f1(Counter(b.after for b in besides)).value,
        entity_f1_lost(Counter(besides)).value,
        tag_kappa(tags).value,
    )
    held = np.zeros(3)
    for seed in range(300):
        besides, tags = sentences(n, np.random.default_rng(seed))
        found = (entity_f1(Counter(b.after for b in besides)), entity_f1_lost(Counter(besides)), tag_kappa(tags))
        held += [each.low <= true <= each.high for each, true in zip(found, truth, strict=True)]
    assert (held / 300).min() > 0.915, held / 300
