"""Samples that several people judge: a simulated team, in any order, with desks left alone, doubles nothing."""

from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from core.records import Cell, Decision, Verdict
from core.severity import pps
from curation.campaigns.campaigns import Campaign, CampaignState, pending
from curation.campaigns.cell_queue import CellQueue
from curation.campaigns.overlap import draw
from curation.decision_log import DecisionLog
from curation.queue import CLAIM_SECONDS, RESTING, lacking
from curation.records import CellProgress
from tests.data.store.store_data import progress_of

CELL = Cell("questions", "test", "negation", pps(1))
START = datetime(2026, 1, 1, tzinfo=UTC)
VERDICTS = st.sampled_from([Verdict.KEEP, Verdict.KEEP, Verdict.DISCARD, Verdict.SKIP])


class Team:
    """People at one cell's desk, with what each has on the screen; the clock stands until somebody waits."""

    def __init__(self, campaign: Campaign, candidates: int = 40) -> None:
        self.campaign = campaign
        self.log = DecisionLog(CELL, {f"c{n:02}": "x" for n in range(candidates)})
        self.queue, self.now, self.numbers = CellQueue(), 0.0, count()
        self.screens: dict[str, list[str]] = {}

    @property
    def progress(self) -> CellProgress:
        waiting = pending(self.campaign, self.log.outcomes)
        tally, candidates, quota = self.log.tally, len(self.log.gold_labels), self.campaign.quota
        return progress_of(tally, candidates, quota, pending=waiting, halted=self.campaign.halted)

    def look(self, who: str, n: int = 6) -> list[str]:
        """The person's desk asks what comes next."""
        left = self.progress.left
        line = self.queue.ahead(self.log, self.log.gold_labels, self.campaign)
        given = [] if not self.progress.has_work else self.queue.next(
            self.log, line, self.campaign, who, n, left, self.now
        )[0]  # fmt: skip
        self.screens[who] = given
        return given

    def decide(self, who: str, verdict: Verdict) -> Decision | None:
        """The person decides what is on the screen, if anything is."""
        if not self.screens.get(who):
            return None
        at = START + timedelta(seconds=next(self.numbers))
        reason = "no sense" if verdict is Verdict.DISCARD else ""
        made = Decision(f"d{next(self.numbers)}", self.screens[who].pop(0), who, verdict, at, reason=reason)
        coming = self.queue.as_it_comes(self.log, self.campaign, made, self.now)
        self.log.add([coming])
        self.queue.note_decision(self.log, self.campaign, coming, self.now)
        return coming

    def take_back(self, made: Decision) -> None:
        """Whoever made the decision takes it back."""
        at = made.at + timedelta(seconds=1)
        undo = Decision(f"u{made.id}", made.candidate_id, made.annotator, Verdict.UNDO, at, undoes=made.id)
        self.log.add([undo])
        self.queue.note_decision(self.log, self.campaign, undo, self.now)

    def first_hand(self) -> dict[str, list[str]]:
        """Who judged each candidate as one who was to."""
        found: dict[str, list[str]] = {}
        for verdict in self.log.verdicts():
            if not verdict.second:
                found.setdefault(verdict.candidate_id, []).append(verdict.annotator)
        return found


def campaign(judgements: int, share: float, quota: int, seed: int = 1) -> Campaign:
    return Campaign("c", (CELL.id,), quota, judgements=judgements, share=share, seed=seed, state=CampaignState.RUNNING)


def test_the_draw_is_even_the_same_for_everybody_and_grows_with_the_share() -> None:
    ids = [f"candidate {n}" for n in range(4000)]
    drawn = [draw(id_, 7, "overlap") for id_ in ids]
    assert min(drawn) >= 0 and max(drawn) < 1
    small = {id_ for id_ in ids if campaign(3, 0.2, 1, 7).wanted(id_) == 3}
    large = {id_ for id_ in ids if campaign(3, 0.5, 1, 7).wanted(id_) == 3}
    assert small < large and abs(len(small) - 800) < 4 * 25.3  # four standard deviations of a draw of 4,000
    assert {id_ for id_ in ids if campaign(3, 0.2, 1, 8).wanted(id_) == 3} != small
    assert draw("a", 1, "overlap") != draw("a", 1, "hints")
    assert [campaign(3, 1.0, 1).wanted(id_) for id_ in ids[:3]] == [3, 3, 3]
    assert campaign(1, 1.0, 1).wanted("a") == 1


steps = st.lists(
    st.tuples(st.sampled_from(["ann", "bob", "cat", "dan"]), st.sampled_from(["look", "decide", "wait"]), VERDICTS),
    max_size=120,
)


@settings(max_examples=150)
@given(steps, st.integers(1, 4), st.floats(0.1, 1), st.integers(3, 30), st.integers(0, 99))
def test_no_sample_goes_to_more_people_than_are_to_judge_it_nor_to_one_twice(
    done: list[tuple[str, str, Verdict]], judgements: int, share: float, quota: int, seed: int
) -> None:
    team = Team(campaign(judgements, share, quota, seed))
    waited = False
    for who, act, verdict in done:
        if act == "wait":
            team.now += CLAIM_SECONDS / 2
            waited = True
        elif act == "decide":
            team.decide(who, verdict)
        else:
            judged = {d.candidate_id for d in team.log.standing(who) if d.verdict is not Verdict.SKIP}
            assert not judged & set(team.look(who))
        for id_, people in team.first_hand().items():
            assert len(people) == len(set(people)) <= team.campaign.wanted(id_)
        assert waited or team.progress.collected <= quota  # late verdicts, given after a lease, are taken all the same


