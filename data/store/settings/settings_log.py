"""The log of settings, `settings.jsonl`: each value that was set; the last line on a name holds.

Names are "quota", "quality", "order of " with a cell's id, and "desk keys of " with a person's name.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from core.errors import BadInput
from curation.campaigns.campaigns import Campaign
from curation.order import Order, OrderStrategy
from curation.quality.gold import QualityRules
from data.append_log import AppendLog
from data.records_json import encode, record_of
from data.store.settings.campaign_log import CampaignLog

FILE = "settings.jsonl"
BEFORE = "settings.json"  # where version 9 kept them
QUOTA, QUALITY = "quota", "quality"
ORDER = "order of "  # and the cell's id
DESK_KEYS = "desk keys of "  # and the person's name
CAMPAIGN = "campaign "  # and its id: among the settings of a curated set, and of version 9
ORDERS: Mapping[str, Order] = {  # the names of some; any other is written as JSON
    OrderStrategy.BEST_FIRST: Order(True, True),
    "best first, not used yet": Order(True),
    "partly best first": Order(False, True),
}


@dataclass(frozen=True, slots=True)
class SettingChange:
    """What was set, and when."""

    at: datetime
    name: str
    value: str


class SettingsLog:
    """The values in the workspace with this root, by name. The caller holds the lock."""

    def __init__(self, root: Path) -> None:
        self._log = AppendLog(root / FILE, SettingChange)
        self.values = {change.name: change.value for change in self._log.read([])}

    def put(self, values: Mapping[str, str]) -> None:
        """Have these from now on. Raises BadInput where they can't be written; then those before hold."""
        now = datetime.now(UTC)
        self._log.append([SettingChange(now, name, value) for name, value in values.items()])
        self.values |= values


def put_settings(root: Path, values: Mapping[str, str]) -> None:
    """Set those of these that can be set and were not yet, campaigns too, in the workspace of this root."""
    campaigns = CampaignLog(root)
    for name, value in values.items():
        campaign = record_of(value, Campaign) if name.startswith(CAMPAIGN) else None
        if campaign and campaign.id not in campaigns.campaigns:
            campaigns.note(campaign, "")
    log = SettingsLog(root)
    log.put({name: value for name, value in values.items() if name not in log.values and _is_known(name, value)})


def take_over(root: Path) -> None:
    """Put what a workspace of version 9 has set into the log. Raises BadInput where it can't be read or written."""
    path = root / BEFORE
    if not path.exists():
        return
    try:
        put_settings(root, {str(name): str(value) for name, value in json.loads(path.read_bytes()).items()})
        path.unlink()
    except (OSError, ValueError, AttributeError) as error:
        raise BadInput(f"{str(path)!r} can't be read ({error}); restore a copy or delete it.") from error


def quota_of(value: str) -> int | None:
    """The quota that is written so; None for what is none."""
    return int(value) if value.isascii() and value.isdigit() and int(value) > 0 else None


def order_of(value: str) -> Order | None:
    """The order that is written so; None for what is none."""
    return ORDERS.get(value) or record_of(value, Order)


def order_in_words(order: Order) -> str:
    """The order as `order_of` reads it."""
    return next((value for value, known in ORDERS.items() if known == order), encode(order))


def quality_of(value: str) -> QualityRules | None:
    """The rules that are written so; None for what is none."""
    rules = record_of(value, QualityRules)
    try:
        if rules:
            rules.check()
        return rules
    except BadInput:
        return None


def _is_known(name: str, value: str) -> bool:
    if name in (QUOTA, QUALITY):
        return bool(quota_of(value) if name == QUOTA else quality_of(value))
    return name.startswith(ORDER) and order_of(value) is not None
