"""Whether hints sway people: which verdicts count, and the interval of the difference."""

from dataclasses import replace
from itertools import product
from math import isnan

import pytest
from scipy.stats import binom

from core.metrics.share import share_difference
from core.records import Decision, Verdict
from curation.campaigns.anchoring import anchoring
from curation.campaigns.campaigns import Campaign, HintsShown
from tests.data.store.store_data import decision

HALF = Campaign("c", ("x",), hints=HintsShown.HALF)
SHOWN = [f"s{n}" for n in range(60) if HALF.shows_hints(f"s{n}")][:20]
HIDDEN = [f"s{n}" for n in range(60) if not HALF.shows_hints(f"s{n}")][:20]


def verdict(id_: str, keep: bool, **more: object) -> Decision:
    made = decision(id_, Verdict.KEEP if keep else Verdict.DISCARD, hints_visible=HALF.shows_hints(id_))
    return replace(made, **more)  # type: ignore[arg-type]


def test_the_two_halves_are_counted_each_by_its_first_verdicts() -> None:
    given = [verdict(id_, n < 15) for n, id_ in enumerate(SHOWN)] + [
        verdict(id_, n < 5) for n, id_ in enumerate(HIDDEN)
    ]
    given += [decision(SHOWN[0], Verdict.DISCARD, "bob", 5), decision(SHOWN[1], Verdict.DISCARD, second=True)]
    given += [decision(SHOWN[2], Verdict.DISCARD, settles=True), decision(HIDDEN[0], Verdict.SKIP)]
    found = anchoring(given, HALF)
    assert (found.with_hints.value, found.with_hints.n) == (0.75, 20)
    assert (found.without.value, found.without.n) == (0.25, 20)
    assert found.difference.value == 0.5 and found.difference.n == 40 and found.left_out == 0
    assert found.difference.low == pytest.approx(0.1907, abs=1e-3)  # Wilson: [.5313, .8881] and [.1119, .4687]
    assert found.difference.high == pytest.approx(0.6954, abs=1e-3)


def test_who_did_not_see_what_was_drawn_is_left_out_and_counted() -> None:
    found = anchoring([verdict(SHOWN[0], True, hints_visible=False), verdict(HIDDEN[0], True)], HALF)
    assert (found.left_out, found.with_hints.n, found.without.n) == (1, 0, 1)
    assert isnan(found.difference.value) and isnan(found.with_hints.value)


@pytest.mark.parametrize(("n", "other_n"), [(20, 20), (40, 15)])
def test_the_interval_of_a_difference_covers_what_it_says(n: int, other_n: int) -> None:
    bounds = {(a, b): share_difference(a, n, b, other_n) for a, b in product(range(n + 1), range(other_n + 1))}
    covered = []
    for p, q in product((0.05, 0.3, 0.5, 0.8, 0.97), repeat=2):
        ones, others = binom.pmf(range(n + 1), n, p), binom.pmf(range(other_n + 1), other_n, q)
        covered.append(sum(ones[a] * others[b] for (a, b), one in bounds.items() if one.low <= p - q <= one.high))
    assert min(covered) > 0.9 and 0.94 < sum(covered) / len(covered) < 0.98
