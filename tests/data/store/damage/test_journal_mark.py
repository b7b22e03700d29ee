"""Of a journal that was compared before only what came later is read, and whatever does not fit is compared whole."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.records import Decision
from data.append_log import AppendLog
from data.store import Store
from data.store.repair.journal_mark import WORTH_IT, since
from data.workspace import Workspace
from tests.data.store.store_data import candidate, decision, write_job

MANY = WORTH_IT + 50


@pytest.fixture
def marked(workspace: Workspace) -> Iterator[Workspace]:
    """A workspace with many decisions that was opened once since they came; nobody has it open."""
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(20)))
    store.close()
    add(workspace, MANY)
    Store.open(workspace).close()
    yield workspace
    Store.open(workspace).close()


def add(workspace: Workspace, many: int) -> None:
    """Decisions that only the journal has, as after a kill."""
    journal = AppendLog(workspace.journal, Decision)
    journal.append([decision(candidate(n % 20).id, minute=n) for n in range(many)])


def stored(workspace: Workspace) -> int:
    store = Store.open(workspace)
    [(count,)] = store._database.rows("select count(*) from decisions")
    store.close()
    return int(count)


def read_since(workspace: Workspace) -> int | None:
    """How many lines the next opening has to read; None for all of them."""
    store = Store.open(workspace)
    later = since(store._database, AppendLog(workspace.journal, Decision))
    store.close()
    return None if later is None else len(later)


def test_what_was_compared_is_not_read_again_and_what_came_later_is_taken(marked: Workspace) -> None:
    assert read_since(marked) == 0
    add(marked, 3)
    assert stored(marked) == MANY + 3
    assert read_since(marked) == 3
    add(marked, WORTH_IT)
    assert stored(marked) == MANY + WORTH_IT + 3
    assert read_since(marked) == 0


def test_a_line_that_was_damaged_is_written_again(marked: Workspace) -> None:
    content = marked.journal.read_bytes()
    marked.journal.write_bytes(content.replace(b'"verdict":"keep"', b'"verdict":"kept"', 1))
    assert stored(marked) == MANY
    assert len({one.id for one in AppendLog(marked.journal, Decision).read([])}) == MANY


def test_a_journal_put_back_from_a_copy_gets_what_it_lacks(marked: Workspace, tmp_path: Path) -> None:
    copy = shutil.copyfile(marked.journal, tmp_path / "copy")
    add(marked, 5)
    assert stored(marked) == MANY + 5
    shutil.copyfile(copy, marked.journal)
    assert stored(marked) == MANY + 5
    assert len(list(AppendLog(marked.journal, Decision).read())) == MANY + 5
    marked.journal.write_bytes(b"".join(copy.read_bytes().splitlines(keepends=True)[:100]))
    assert stored(marked) == MANY + 5
    assert len(list(AppendLog(marked.journal, Decision).read())) == MANY + 5


def test_a_database_put_back_from_a_copy_gets_what_it_lacks(marked: Workspace, tmp_path: Path) -> None:
    copy = shutil.copyfile(marked.database, tmp_path / "copy")
    add(marked, WORTH_IT)
    assert stored(marked) == MANY + WORTH_IT
    shutil.copyfile(copy, marked.database)
    assert stored(marked) == MANY + WORTH_IT


def test_rows_that_went_from_the_database_come_back(marked: Workspace) -> None:
    store = Store.open(marked)
    with store._database.transaction() as cursor:
        cursor.execute("delete from decisions where number <= 7")
    store.close()
    assert stored(marked) == MANY
