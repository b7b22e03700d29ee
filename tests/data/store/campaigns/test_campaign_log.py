"""The log of campaigns: every change is in it before it holds, and outlives damage to its neighbours."""

from dataclasses import replace

import pytest

from core.errors import BadInput
from curation.campaigns.campaigns import Campaign, CampaignState
from data.store import Store
from data.store.settings.campaign_log import FILE
from data.workspace import Workspace
from tests.data.store.store_data import CELL

FIRST = Campaign("First round", (CELL.id,), 3, guidelines="# Keep")


def told(store: Store) -> list[tuple[str, Campaign]]:
    return [(version.by, version.campaign) for version in store.campaign_versions(FIRST)]


def test_who_changed_what_is_kept_in_order_across_restarts(filled: Store, workspace: Workspace) -> None:
    started = FIRST.moved("start")
    filled.set_campaign(FIRST, "Ann")
    filled.set_campaign(started, "Bo")
    filled.set_campaign(started, "Cy")  # saved without a change
    filled.set_campaign(replace(started, name="FIRST round"), "Ann")
    filled.close()
    again = Store.open(workspace)
    assert told(again) == [("Ann", FIRST), ("Bo", started), ("Ann", replace(started, name="FIRST round"))]
    assert again.campaign_versions(Campaign("Second")) == []
    again.close()


def test_a_line_cut_short_costs_itself_alone(filled: Store, workspace: Workspace) -> None:
    filled.set_campaign(FIRST, "Ann")
    with (workspace.root / FILE).open("ab") as file:
        file.write(b'{"at":"2026')
    filled.set_campaign(FIRST.moved("start"), "Bo")
    assert [by for by, _ in told(filled)] == ["Ann", "Bo"]


def test_what_is_refused_leaves_no_line_and_what_can_not_be_logged_does_not_hold(
    filled: Store, workspace: Workspace
) -> None:
    with pytest.raises(BadInput):
        filled.set_campaign(replace(FIRST, quota=0), "Ann")
    assert not (workspace.root / FILE).exists()
    (workspace.root / FILE).mkdir()
    with pytest.raises(BadInput, match="Nothing was saved"):
        filled.set_campaign(replace(FIRST, state=CampaignState.RUNNING), "Ann")
    assert filled.campaigns() == []
