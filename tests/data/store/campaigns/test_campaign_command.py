"""The command `campaign`: what it lists and changes, and what it refuses."""

import pytest
import typer

from commands.campaigns import campaign
from core.errors import BadInput
from curation.campaigns.campaigns import Campaign, CampaignState
from data.store import Store
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate, decision


@pytest.fixture
def closed_store(filled: Store, workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A workspace with a campaign of two samples, both collected, that no app holds."""
    filled.set_campaign(Campaign("First", (CELL.id,), 2, state=CampaignState.RUNNING))
    filled.record([decision(candidate(n).id) for n in range(2)])
    filled.close()
    monkeypatch.setenv("FLINCH_WORKSPACE", str(workspace.root))
    return workspace


def test_campaigns_are_listed_moved_and_extended(closed_store: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    campaign("list", "", 0)
    campaign("extend", "first", 5)
    campaign("pause", "First", 0)
    campaign("archive", "First", 0)
    left = "Every quota can be reached. This needs about 3 or more of the 8 texts left."
    assert capsys.readouterr().out.splitlines() == [
        "First: running, quota 2, 1 of 1 cells complete",
        f"First: running, quota 5, 0 of 1 cells complete. {left}",
        f"First: paused, quota 5, 0 of 1 cells complete. {left}",
        "First: archived, quota 5, 0 of 1 cells complete",
    ]


def test_what_can_not_be_done_is_said_and_the_workspace_given_back(closed_store: Workspace) -> None:
    with pytest.raises(BadInput, match="give a --quota above 2"):
        campaign("extend", "First", 2)
    with pytest.raises(BadInput, match="There is no campaign 'Second'"):
        campaign("start", "Second", 0)
    with pytest.raises(typer.BadParameter, match="there is no action 'stop'"):
        campaign("stop", "First", 0)
    again = Store.open(closed_store)
    assert again.campaigns()[0].quota == 2
    again.close()
