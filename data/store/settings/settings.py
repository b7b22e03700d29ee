"""What people set, at hand while the store is open; what is set is logged before it holds."""

import json
from collections.abc import Collection, Mapping
from pathlib import Path

from core.errors import BadInput
from core.records import Cell
from curation.campaigns.campaigns import Campaign, CampaignState, campaign_of, check_campaign
from curation.campaigns.history import CampaignVersion
from curation.desk_keys import DEFAULT_KEYS, desk_keys
from curation.order import BY_SEED, Order
from curation.quality.gold import QualityRules
from curation.quota import DEFAULT_QUOTA
from data.records_json import encode
from data.store.settings.campaign_log import CampaignLog
from data.store.settings.settings_log import (
    DESK_KEYS,
    ORDER,
    QUALITY,
    QUOTA,
    SettingsLog,
    order_in_words,
    order_of,
    quality_of,
    quota_of,
)


class Settings:
    """The `quota` of cells in no campaign, the rules of `quality`, the order of each cell and the campaigns. The caller
    holds the lock."""

    def __init__(self, root: Path) -> None:
        """Read what was set in the workspace of this root."""
        self._log = SettingsLog(root)
        self._campaign_log = CampaignLog(root)
        values = self._log.values
        self.quota = quota_of(values.get(QUOTA, "")) or DEFAULT_QUOTA
        self.quality = quality_of(values.get(QUALITY, "")) or QualityRules()
        orders = {name.removeprefix(ORDER): order_of(value) for name, value in values.items() if name.startswith(ORDER)}
        self._orders = {cell: order for cell, order in orders.items() if order}
        self._campaigns = self._campaign_log.campaigns

    def set_quota(self, quota: int) -> None:
        """Want this many from now on; raises BadInput unless it is at least 1."""
        if quota < 1:
            raise BadInput(f"The quota can't be {quota}; give a whole number of at least 1.")
        self._log.put({QUOTA: str(quota)})
        self.quota = quota

    def set_quality(self, rules: QualityRules) -> None:
        """Let this hold from now on; raises BadInput for what can't be set."""
        rules.check()
        self._log.put({QUALITY: encode(rules)})
        self.quality = rules

    @property
    def campaigns(self) -> list[Campaign]:
        return list(self._campaigns.values())

    def campaign(self, cell: Cell) -> Campaign:
        """The campaign that the cell is in, or one without a name that says what holds for cells in none."""
        without = Campaign("", quota=self.quota, state=CampaignState.RUNNING)
        return campaign_of(cell.id, self._campaigns.values()) or without

    def campaign_versions(self, campaign: Campaign) -> list[CampaignVersion]:
        """What this campaign was after each change, the oldest first."""
        return self._campaign_log.of(campaign)

    def set_campaign(self, campaign: Campaign, cells: Collection[str], by: str) -> None:
        """Have this campaign from now on, in place of one of its name. `cells` are the ids of the cells there are, `by`
        is who wants it.

        Raises BadInput for one that can't be.
        """
        before = self._campaigns.get(campaign.id)
        check_campaign(campaign, self.campaigns, {*cells, *(before.cells if before else ())})
        self._campaign_log.note(campaign, by)
        self._campaigns = self._campaign_log.campaigns

    def order(self, cell: Cell) -> Order:
        """In which order this cell's candidates are handed out."""
        return self._orders.get(cell.id, BY_SEED)

    def set_order(self, cell: Cell, order: Order) -> bool:
        """Hand them out in this order from now on; whether that is another than before."""
        if order == self.order(cell):
            return False
        self._log.put({ORDER + cell.id: order_in_words(order)})
        self._orders[cell.id] = order
        return True

    def desk_keys(self, annotator: str) -> Mapping[str, str]:
        """The letter of every action of the desk, as this person has set them."""
        try:
            return desk_keys(json.loads(self._log.values.get(DESK_KEYS + annotator, "{}")))
        except BadInput:  # set when the desk had other actions
            return DEFAULT_KEYS

    def set_desk_keys(self, annotator: str, keys: Mapping[str, str]) -> None:
        """Have these letters from now on; raises BadInput for what `desk_keys` refuses."""
        own = {action: letter for action, letter in desk_keys(keys).items() if letter != DEFAULT_KEYS[action]}
        self._log.put({DESK_KEYS + annotator: json.dumps(own)})

    def forget(self, cell: Cell) -> None:
        """The cell was taken back, and what was set for it with it."""
        self.set_order(cell, BY_SEED)
