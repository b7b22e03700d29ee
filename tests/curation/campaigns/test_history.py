"""What was changed of a campaign, in words."""

from dataclasses import replace
from datetime import UTC, datetime

from curation.campaigns.campaigns import Campaign, CampaignState, HintsShown
from curation.campaigns.history import CampaignVersion, changes

FIRST = Campaign("First", ("a", "b"), 200, guidelines="# Keep")
AT = datetime(2026, 5, 8, tzinfo=UTC)


def words(before: Campaign, **change: object) -> tuple[str, ...]:
    after = replace(before, **change)  # type: ignore[arg-type]
    found = changes([CampaignVersion(AT, "Ann", before), CampaignVersion(AT, "Bo", after)], str.upper)
    assert found[0].version.by == "Bo" and found[1].version.by == "Ann"
    assert found[0].of_guidelines == (before.guidelines != after.guidelines)
    return found[0].words


def test_each_change_is_named_with_what_was_and_what_is() -> None:
    assert words(FIRST, state=CampaignState.RUNNING) == ("started",)
    assert words(FIRST, state=CampaignState.PAUSED) == ("paused",)
    assert words(FIRST, state=CampaignState.CLOSED) == ("closed",)
    assert words(FIRST, archived=True) == ("archived",)
    assert words(replace(FIRST, archived=True), archived=False) == ("restored",)
    assert words(FIRST, quota=1250) == ("quota 200 → 1,250",)
    assert words(FIRST, judgements=3, share=0.25) == ("people per shared sample 1 → 3", "shared samples none → 25 %")
    shared = replace(FIRST, judgements=3, share=0.25)
    assert words(shared, share=0.5) == ("shared samples 25 % → 50 %",)
    assert words(shared, judgements=1) == ("people per shared sample 3 → 1",)
    assert words(FIRST, seed=7, hints=HintsShown.NONE) == ("seed 1 → 7", "hints shown → hidden")
    assert words(FIRST, name="FIRST") == ("name First → FIRST",)
    assert words(FIRST, cells=("b", "c")) == ("cells added: C", "cells removed: A")
    assert words(FIRST, guidelines="# Keep it") == ("guidelines, 6 → 9 characters",)


def test_a_share_of_samples_that_nobody_shares_is_no_change() -> None:
    versions = [CampaignVersion(AT, "Ann", FIRST), CampaignVersion(AT, "Bo", replace(FIRST, share=0.2))]
    assert [change.words for change in changes(versions)] == [("set up",)]


def test_the_first_is_how_it_was_set_up_or_found() -> None:
    assert changes([]) == []
    assert [change.words for change in changes([CampaignVersion(AT, "Ann", FIRST)])] == [("set up",)]
    assert [change.words for change in changes([CampaignVersion(AT, "", FIRST)])] == [("first known version",)]
