"""Whether a campaign has people enough."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from core.records import Decision, Verdict
from curation.campaigns.campaigns import Campaign, CampaignState
from curation.campaigns.staffing import short_of_active, short_of_people

ROUND = Campaign("Round 1", ("cell",), judgements=3, state=CampaignState.RUNNING)
NOW = datetime(2026, 5, 8, 12, tzinfo=UTC)


def given(annotator: str, days: float) -> Decision:
    return Decision(f"{annotator}{days}", "c", annotator, Verdict.KEEP, NOW - timedelta(days=days))


def test_a_team_of_one_can_not_judge_for_three() -> None:
    assert short_of_people(ROUND, ["Ann"]) == (
        "Each shared sample of “Round 1” must be judged by 3 people, but only 1 person may judge here (Ann). "
        "Invite 2 more people on the page Team, or ask for fewer people in the campaign."
    )
    assert "only 2 people may judge here (Ann, bo). Invite 1 more person on" in short_of_people(ROUND, ["bo", "Ann"])
    assert "but nobody may judge here. Invite 3 more people" in short_of_people(ROUND, [])
    assert short_of_people(ROUND, ["Ann", "bo", "Cy"]) == ""


def test_nothing_is_said_of_one_judgement_nor_of_what_is_over() -> None:
    assert short_of_people(replace(ROUND, judgements=1), []) == ""
    assert short_of_people(replace(ROUND, state=CampaignState.CLOSED), []) == ""
    assert short_of_people(replace(ROUND, archived=True), []) == ""
    assert short_of_people(replace(ROUND, state=CampaignState.SET_UP), ["Ann"])


def test_who_left_off_a_week_ago_is_not_at_work() -> None:
    many = [given("Ann", 1), given("Bo", 7), given("Cy", 7.1)]
    assert short_of_active(ROUND, many, 14, NOW) == (
        "Each shared sample of “Round 1” must be judged by 3 people, but only 2 people judged samples in the last "
        "7 days (Ann, Bo). 14 samples wait for another person."
    )
    assert short_of_active(ROUND, [given("Cy", 8)], 1, NOW).endswith(
        "but nobody judged a sample in the last 7 days. 1 sample waits for another person."
    )
    assert short_of_active(ROUND, [*many, given("Di", 0)], 14, NOW) == ""


def test_nothing_is_said_before_anybody_began_while_none_waits_or_while_it_rests() -> None:
    assert short_of_active(ROUND, [], 14, NOW) == ""
    assert short_of_active(ROUND, [given("Ann", 1)], 0, NOW) == ""
    assert short_of_active(ROUND.moved("pause"), [given("Ann", 1)], 14, NOW) == ""


def test_of_many_names_five_are_given() -> None:
    assert "(a, b, c, d, e and 2 others)" in short_of_people(replace(ROUND, judgements=9), list("gfedcba"))
