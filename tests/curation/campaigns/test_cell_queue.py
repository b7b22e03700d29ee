"""Who looks for the next samples of a long line does not pass by all that are done."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.records import Decision, Verdict
from curation.campaigns import cell_queue
from curation.campaigns.campaigns import Campaign
from curation.campaigns.cell_queue import CellQueue
from curation.decision_log import DecisionLog
from curation.queue import waiting
from tests.curation.logs import logs
from tests.data.store.store_data import CELL, decision

GOLD = dict.fromkeys("cdef", "thing")


@given(
    logs(),
    st.lists(st.sampled_from(["", "second", "settles"]), min_size=12, max_size=12),
    st.integers(1, 2),
    st.booleans(),
    st.sampled_from([1, 200]),
)
def test_what_waits_is_what_waits_of_the_whole_line(
    log: list[Decision], marks: list[str], judgements: int, majority: bool, passed: int
) -> None:
    queue, campaign = CellQueue(), Campaign("", judgements=judgements)
    decision_log = DecisionLog(CELL, GOLD, majority=majority)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cell_queue, "PASSED", passed)
        for made, mark in zip(log, marks, strict=False):
            decision_log.add([replace(made, **{mark: True}) if mark else made])  # type: ignore[arg-type]
            ahead = queue.ahead(decision_log, decision_log.gold_labels, campaign)
            for who in ("ann", "bob", "eve"):
                of_all = waiting(decision_log.gold_labels, decision_log.outcomes, who, campaign.wanted)
                assert list(waiting(ahead, decision_log.outcomes, who, campaign.wanted)) == list(of_all)


def test_what_was_done_since_is_left_out_after_a_while_and_what_is_taken_back_is_there_again() -> None:
    gold = {f"c{n:03}": "thing" for n in range(300)}
    queue, campaign, log = CellQueue(), Campaign(""), DecisionLog(CELL, gold)
    assert list(queue.ahead(log, gold, campaign)) == list(gold)
    kept = [decision(id_) for id_ in list(gold)[:250]]
    log.add(kept)
    assert list(queue.ahead(log, gold, campaign)) == list(gold)[250:]
    log.add([decision("c007", Verdict.UNDO, undoes=kept[7].id)])
    assert list(queue.ahead(log, gold, campaign)) == ["c007", *list(gold)[250:]]
