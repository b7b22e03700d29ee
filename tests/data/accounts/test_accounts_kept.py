"""The accounts of a team are in its snapshots and come back where they are missing or damaged; no session does."""

from contextlib import closing
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from core.errors import BadInput
from curation.roles import TeamRole
from data.accounts.accounts import FILE, Accounts
from data.accounts.copies import put_back
from data.store import Store
from data.store.snapshots.daily import take_snapshot
from data.store.snapshots.kept import Snapshot
from data.store.snapshots.restoring import restore
from data.workspace import Workspace

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
SECRET, NEW = "correct horse battery", "another horse battery"


def accounts(root: Path) -> Accounts:
    return Accounts(root, hasher=CHEAP)


@pytest.fixture
def team(workspace: Workspace) -> str:
    """A researcher and an annotator; the annotator's session. A link is open."""
    Store.open(workspace).close()
    opened = accounts(workspace.root)
    opened.join(opened.set_up(), "Ada", SECRET)
    bob = opened.join(opened.invite(TeamRole.ANNOTATOR, "Ada"), "Bob", SECRET)
    opened.invite(TeamRole.RESEARCHER, "Ada")
    return bob


@pytest.fixture
def taken(workspace: Workspace, team: str) -> Snapshot:
    return take_snapshot(workspace)


def test_a_snapshot_holds_people_and_no_session_or_link(taken: Snapshot) -> None:
    assert FILE in taken.card.files
    assert (taken.path / FILE).stat().st_mode & 0o077 == 0
    told = (taken.path / FILE).read_text()
    assert '"Bob"' in told
    assert "ends" not in told


@pytest.mark.parametrize("there", [None, b"", b"{", b"garbage"])
def test_they_come_back_where_they_are_gone_or_damaged(
    workspace: Workspace, taken: Snapshot, team: str, there: bytes | None
) -> None:
    path = workspace.root / FILE
    path.unlink() if there is None else path.write_bytes(there)
    assert restore(workspace, taken).accounts == 2
    assert path.stat().st_mode & 0o777 == 0o600
    opened = accounts(workspace.root)
    assert [account.name for account in opened.all()] == ["Ada", "Bob"]
    assert opened.who(team) is None
    assert opened.sign_in("Bob", SECRET)
    kept = list(workspace.root.glob("accounts.replaced-*.json"))
    assert [one.read_bytes() for one in kept] == ([] if there is None else [there])


def test_a_place_that_cannot_be_written_is_named(taken: Snapshot, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="gone"):
        put_back(tmp_path / "gone", taken.path)


def test_accounts_that_can_be_read_stay(workspace: Workspace, taken: Snapshot, team: str) -> None:
    accounts(workspace.root).set_password("Ada", NEW)
    assert restore(workspace, taken).accounts == 0
    assert accounts(workspace.root).who(team)
    assert accounts(workspace.root).sign_in("Ada", NEW)


def test_a_snapshot_without_accounts_leaves_damaged_ones(workspace: Workspace) -> None:
    Store.open(workspace).close()
    (workspace.root / FILE).write_text("{")
    taken = take_snapshot(workspace)
    assert FILE not in taken.card.files
    assert restore(workspace, taken).accounts == 0
    with pytest.raises(BadInput, match=r"can.t be read.*restore latest"), closing(Store.open(workspace)):
        accounts(workspace.root)
