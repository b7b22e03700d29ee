"""Taking a snapshot: a folder with copies of the logs, accounts and user studies, there whole or not at all."""

import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.records import Decision
from curation.campaigns.history import CampaignVersion
from data.accounts.copies import take_copy
from data.digests import digest
from data.durable import folder_written_whole, fsync_file, write_text
from data.records_json import encode_checked
from data.store.settings.campaign_log import FILE as CAMPAIGNS
from data.store.settings.settings_log import FILE as SETTINGS
from data.store.settings.settings_log import SettingChange
from data.study.copies import FOLDER as STUDIES
from data.study.copies import SNAPSHOTS, forget, size_of_studies, take_copies
from data.study.gone import gone_from
from data.workspace import Workspace

CARD = "snapshot.json"
FOLDER = SNAPSHOTS
LOGS: Mapping[str, type[Any]] = {
    "decisions.jsonl": Decision, CAMPAIGNS: CampaignVersion, SETTINGS: SettingChange
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SnapshotCard:
    """What a snapshot holds: how many decisions, each file's SHA-256, copies of so many `studies`.

    `why` says what for; `journal` and `studies_size` are the bytes of the log of decisions and of the studies' files.
    """

    taken: datetime
    why: str
    decisions: int = 0
    files: dict[str, str] = field(default_factory=dict)
    journal: int = 0
    studies: int = 0
    studies_size: int = 0


def take(workspace: Workspace, why: str) -> Path:
    """Put a snapshot of logs, accounts and user studies into the workspace; its folder.

    Whatever is saved meanwhile may be in it or not; who withdraws meanwhile is left out. Raises BadInput where the
    place can't be written; then there is no snapshot.
    """
    now, root = datetime.now(UTC), workspace.root
    target = root / FOLDER / f"{now:%Y%m%dT%H%M%S.%fZ}"
    with folder_written_whole(target) as aside:
        for name in LOGS:
            if (root / name).exists():
                shutil.copyfile(root / name, aside / name)
        take_copy(root, aside)
        files = {path.name: digest(path) for path in sorted(aside.iterdir())}
        held = (aside / "decisions.jsonl").read_bytes() if "decisions.jsonl" in files else b""
        studies = size_of_studies(root), take_copies(root, aside)
        card = SnapshotCard(now, why, held.count(b"\n"), files, len(held), studies[1], studies[0])
        write_text(aside / CARD, encode_checked(card))
        for name in files:
            fsync_file(aside / name)
    with suppress(BadInput):  # the list of who left can't be read: what was copied is what is there
        forget(target / STUDIES, gone_from(root))
    return target
