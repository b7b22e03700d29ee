"""What people set: the quota for the whole workspace, the order in which a cell's candidates are handed out, and
campaigns.

It is written twice, as a table and as `settings.json` beside it, so that either can be made again from the other.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from core.errors import BadInput
from curation.campaigns.campaigns import Campaign
from curation.order import BY_SEED, Order, OrderStrategy
from curation.quality.gold import QualityRules
from curation.quota import DEFAULT_QUOTA
from data.durable import unwritable, write_text
from data.records_json import decode, encode, record_of
from data.store.database import Database
from data.store.repair.journal_mark import NAME as MARK

COPY = "settings.json"
ORDER = "order of "  # and the cell's id
QUALITY = "quality"
CAMPAIGN = "campaign "  # and its id
ORDERS: Mapping[str, Order] = {  # those there were before triage; any other is written as JSON
    OrderStrategy.BEST_FIRST: Order(True, True),
    "best first, not used yet": Order(True),
    "partly best first": Order(False, True),
}


def stored_quota(database: Database) -> int:
    """The quota that was set, or the default."""
    rows = database.rows("select value from settings where name = 'quota'")
    return int(rows[0][0]) if rows else DEFAULT_QUOTA


def store_quota(database: Database, quota: int) -> None:
    """Set the quota for good."""
    store_settings(database, [("quota", str(quota))])


def stored_orders(database: Database) -> dict[str, Order]:
    """The order of each cell, by its id, that has another than the usual one."""
    rows = database.rows("select name, value from settings where starts_with(name, ?)", [ORDER])
    return {name.removeprefix(ORDER): order for name, value in rows if (order := _order(value))}


def _order(value: str) -> Order | None:
    """The order that was written so; None for what is none."""
    return ORDERS.get(value) or record_of(value, Order)


def store_order(database: Database, cell_id: str, order: Order) -> None:
    """Set the order of this cell for good."""
    value = next((value for value, known in ORDERS.items() if known == order), encode(order))
    store_settings(database, [(ORDER + cell_id, value)] if order != BY_SEED else [], forget=[ORDER + cell_id])


def stored_quality(database: Database) -> QualityRules:
    """What was set to be sure of decisions."""
    rows = database.rows("select value from settings where name = ?", [QUALITY])
    return decode(rows[0][0].encode(), QualityRules) if rows else QualityRules()


def store_quality(database: Database, rules: QualityRules) -> None:
    """Set this for good."""
    store_settings(database, [(QUALITY, encode(rules))])


def stored_settings(database: Database) -> list[tuple[str, str]]:
    """(name, value) of all that people set."""
    rows = database.rows("select name, value from settings where name <> ?", [MARK])
    return [(name, value) for name, value in rows]


def store_settings(database: Database, settings: Iterable[tuple[str, str]], forget: Iterable[str] = ()) -> None:
    """Set each of these (name, value) for good; what is to be forgotten goes first."""
    rows = list(settings)
    with database.transaction() as cursor:
        for name in (*forget, *(name for name, _ in rows)):
            cursor.execute("delete from settings where name = ?", [name])
        for row in rows:
            cursor.execute("insert into settings values (?, ?)", list(row))
    copy = database.path.with_name(COPY)
    try:
        write_text(copy, json.dumps(dict(stored_settings(database)), indent=1, sort_keys=True))
    except OSError as error:
        raise unwritable(copy, error) from error


def restore_settings(database: Database) -> None:
    """Where the table holds nothing, what `settings.json` beside it says; where that says otherwise, write it again."""
    copy = database.path.with_name(COPY)
    if held := stored_settings(database):
        if sorted(told_settings(copy)) != sorted(held):
            store_settings(database, held)
    elif known := told_settings(copy):
        store_settings(database, known)


def told_settings(copy: Path) -> list[tuple[str, str]]:
    """(name, value) of all that this copy of the settings says and that one can set; [] where it can't be read."""
    try:
        told = json.loads(copy.read_bytes())
        return [(name, value) for name, value in told.items() if _is_known(name, value)]
    except (OSError, ValueError, AttributeError):
        return []


def _is_known(name: str, value: object) -> bool:
    """Whether this is something that one can set, whoever wrote the file."""
    if name == "quota":
        return isinstance(value, str) and value.isascii() and value.isdigit() and int(value) > 0
    if name == QUALITY:
        return _is_quality(value)
    if name.startswith(CAMPAIGN):
        return isinstance(value, str) and record_of(value, Campaign) is not None
    return name.startswith(ORDER) and isinstance(value, str) and _order(value) is not None


def _is_quality(value: object) -> bool:
    try:
        decode(str(value).encode(), QualityRules).check()
    except BadInput:
        return False
    return True
