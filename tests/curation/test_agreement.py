"""What counts as the same verdict, for each two people and for all of them."""

from math import isnan

import pytest

from core.metrics.share import share
from core.records import Verdict
from curation.agreement import ALIKE, agreement
from tests.data.store.store_data import decision

KEEP, DROP, RELABEL = Verdict.KEEP, Verdict.DISCARD, Verdict.RELABEL


def test_each_two_people_and_all_together() -> None:
    verdicts = [
        *(decision(f"c{n}", KEEP, who) for n in range(6) for who in ("ann", "bob")),
        decision("c6", KEEP, "ann"),
        decision("c6", DROP, "bob"),
        decision("c7", DROP, "ann", reason="unclear"),
        decision("c7", DROP, "bob", reason="no sense"),
        decision("c8", RELABEL, "ann", label="place"),
        decision("c8", RELABEL, "cleo", label="person"),
        decision("c9", KEEP, "cleo"),
    ]
    found = agreement(verdicts)
    assert (found.judged, found.overlap, found.undefined) == (10, 9, "")
    assert [(pair.one, pair.other, pair.equal.n) for pair in found.pairs] == [("ann", "bob", 8), ("ann", "cleo", 1)]
    ann_bob = found.pairs[0]
    assert ann_bob.equal.value == pytest.approx(7 / 8)
    # ann keeps 7 and drops 1 of 8, bob keeps 6 and drops 2: by chance (42 + 2) / 64
    assert ann_bob.kappa.value == pytest.approx((7 / 8 - 44 / 64) / (1 - 44 / 64))
    assert found.equal == share(7, 9)  # the same interval as for a pair


def test_one_person_has_nobody_to_agree_with() -> None:
    found = agreement([decision("c1", KEEP, "ann"), decision("c2", DROP, "ann")])
    assert (found.judged, found.overlap, found.pairs) == (2, 0, ())
    assert found.undefined == "no text was judged by two people"


def test_unanimous_people_are_told_why_there_is_no_kappa() -> None:
    found = agreement([decision(f"c{n}", KEEP, who) for n in range(3) for who in ("ann", "bob")])
    assert (found.equal.value, found.equal.high) == (1, 1)
    assert found.equal.low == pytest.approx(3 / (3 + 1.96**2), abs=1e-3)  # Wilson's bound for 3 of 3
    assert isnan(found.alpha.value)
    assert found.undefined == ALIKE