@settings(max_examples=60)
@given(
    st.randoms(use_true_random=False),
    st.integers(1, 4),
    st.sampled_from([0.2, 0.5, 1.0]),
    st.integers(3, 50),
    st.sampled_from([0.0, 0.3, 0.9]),
)
def test_if_people_go_on_every_sample_gets_its_judgements_and_the_cell_closes_at_exactly_its_quota(
    random: Random, judgements: int, share: float, quota: int, discards: float
) -> None:
    team, people = Team(campaign(judgements, share, quota)), ["ann", "bob", "cat", "dan", "eve"][: judgements + 1]
    for _ in range(2000):
        if not team.progress.has_work:
            break
        who = random.choice(people)
        team.look(who, n=random.choice([1, 3, 24]))
        for _ in range(random.choice([1, 1, 5])):
            team.decide(who, Verdict.DISCARD if random.random() < discards else Verdict.KEEP)
        assert team.progress.collected <= quota
    found = team.progress
    assert not found.has_work and not lacking(team.log.outcomes, team.campaign.wanted)
    assert all(len(by) == team.campaign.wanted(id_) for id_, by in team.first_hand().items())
    if found.waiting:  # it was not for want of candidates
        assert found.collected == quota and found.closed
    assert not any(decision.second for decision in team.log.verdicts())


def test_the_last_place_of_a_quota_is_one_persons_and_goes_on_when_they_discard() -> None:
    team = Team(campaign(1, 1.0, 1))
    assert team.look("ann") == ["c00"]
    assert team.look("bob") == []
    assert team.progress.has_work  # "nothing left" would be wrong
    team.decide("ann", Verdict.DISCARD)
    assert team.look("bob") == ["c01"]
    assert team.look("ann") == []
    team.decide("bob", Verdict.KEEP)
    assert team.progress.closed


def test_who_comes_last_gets_an_even_part_of_what_the_first_holds() -> None:
    team = Team(campaign(1, 1.0, 12))
    assert len(team.look("ann", 24)) == 12
    assert team.look("bob", 24) == [f"c{n:02}" for n in range(6, 12)]
    assert team.look("ann", 24) == [f"c{n:02}" for n in range(6)]
    assert len(team.look("cat", 24)) == 4
    late = Decision("late", "c11", "ann", Verdict.KEEP, START)
    assert team.queue.as_it_comes(team.log, team.campaign, late, team.now).second  # it went to somebody else


def test_what_one_skips_another_is_given_once_it_was_not_taken_back_for_a_while() -> None:
    team = Team(campaign(1, 1.0, 10))
    team.look("ann", 1)
    team.decide("ann", Verdict.SKIP)
    assert team.look("ann", 1) == team.look("ann", 1) == ["c01"]
    assert team.look("bob", 1) == ["c02"]
    team.now += RESTING
    assert team.look("bob", 1) == ["c00"]


def test_who_takes_a_skip_back_at_once_is_first() -> None:
    team = Team(campaign(1, 1.0, 10))
    team.look("ann", 1)
    skip = team.decide("ann", Verdict.SKIP)
    assert skip
    team.look("ann", 1)
    team.look("bob", 1)
    team.take_back(skip)
    team.now += RESTING  # from now on it is theirs as anything they hold
    team.look("bob", 1)
    kept = Decision("k", "c00", "ann", Verdict.KEEP, skip.at + timedelta(seconds=9))
    assert not team.queue.as_it_comes(team.log, team.campaign, kept, team.now).second


def test_a_second_and_third_wanted_judgement_is_no_second_opinion_and_a_dispute_opens_its_place_again() -> None:
    team = Team(campaign(2, 1.0, 1))
    assert team.look("ann") == team.look("bob") == ["c00"]
    assert team.look("cat") == []
    team.decide("ann", Verdict.KEEP)
    assert (team.progress.collected, team.progress.pending, team.progress.closed) == (1, 1, False)
    assert team.look("cat") == []  # bob holds it
    made = team.decide("bob", Verdict.DISCARD)
    assert made and not made.second
    assert (team.progress.disputed, team.progress.collected, team.progress.pending) == (1, 0, 0)
    assert team.look("ann") == ["c01"]
    settled = Decision("s", "c00", "res", Verdict.KEEP, START, settles=True)
    team.log.add([settled])
    assert team.progress.closed


def test_a_settled_sample_needs_no_more_judgements() -> None:
    team = Team(campaign(3, 1.0, 5))
    team.look("ann", 1)
    team.decide("ann", Verdict.KEEP)
    team.log.add([Decision("s", "c00", "res", Verdict.KEEP, START, settles=True)])
    assert "c00" not in team.look("bob")
    assert team.progress.pending == 0


def test_where_the_majority_settles_the_others_are_still_asked_and_nobody_twice() -> None:
    team = Team(campaign(5, 1.0, 5))
    team.log = DecisionLog(CELL, team.log.gold_labels, majority=True)
    for who, verdict in (("ann", Verdict.KEEP), ("bob", Verdict.DISCARD), ("cat", Verdict.KEEP)):
        assert team.look(who, 1) == ["c00"]
        team.decide(who, verdict)
    assert team.log.outcomes["c00"].by_majority
    assert team.progress.pending == 1
    assert "c00" not in [*team.look("bob"), *team.look("ann")]
    assert team.look("dan")[0] == "c00"
