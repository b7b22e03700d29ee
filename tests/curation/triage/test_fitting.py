"""The model of what people keep: its columns, what it learns, and that it says what it can't."""

from math import isnan, nan

import numpy as np
import pytest

from curation.triage.features import NUMBERS, Encoding, Features
from curation.triage.fitting import fit, too_few
from curation.triage.keep_model import KeepModel, brier
from curation.triage.reliability import reliability


def traits(similarity: list[float], kinds: tuple[str, ...] = ("negation",), issues: float = 0) -> Features:
    """Candidates of these similarities, all else being equal; the kinds take turns."""
    rows = [[one, issues, nan, 60.0, 1.0, 0.1, 1.0] for one in similarity]
    named = [kinds[place % len(kinds)] for place in range(len(rows))]
    return Features(np.array(rows).reshape(len(rows), len(NUMBERS)), named, ["questions: thing"] * len(rows))


def test_columns_are_brought_to_one_scale_and_say_what_is_missing() -> None:
    known = traits([0.2, 0.4, 0.6, nan] * 5, ("negation", "negation", "typos", "rare"))
    encoding = Encoding.of(Features.joined([known, traits([0.4], ("rarer",))]))
    assert encoding.perturbations == ("negation",)  # 10 of them; 5 of each other are too few for a column
    matrix = encoding.matrix(traits([0.4, nan], ("typos", "negation")))
    spread = (0.04 * 10 / 16) ** 0.5
    assert encoding.spreads[0] == pytest.approx(spread) and encoding.means[0] == pytest.approx(0.4)
    assert matrix[0, 0] == pytest.approx(0) and matrix[1, 0] == 0
    assert list(matrix[:, len(NUMBERS)]) == [0, 1]  # no similarity
    assert list(matrix[:, len(NUMBERS) + 2]) == [1, 1]  # no context, in any
    assert list(matrix[:, 2 * len(NUMBERS)]) == [0, 1]  # negation
    assert encoding.matrix(traits([1e9]))[0, 0] == 5  # far out is not farther than that
    assert known.some([3]).perturbations == ["rare"]
    assert len(Features.joined([])) == 0


def test_the_second_issue_says_less_than_the_first() -> None:
    encoding = Encoding.of(Features.joined([traits([0.5] * 10), traits([0.5] * 10, issues=1)]))
    none, one, two = (encoding.matrix(traits([0.5], issues=n))[0, 1] for n in (0, 1, 2))
    assert two - one == pytest.approx((one - none) * np.log(1.5) / np.log(2))


def told(decisions: int, seed: int = 0) -> tuple[Features, np.ndarray, np.ndarray, np.ndarray]:
    """Decisions on candidates that are kept the likelier the more similar: traits, kept, groups, true chances."""
    random = np.random.default_rng(seed)
    similar = random.normal(0, 1, decisions)
    chances = 1 / (1 + np.exp(-(1 + 1.5 * similar)))
    return traits(similar.tolist()), random.random(decisions) < chances, np.arange(decisions), chances


def model(decisions: int, seed: int = 0) -> KeepModel:
    material, kept, groups, _ = told(decisions, seed)
    encoding = Encoding.of(material)
    fitted = fit(encoding.matrix(material), kept, groups)
    return KeepModel(encoding, fitted, tuple(bool(one) for one in kept), tuple(material.perturbations))


def test_it_learns_the_chances_and_says_how_well() -> None:
    found = model(1500)
    material, kept, _, chances = told(2000, seed=9)
    assert np.abs(found.chances(material) - chances).mean() < 0.03
    assert found.n == 1500
    best = float(((chances - kept) ** 2).mean())
    assert found.brier.value == pytest.approx(best, abs=0.015) and found.brier.value < found.brier_of_share - 0.03
    assert found.auc.value == pytest.approx(0.81, abs=0.03)
    assert all(bin_.kept.low - 0.03 < bin_.predicted < bin_.kept.high + 0.03 for bin_ in reliability(
        found.fitted.held_out, found.kept
    ))  # fmt: skip


def test_where_nothing_tells_the_chances_are_the_share() -> None:
    material, _, groups, _ = told(400)
    kept = np.random.default_rng(5).random(400) < 0.7
    encoding = Encoding.of(material)
    found = KeepModel(encoding, fit(encoding.matrix(material), kept, groups), tuple(map(bool, kept)), ())
    assert np.abs(found.chances(material) - 0.7).max() < 0.12
    assert found.auc.value < 0.6 and abs(found.brier.value - found.brier_of_share) < 0.01


def test_no_sample_is_judged_by_a_model_that_saw_its_text() -> None:
    """Each text comes twice, kept or not by a throw of a coin: who has seen its double knows it, and must not."""
    random = np.random.default_rng(6)
    similar, coin = random.normal(0, 1, 100), random.random(100) < 0.5
    material = traits([*similar, *similar])
    material.numbers[:, 3] = np.tile(random.normal(60, 20, 100), 2)
    kept, groups = np.tile(coin, 2), np.tile(np.arange(100), 2)
    held_out = fit(Encoding.of(material).matrix(material), kept, groups).held_out
    assert held_out[:100] == held_out[100:]


@pytest.mark.parametrize(
    ("kept", "discarded", "said"),
    [
        (40, 19, "59 of the 60 decisions needed"),
        (55, 9, "only 9 discarded, but 10 kept and 10 discarded are needed"),
        (3, 90, "only 3 kept, but 10 kept and 10 discarded are needed"),
        (50, 10, ""),
    ],
)
def test_too_few_decisions_are_refused_in_words(kept: int, discarded: int, said: str) -> None:
    decided = np.array([True] * kept + [False] * discarded)
    assert too_few(decided) == said
    if said:
        with pytest.raises(ValueError, match=said):
            fit(np.zeros((len(decided), 2)), decided, np.arange(len(decided)))


def test_briers_score_by_hand_and_its_interval() -> None:
    found = brier([0.8, 0.4], [True, False])
    assert found.value == pytest.approx((0.04 + 0.16) / 2)
    assert 0 < found.low < found.value < found.high <= 1
    assert isnan(brier([], []).value) and isnan(brier([0.5], [True]).low)
    random, held = np.random.default_rng(7), 0
    for _ in range(300):
        chances = random.beta(4, 2, 120)
        truth = brier(chances, list(random.random(120) < chances))
        held += truth.low <= 4 * 2 / (6 * 7) <= truth.high  # the mean of p (1 - p) of that distribution
    assert held / 300 >= 0.92


def test_bins_are_of_equal_size_and_never_of_few() -> None:
    chances, kept = [n / 100 for n in range(100)], [n >= 50 for n in range(100)]
    bins = reliability(chances[::-1], kept[::-1])
    assert [bin_.kept.n for bin_ in bins] == [20] * 5
    assert [bin_.kept.value for bin_ in bins] == [0, 0, 0.5, 1, 1]
    assert bins[1].predicted == pytest.approx(0.295) and (bins[1].low, bins[1].high) == (0.2, 0.39)
    assert [bin_.within for bin_ in bins] == [True, False, True, False, True]
    assert [bin_.kept.n for bin_ in reliability(chances[:25], kept[:25])] == [12, 13]
    assert [bin_.kept.n for bin_ in reliability(chances[:3], kept[:3])] == [3]
    assert reliability([], []) == []
