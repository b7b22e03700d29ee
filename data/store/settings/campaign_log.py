"""The log of campaigns: what each was after every change, when and by whom, in `campaigns.jsonl` beside the decisions.

The last line on a campaign says what it is; a line is on the disk before its change holds.
"""

from datetime import UTC, datetime
from pathlib import Path

from curation.campaigns.campaigns import Campaign
from curation.campaigns.history import CampaignVersion
from data.append_log import AppendLog

FILE = "campaigns.jsonl"


class CampaignLog:
    """The versions of all campaigns of the workspace with this root. The caller holds the lock."""

    def __init__(self, root: Path) -> None:
        """Read the log; a line that can't be read is left out."""
        self._log = AppendLog(root / FILE, CampaignVersion)
        self._versions = list(self._log.read([]))

    @property
    def campaigns(self) -> dict[str, Campaign]:
        """Every campaign as it is now, by its id, by name."""
        latest = {version.campaign.id: version.campaign for version in self._versions}
        return dict(sorted(latest.items(), key=lambda item: item[1].name.casefold()))

    def of(self, campaign: Campaign) -> list[CampaignVersion]:
        """Every version of this campaign, the oldest first."""
        return [version for version in self._versions if version.campaign.id == campaign.id]

    def note(self, campaign: Campaign, by: str) -> None:
        """Write down that this person made the campaign so. Raises BadInput where it can't be written."""
        if self.campaigns.get(campaign.id) != campaign:
            version = CampaignVersion(datetime.now(UTC), by, campaign)
            self._log.append([version])
            self._versions.append(version)
