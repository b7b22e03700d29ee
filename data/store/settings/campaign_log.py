"""The log of campaigns: what each was after every change, when and by whom, in `campaigns.jsonl` beside the journal.

A line is on the disk before its change holds. What changed a campaign otherwise, such as an older Flinch, is noted with
the next change, by nobody.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from core.errors import BadInput
from curation.campaigns.campaigns import Campaign
from curation.campaigns.history import CampaignVersion
from data.durable import fsync_folder, unwritable
from data.records_json import decode, encode

FILE = "campaigns.jsonl"


class CampaignLog:
    """The versions of all campaigns of the workspace with this root. The caller holds the lock."""

    def __init__(self, root: Path) -> None:
        self._path = root / FILE

    def of(self, campaign: Campaign) -> list[CampaignVersion]:
        """Every version of this campaign, the oldest first; what can't be read is left out."""
        try:
            lines = self._path.read_bytes().splitlines()
        except OSError:
            return []
        found = []
        for line in lines:
            with suppress(BadInput):
                found.append(decode(line, CampaignVersion))
        return [version for version in found if version.campaign.id == campaign.id]

    def note(self, before: Campaign | None, now: Campaign, by: str) -> None:
        """Write down that this person makes `now` of what was `before`. Raises BadInput where it can't be written."""
        at, known = datetime.now(UTC), self.of(now)
        unseen = before is not None and (not known or known[-1].campaign != before)
        earlier = [CampaignVersion(at, "", before)] if before is not None and unseen else []
        if before != now:
            self._append([*earlier, CampaignVersion(at, by, now)])

    def _append(self, versions: Sequence[CampaignVersion]) -> None:
        """After a line that was cut short a new one begins, so that no more than that one is lost."""
        try:
            fresh = not self._path.exists()
            with self._path.open("ab+") as file:
                file.seek(max(0, file.tell() - 1))
                broken = file.read(1) not in (b"", b"\n")
                lines = "".join(encode(version, ascii_only=True) + "\n" for version in versions)
                file.write(("\n" * broken + lines).encode())
                file.flush()
                os.fsync(file.fileno())
            if fresh:
                fsync_folder(self._path.parent)
        except OSError as error:
            raise unwritable(self._path, error, "Nothing was changed: ") from error
