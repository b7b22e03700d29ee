"""Bringing a workspace of version 0.1 up to date: where its texts lie then, and what is kept of how it was."""

import json
import shutil
from typing import Any

import duckdb

from data.migration.files import KEPT, migrate_files
from data.store import Store
from data.workspace import Workspace
from tests.data.migration.conftest import FIXTURES
from tests.data.migration.test_workspace_0_1 import cell_of

SAID: dict[str, Any] = json.loads((FIXTURES / "workspace_0_1.json").read_text(encoding="utf-8"))


def test_no_text_is_left_in_the_database_and_what_was_is_kept(old: Workspace, store: Store) -> None:
    store.close()
    with duckdb.connect(str(old.database)) as connection:
        columns = {name for (name,) in connection.execute("select column_name from duckdb_columns()").fetchall()}
    assert "rewrites" not in columns
    with duckdb.connect(str(old.database.with_suffix(".before-0002_variants.duckdb"))) as connection:
        [(texts,)] = connection.execute("select count(rewrites) from candidates").fetchall()
    assert texts == sum(said["progress"]["candidates"] for said in SAID["cells"].values())
    assert len(list((old.root / KEPT).glob("jobs/*/candidates-*.parquet"))) == 7
    assert len(list((old.root / KEPT).glob("*/*/spec.json"))) == 4
    assert not list(old.jobs.glob("*/candidates-*.parquet"))


def test_the_database_can_be_built_again_from_what_lies_in_the_workspace(old: Workspace) -> None:
    Store.open(old).close()
    old.database.unlink()
    rebuilt = Store.rebuild(old)
    assert not rebuilt.skipped
    store = Store.open(old)
    for key, said in SAID["cells"].items():
        assert store.progress(cell_of(key)).candidates == said["progress"]["candidates"]
        assert [d.id for d in store.decisions(cell_of(key))] == [d["id"] for d in said["decisions"]]
    store.close()


def test_texts_that_only_the_database_holds_are_saved(old: Workspace) -> None:
    for folder in old.jobs.iterdir():
        if folder.is_dir():
            shutil.rmtree(folder)
    store = Store.open(old)
    for key, said in SAID["cells"].items():
        ids = [item["candidate_id"] for item in said["items"]]
        texts = [dict(item.candidate.perturbed) for item in store.items(cell_of(key), ids)]
        assert texts == [item["perturbed"] for item in said["items"]]
    store.close()


def test_doing_it_twice_is_doing_it_once(old: Workspace) -> None:
    migrate_files(old)
    before = {path: path.read_bytes() for path in old.root.rglob("*.json")}
    (old.root / ".layout").unlink()  # as if it had been interrupted at the very end
    migrate_files(old)
    assert {path: path.read_bytes() for path in old.root.rglob("*.json")} == before
