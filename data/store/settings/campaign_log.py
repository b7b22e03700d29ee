"""The log of campaigns: what each was after every change, when and by whom, in `campaigns.jsonl` beside the journal.

A line is on the disk before its change holds. What changed a campaign otherwise, such as an older Flinch, is noted with
the next change, by nobody.
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
        self._log = AppendLog(root / FILE, CampaignVersion)

    def of(self, campaign: Campaign) -> list[CampaignVersion]:
        """Every version of this campaign, the oldest first; what can't be read is left out."""
        return [version for version in self._log.read([]) if version.campaign.id == campaign.id]

    def note(self, before: Campaign | None, now: Campaign, by: str) -> None:
        """Write down that this person makes `now` of what was `before`. Raises BadInput where it can't be written."""
        at, known = datetime.now(UTC), self.of(now)
        unseen = before is not None and (not known or known[-1].campaign != before)
        earlier = [CampaignVersion(at, "", before)] if before is not None and unseen else []
        if before != now:
            self._log.append([*earlier, CampaignVersion(at, by, now)])
