"""What people set, at hand while the store is open; what is set is stored before it holds."""

from collections.abc import Collection

from core.errors import BadInput
from core.records import Cell
from curation.campaigns.campaigns import Campaign, CampaignState, campaign_of, check_campaign
from curation.campaigns.history import CampaignVersion
from curation.order import BY_SEED, Order
from curation.quality.gold import QualityRules
from data.store.database import Database
from data.store.settings.campaign_log import CampaignLog
from data.store.settings.campaigns import store_campaign, stored_campaigns
from data.store.settings.stored import (
    restore_settings,
    store_order,
    store_quality,
    store_quota,
    stored_orders,
    stored_quality,
    stored_quota,
)


class Settings:
    """The quota, the order of each cell and the campaigns. The caller holds the lock."""

    def __init__(self, database: Database) -> None:
        """Read what was set, from the copy beside the database where that holds nothing."""
        restore_settings(database)
        self._database = database
        self._quota = stored_quota(database)
        self._orders = stored_orders(database)
        self._quality = stored_quality(database)
        self._campaigns = stored_campaigns(database)
        self._campaign_log = CampaignLog(database.path.parent)

    @property
    def quota(self) -> int:
        """Curated samples wanted per cell where nothing else is said of it."""
        return self._quota

    def set_quota(self, quota: int) -> None:
        """Want this many from now on; raises BadInput unless it is at least 1."""
        if quota < 1:
            raise BadInput(f"The quota can't be {quota}; give a whole number of at least 1.")
        store_quota(self._database, quota)
        self._quota = quota

    @property
    def quality(self) -> QualityRules:
        """What was set to be sure of decisions."""
        return self._quality

    def set_quality(self, rules: QualityRules) -> None:
        """Let this hold from now on; raises BadInput for what can't be set."""
        rules.check()
        store_quality(self._database, rules)
        self._quality = rules

    @property
    def campaigns(self) -> list[Campaign]:
        """Every campaign, by name."""
        return list(self._campaigns.values())

    def campaign(self, cell: Cell) -> Campaign:
        """The campaign that the cell is in, or one without a name that says what holds for cells in none."""
        without = Campaign("", quota=self._quota, state=CampaignState.RUNNING)
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
        self._campaign_log.note(before, campaign, by)
        store_campaign(self._database, campaign)
        self._campaigns = stored_campaigns(self._database)

    def order(self, cell: Cell) -> Order:
        """In which order this cell's candidates are handed out."""
        return self._orders.get(cell.id, BY_SEED)

    def set_order(self, cell: Cell, order: Order) -> bool:
        """Hand them out in this order from now on; whether that is another than before."""
        if order == self.order(cell):
            return False
        store_order(self._database, cell.id, order)
        self._orders[cell.id] = order
        return True

    def forget(self, cell: Cell) -> None:
        """The cell was taken back, and what was set for it with it."""
        self._orders.pop(cell.id, None)
