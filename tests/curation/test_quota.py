"""How far a cell is."""

from string import ascii_lowercase

from core.records import Verdict
from curation.order import Order
from curation.quota import OutcomeTally
from curation.records import CellProgress
from curation.resolve import Outcome, resolve
from tests.data.store.store_data import CELL, decision, progress_of

BEST = Order(best_first=True)
KEEP, RELABEL, DISCARD, SKIP, *_ = Verdict


def outcomes(*verdicts: Verdict, order: str = ascii_lowercase) -> list[Outcome]:
    """One candidate for each verdict, decided a minute apart."""
    made = [decision(name, verdict, minute=i) for i, (name, verdict) in enumerate(zip(order, verdicts, strict=False))]
    return list(resolve(made).values())


def test_every_kind_is_counted() -> None:
    some = outcomes(KEEP, KEEP, RELABEL, DISCARD, SKIP)
    disputed = resolve([decision("x"), decision("x", DISCARD, "bob")]).values()
    state = progress_of(OutcomeTally([*some, *disputed]), candidates=20, not_applicable=4, quota=5, order=BEST)
    assert state == CellProgress(
        CELL,
        candidates=20,
        not_applicable=4,
        checked=5,
        kept=2,
        relabelled=1,
        discarded=1,
        skipped=1,
        quota=5,
        disputed=1,
        order=BEST,
    )
    assert (state.collected, state.left, state.closed, state.waiting) == (3, 2, False, 15)


def test_the_expected_looks_follow_the_present_rate() -> None:
    # 15 of 20 checked were collected; the 7 left need 7 * 20 / 15 = 9.33 looks, so 10
    some = outcomes(*[KEEP, KEEP, RELABEL, DISCARD] * 5)
    assert progress_of(OutcomeTally(some), 50, quota=22).expected_to_check == 10
    assert progress_of(OutcomeTally(outcomes(*[KEEP] * 19)), 50, quota=20).expected_to_check is None  # too few
    assert progress_of(OutcomeTally(outcomes(DISCARD)), 50, quota=10).expected_to_check is None
    assert progress_of(OutcomeTally([]), 50, quota=10).expected_to_check is None
    assert progress_of(OutcomeTally(outcomes(KEEP)), 50, quota=1).expected_to_check == 0


def test_the_very_sample_that_fills_the_quota_closes_the_cell() -> None:
    filled, lacking = (progress_of(OutcomeTally(outcomes(KEEP, RELABEL, DISCARD)), 5, quota=quota) for quota in (2, 3))
    assert (filled.closed, filled.left) == (True, 0)
    assert (lacking.closed, lacking.left) == (False, 1)


def test_a_quota_that_was_overshot_is_closed_with_nothing_left() -> None:
    state = progress_of(OutcomeTally(outcomes(KEEP, KEEP)), 5, quota=1)
    assert (state.closed, state.left) == (True, 0)


def test_checked_says_whether_the_quota_was_reached() -> None:
    tally = OutcomeTally(outcomes(KEEP, DISCARD, RELABEL, SKIP))
    found = [progress_of(tally, 5, quota=quota) for quota in (2, 3)]
    assert [(state.checked, state.reached) for state in found] == [(3, True), (3, False)]


def test_extra_judgements_wait_for_nobody() -> None:
    state = progress_of(OutcomeTally(outcomes(KEEP, DISCARD)), 10, quota=1, extra=3)
    assert (state.collected, state.checked, state.extra, state.waiting) == (1, 2, 3, 5)
