"""What a campaign says of itself, the moves it can make, and what it refuses."""

from dataclasses import replace
from itertools import product

import pytest

from core.errors import BadInput
from curation.campaigns.campaigns import (
    ARCHIVING,
    MOVES,
    Campaign,
    CampaignState,
    HintsShown,
    campaign_of,
    check_campaign,
    moves_of,
    named,
)

ONE = Campaign("One", ("a", "b"))


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (CampaignState.SET_UP, "The campaign “One” has not been started yet."),
        (CampaignState.RUNNING, ""),
        (CampaignState.PAUSED, "The campaign “One” is paused."),
        (CampaignState.CLOSED, "The campaign “One” is closed."),
    ],
)
def test_why_nothing_is_handed_out_is_said(state: CampaignState, said: str) -> None:
    assert replace(ONE, state=state).halted == said
    assert replace(ONE, state=state, archived=True).halted == "The campaign “One” is archived."


def test_a_move_is_offered_where_it_can_be_made_and_refused_elsewhere() -> None:
    for state, archived, move in product(CampaignState, (True, False), [*MOVES, *ARCHIVING]):
        campaign = replace(ONE, state=state, archived=archived)
        if move in moves_of(campaign):
            assert campaign.moved(move) != campaign
        elif move in MOVES:
            with pytest.raises(BadInput, match="restore it first" if archived else "it is .*, and must be"):
                campaign.moved(move)
    with pytest.raises(BadInput, match="'delete' is not an action on a campaign; give one of start, pause, close"):
        ONE.moved("delete")


def test_a_campaign_is_found_by_its_name_in_capitals_or_not() -> None:
    other = Campaign("Other", ("c",))
    assert named("ONE", [other, ONE]) is ONE
    with pytest.raises(BadInput, match="There is no campaign 'Two'; campaigns: 'Other', 'One'"):
        named("Two", [other, ONE])


def test_a_cell_is_in_the_campaign_that_is_not_archived() -> None:
    old = replace(Campaign("Before", ("a",)), archived=True)
    assert campaign_of("a", [old, ONE]) is ONE
    assert campaign_of("a", [old]) is old
    assert campaign_of("z", [old, ONE]) is None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"quota": 0}, "The quota can't be 0"),
        ({"judgements": 0}, "A sample can't have 0 judges"),
        ({"share": 0.0}, "The share can't be 0;"),
        ({"share": 1.1}, "The share can't be 1.1;"),
        ({"name": " "}, "' ' can't be the name of a campaign; give at least 1 and at most 80 characters."),
        ({"name": "x" * 1000}, "xxxx' can't be the name of a campaign"),
        ({"cells": ()}, "has no cells"),
        ({"cells": ("a", "z")}, "There is no cell 'z'"),
        ({"guidelines": "x" * 1_000_000}, "The guidelines have 1,000,000 characters"),
    ],
)
def test_a_campaign_that_can_not_be_is_refused(change: dict[str, object], said: str) -> None:
    check_campaign(ONE, [ONE], "ab")
    with pytest.raises(BadInput, match=said):
        check_campaign(replace(ONE, **change), [], "ab")  # type: ignore[arg-type]


def test_a_cell_is_in_one_campaign_at_a_time() -> None:
    with pytest.raises(BadInput, match="is already in the campaign 'Two'"):
        check_campaign(ONE, [Campaign("Two", ("b",))], "ab")
    check_campaign(ONE, [replace(Campaign("Two", ("b",)), archived=True)], "ab")
    check_campaign(replace(ONE, archived=True), [Campaign("Two", ("b",))], "ab")


def test_hints_are_shown_hidden_or_shown_to_about_half() -> None:
    ids = [f"c{n}" for n in range(2000)]
    assert all(replace(ONE, hints=HintsShown.ALL).shows_hints(id_) for id_ in ids)
    assert not any(replace(ONE, hints=HintsShown.NONE).shows_hints(id_) for id_ in ids)
    half = replace(ONE, hints=HintsShown.HALF)
    assert 900 < sum(map(half.shows_hints, ids)) < 1100
    assert [half.shows_hints(id_) for id_ in ids] != [replace(half, seed=2).shows_hints(id_) for id_ in ids]
