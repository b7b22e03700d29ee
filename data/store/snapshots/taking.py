"""Taking a snapshot: a folder with a Parquet file for each table, that is there whole or not at all."""

import shutil
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import duckdb

from core.errors import BadInput
from data.accounts.copies import take_copy
from data.digests import digest
from data.durable import aside_of, fsync_file, fsync_folder, unwritable, write_text
from data.records_json import encode_checked
from data.store.opening import VERSION
from data.study.copies import FOLDER as STUDIES
from data.study.copies import SNAPSHOTS, forget, size_of_studies, take_copies
from data.study.gone import gone_from

CARD = "snapshot.json"
SETTINGS = "settings.json"
FOLDER = SNAPSHOTS


@dataclass(frozen=True, slots=True)
class SnapshotCard:
    """What a snapshot holds: the version of its tables, the rows of each, each file's SHA-256.

    `journal` is the size of the journal in bytes when it was taken; `why` says what for. Beside the tables lie copies
    of so many `studies`, whose files had `studies_size` bytes.
    """

    taken: datetime
    why: str
    version: int = 0
    rows: dict[str, int] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    journal: int = 0
    studies: int = 0
    studies_size: int = 0


def take(connection: duckdb.DuckDBPyConnection, root: Path, why: str) -> Path:
    """Put a snapshot of all tables, accounts and user studies into the workspace of this root; its folder.

    All tables are as they are at one moment, whatever is written meanwhile. Who withdraws meanwhile is left out. Raises
    duckdb.Error for a database that can't be read or a disk that is full, and BadInput where the place can't be
    written; then there is no snapshot.
    """
    now = datetime.now(UTC)
    target = root / FOLDER / f"{now:%Y%m%dT%H%M%S.%fZ}"
    aside = aside_of(target)
    try:
        aside.mkdir(parents=True)
        size = _size(root / "decisions.jsonl")
        connection.execute("begin")
        try:
            rows = {name: _copy(connection, name, aside) for name in _tables(connection)}
        finally:
            connection.execute("rollback")
        if (root / SETTINGS).exists():
            shutil.copyfile(root / SETTINGS, aside / SETTINGS)
        take_copy(root, aside)
        files = {path.name: digest(path) for path in sorted(aside.iterdir())}
        studies = size_of_studies(root), take_copies(root, aside)
        card = SnapshotCard(now, why, VERSION, rows, files, size, studies[1], studies[0])
        write_text(aside / CARD, encode_checked(card))
        for name in files:
            fsync_file(aside / name)
        fsync_folder(aside)
        aside.replace(target)
        fsync_folder(target.parent)
        with suppress(BadInput):  # the list of who left can't be read: what was copied is what is there
            forget(target / STUDIES, gone_from(root))
    except OSError as error:
        raise unwritable(target, error) from error
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return target


def quoted(path: Path) -> str:
    """The path as a text of SQL."""
    return "'" + str(path).replace("'", "''") + "'"


def _tables(connection: duckdb.DuckDBPyConnection) -> list[str]:
    query = "select table_name from information_schema.tables where table_schema = 'main' order by table_name"
    return [name for (name,) in connection.execute(query).fetchall()]


def _copy(connection: duckdb.DuckDBPyConnection, table: str, folder: Path) -> int:
    place = quoted(folder / f"{table}.parquet")
    [(rows,)] = connection.execute(f'copy (from "{table}") to {place} (format parquet, compression zstd)').fetchall()
    return int(rows)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
