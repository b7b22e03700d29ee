"""The figures of a simulated study of the paper's size, against the tendencies that it was simulated with."""

import numpy as np
import pytest

from core.metrics.study_results.mixed import mixed_shares
from curation.study.presets import moradi2021
from curation.study.records import ItemKind, StudyItem
from curation.study.results.judgements import GroupedBy, Judgement, judgements
from curation.study.results.shares import shares
from tests.data.study_results.simulated_study import ITEM_SD, ODDS, PERSON_SD, simulated_answers

PEOPLE, EACH, JUDGES = 20, 20, 2
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(40)


def truth(perturbation: str) -> float:
    """The share over all people and texts."""
    spread = np.hypot(PERSON_SD, ITEM_SD)
    return float((1 / (1 + np.exp(-(ODDS[perturbation] + spread * NODES)))) @ WEIGHTS / WEIGHTS.sum())


def second_part(seed: int) -> list[Judgement]:
    """The judgements of the second part, its texts dealt out in turn."""
    part = (design := moradi2021(("films/test",))).parts[1]
    count = PEOPLE * EACH // JUDGES
    texts = {"text": "Seven words that nobody has to read."}
    items = {
        f"i{n}": StudyItem(f"i{n}", part.name, ItemKind.REAL, texts, texts, "films", "test", name, "pps-1")
        for n in range(count)
        for name in [part.perturbations[n % len(part.perturbations)]]
    }
    hands = {f"P{n:02}": [f"i{(n * EACH + at) % count}" for at in range(EACH)] for n in range(PEOPLE)}
    return judgements(simulated_answers(design, items, hands, seed=seed), items, part.name, part.questions[0].id)


def test_the_intervals_of_the_page_hold_the_truth_that_the_study_was_simulated_with() -> None:
    held, off = [], []
    for seed in range(25):
        for group in shares(second_part(seed), GroupedBy.PERTURBATION, 3):
            ours, true = group.options[0].clustered, truth(group.group)
            held.append(ours.low <= true <= ours.high)
            off.append(ours.value - true)
    assert len(held) == 25 * 4
    assert np.mean(held) >= 0.88  # three standard errors below .95
    assert abs(np.mean(off)) < 0.02


@pytest.mark.slow
def test_so_do_those_of_the_mixed_model() -> None:
    held = []
    for seed in range(6):
        rows = second_part(seed)
        found = mixed_shares(
            [row.option == 0 for row in rows],
            [row.perturbation for row in rows],
            [row.participant for row in rows],
            [row.item for row in rows],
        )
        held += [one.low <= truth(str(name)) <= one.high for name, one in found.shares.items()]
    assert len(held) == 6 * 4
    assert np.mean(held) >= 0.8  # three standard errors below .95
