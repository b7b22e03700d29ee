"""Shares by a mixed-effects model, against simulated truth."""

from types import SimpleNamespace

import numpy as np
import pytest

from core.metrics.study_results.crossed import crossed_share
from core.metrics.study_results.mixed import _covariance, _Rows, mixed_shares
from tools.bench.intervals.judgements import JudgedTruth, covered, draw_study

TRUTH = JudgedTruth((3.0, 0.0), 0.6, 1.0, people=12, each=30)


def test_each_group_gets_a_share_near_its_own_with_a_wider_interval_than_the_models_own() -> None:
    study = draw_study(TRUTH, np.random.default_rng(5))
    found = mixed_shares(study.hits, study.groups, study.people, study.items)
    assert set(found.shares) == {0, 1}
    assert found.why_not == ""
    for group in (0, 1):
        part = study.of(group)
        raw = crossed_share(part.hits, part.people, part.items)
        assert found.shares[group].n == raw.n
        assert found.shares[group].value == pytest.approx(raw.value, abs=0.05)
        assert found.shares[group].low < raw.value < found.shares[group].high
    assert 0.2 < found.person_sd < 1.5
    assert 0.2 < found.item_sd < 2.0


def test_the_same_judgements_give_the_same_figures() -> None:
    study = draw_study(JudgedTruth((1.0,), 0.6, 1.0, people=4, each=9), np.random.default_rng(1))
    one, other = (mixed_shares(study.hits, study.groups, study.people, study.items) for _ in range(2))
    assert one == other


def test_the_variance_of_the_log_odds_is_the_curvature_turned_round() -> None:
    """Two people, two items, each pair once, all effects 0: each judgement weighs .5 x .5, so that of the group's row
    the curvature is 4/4 + 1/3^2 = 10/9, with each of the four effects it shares 2/4, each effect's own is 2/4 + 1, and
    a person shares 1/4 with each item. All four effects being alike, they take (4 x 1/2) x (1/2) / (3/2 + 2/4) = 1/2
    away: what is left, 11/18, turned round is 18/11."""
    at = np.array([[person, item] for person in (0, 1) for item in (0, 1)])
    rows = _Rows(np.array([1.0, 0.0, 0.0, 1.0]), np.zeros(4, dtype=np.int64), (at[:, 0], at[:, 1]))
    fit = SimpleNamespace(fe_mean=np.zeros(1), vc_mean=np.zeros(4), vcp_mean=np.zeros(2))
    assert _covariance(rows, fit) == pytest.approx(np.array([[18 / 11]]))


@pytest.mark.parametrize(
    ("hits", "people", "items", "why"),
    [
        ([True, True], ["a", "b"], [1, 2], "all judgements are the same"),
        ([True, False], ["a", "a"], [1, 2], "two people"),
        ([True, False], ["a", "b"], [1, 1], "two items"),
    ],
)
def test_where_nothing_can_be_told_it_says_why(hits: list[bool], people: list[str], items: list[int], why: str) -> None:
    found = mixed_shares(hits, [0, 0], people, items)
    assert found.shares == {}
    assert why in found.why_not


def test_sources_of_several_items_have_effects_of_their_own() -> None:
    truth = JudgedTruth((1.0,), 0.4, 0.2, judges=2, people=12, each=30, of_one=6, source_sd=1.5)
    study = draw_study(truth, np.random.default_rng(2))
    by_item = mixed_shares(study.hits, study.groups, study.people, study.items)
    found = mixed_shares(study.hits, study.groups, study.people, study.items, study.sources)
    assert by_item.source_sd == 0 < by_item.item_sd
    assert found.source_sd > 0.8 > found.item_sd
    assert found.shares[0].high - found.shares[0].low > 1.15 * (by_item.shares[0].high - by_item.shares[0].low)
    alone = mixed_shares(study.hits, study.groups, study.people, study.items, study.items)
    assert alone == by_item


def test_items_of_one_source_alone_tell_nothing() -> None:
    found = mixed_shares([True, False, True], [0, 0, 0], ["a", "b", "b"], [1, 2, 3], ["s", "s", "s"])
    assert "two items" in found.why_not


@pytest.mark.slow
def test_its_intervals_hold_the_truth_and_it_is_not_off() -> None:
    found = covered(JudgedTruth((2.5, -0.5, 0.5, 1.5), 0.6, 1.0), studies=12)
    held, off = found["mixed"]
    assert held >= 0.85  # 48 intervals: three standard errors below .95
    assert abs(off) < 0.02
    assert found["Wilson"][0] < held
