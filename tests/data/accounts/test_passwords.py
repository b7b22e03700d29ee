"""Another password: one's own, somebody else's, and by a command beside the app; every session of before ends."""

from pathlib import Path

import pytest
from argon2 import PasswordHasher

from core.errors import BadInput
from curation.roles import TeamRole
from data.accounts.accounts import FILE, Accounts
from data.accounts.attempts import FREE

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
OLD, NEW = "correct horse battery", "another horse battery"


@pytest.fixture
def opened(tmp_path: Path) -> Accounts:
    return Accounts(tmp_path, hasher=CHEAP)


@pytest.fixture
def ada(opened: Accounts) -> str:
    """The session of the first researcher."""
    return opened.join(opened.set_up(), "Ada", OLD)


@pytest.fixture
def bob(opened: Accounts, ada: str) -> str:
    return opened.join(opened.invite(TeamRole.ANNOTATOR, "Ada"), "Bob", OLD)


def test_a_new_password_for_somebody_ends_their_sessions_and_nobody_elses(opened: Accounts, ada: str, bob: str) -> None:
    second = opened.sign_in("Bob", OLD)
    opened.set_password("bob", NEW)
    assert [opened.who(session) for session in (bob, second)] == [None, None]
    assert opened.who(ada)
    with pytest.raises(BadInput, match="do not match"):
        opened.sign_in("Bob", OLD)
    assert opened.who(opened.sign_in("Bob", NEW))


def test_a_password_that_can_not_be_taken_changes_nothing(opened: Accounts, bob: str) -> None:
    for password, said in (("short", "10 to 200"), ("x" * 201, "10 to 200")):
        with pytest.raises(BadInput, match=said):
            opened.set_password("Bob", password)
    with pytest.raises(BadInput, match="There is no account 'Eve'"):
        opened.set_password("Eve", NEW)
    assert opened.who(bob)
    assert opened.sign_in("Bob", OLD)


def test_ones_own_password_needs_the_old_one_and_goes_on_in_this_browser(opened: Accounts, ada: str) -> None:
    elsewhere = opened.sign_in("Ada", OLD)
    with pytest.raises(BadInput, match="do not match"):
        opened.change_password("Ada", NEW, NEW)
    assert opened.who(ada)
    session = opened.change_password("Ada", OLD, NEW)
    assert [opened.who(one) for one in (ada, elsewhere)] == [None, None]
    found = opened.who(session)
    assert found and found.name == "Ada"
    assert opened.sign_in("Ada", NEW)


def test_guessing_the_old_password_has_to_wait_like_signing_in(opened: Accounts, ada: str) -> None:
    for _ in range(FREE):
        with pytest.raises(BadInput, match="do not match"):
            opened.change_password("Ada", NEW, NEW, "10.0.0.9")
    with pytest.raises(BadInput, match="Too many wrong passwords"):
        opened.change_password("Ada", NEW, NEW, "10.0.0.9")


def test_what_another_process_changed_holds_at_once_and_is_not_written_over(
    tmp_path: Path, opened: Accounts, ada: str, bob: str
) -> None:
    Accounts(tmp_path, hasher=CHEAP).set_password("Bob", NEW)
    assert opened.who(bob) is None
    opened.invite(TeamRole.ANNOTATOR, "Ada")  # writes the file
    assert opened.sign_in("Bob", NEW)


def test_a_sign_in_under_way_does_not_outlast_the_password_it_was_begun_with(
    tmp_path: Path, opened: Accounts, bob: str
) -> None:
    class Slow(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> bool:
            opened.set_password("Bob", NEW)
            return super().verify(hash, password)

    slow = Accounts(tmp_path, hasher=Slow(time_cost=1, memory_cost=8, parallelism=1))
    with pytest.raises(BadInput, match="do not match"):
        slow.sign_in("Bob", OLD)


def test_the_file_is_its_owners_alone_after_a_change(tmp_path: Path, opened: Accounts, bob: str) -> None:
    opened.set_password("Bob", NEW)
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
    assert NEW.encode() not in (tmp_path / FILE).read_bytes()


def test_a_hash_of_weaker_settings_is_made_anew_by_the_next_right_password_and_by_that_alone(
    tmp_path: Path, opened: Accounts, ada: str
) -> None:
    def kept() -> str:
        (account,) = Accounts(tmp_path, hasher=CHEAP).all()
        return account.password

    old = kept()
    stronger = Accounts(tmp_path, hasher=PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
    with pytest.raises(BadInput, match="do not match"):
        stronger.sign_in("Ada", NEW)
    assert kept() == old
    assert stronger.sign_in("Ada", OLD)
    new = kept()
    assert "m=8,t=1,p=1" in old and "m=16,t=2,p=1" in new
    assert stronger.sign_in("Ada", OLD) and kept() == new
    assert stronger.who(ada)  # nobody has to sign in again for that
