"""The campaigns, each a setting of its own: as JSON under the campaign's id."""

from curation.campaigns.campaigns import Campaign
from data.records_json import encode, record_of
from data.store.database import Database
from data.store.settings.stored import CAMPAIGN, store_settings


def stored_campaigns(database: Database) -> dict[str, Campaign]:
    """Every campaign by its id, by name; one that a newer Flinch wrote and this one can't read is left out."""
    rows = database.rows("select value from settings where starts_with(name, ?)", [CAMPAIGN])
    found = [campaign for (value,) in rows if (campaign := record_of(value, Campaign))]
    return {campaign.id: campaign for campaign in sorted(found, key=lambda campaign: campaign.name.casefold())}


def store_campaign(database: Database, campaign: Campaign) -> None:
    """Set the campaign for good."""
    store_settings(database, [(CAMPAIGN + campaign.id, encode(campaign))])
