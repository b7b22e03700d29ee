"""Ours beside a published percentage."""

import pytest

from core.metrics.estimate import Estimate
from core.metrics.share import share
from core.metrics.study_results.published import beside_published


def test_ours_and_the_published_share_of_independent_judgements_differ_by_newcombes_interval() -> None:
    """56/70 against 48/80 is Newcombe's own example (1998, table II a): difference .2, interval .0524 to .3339."""
    found = beside_published(share(56, 70), 0.6, 80)
    assert found.difference.value == pytest.approx(0.2)
    assert found.difference.low == pytest.approx(0.0524, abs=0.005)  # half a point of rounding is added
    assert found.difference.high == pytest.approx(0.3339, abs=0.005)
    assert found.difference.low < 0.0524
    assert found.difference.high > 0.3339
    assert found.differs


def test_judgements_that_hang_together_make_the_published_interval_wider_too() -> None:
    alone = share(540, 600)
    clustered = Estimate(0.9, 600, 0.84, 0.94)
    plain, wider = beside_published(alone, 0.94, 600), beside_published(clustered, 0.94, 600)
    assert wider.published.high - wider.published.low > 1.5 * (plain.published.high - plain.published.low)
    assert plain.differs
    assert not wider.differs


def test_without_a_share_of_ours_there_is_no_difference() -> None:
    assert beside_published(share(0, 0), 0.94, 600).difference.n == 0
