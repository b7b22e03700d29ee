"""Accounts: made by link once, opened by password, held by a session; nothing of use in the file."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from core.errors import BadInput
from curation.roles import TeamRole, may_open
from data.accounts.accounts import FILE, INVITED, LONGEST_NAME, SHORTEST, SIGNED_IN, Accounts
from data.accounts.attempts import FIRST, FREE, FREE_ADDRESS, LONGEST, MOST, Attempts

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
SECRET = "correct horse battery"


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, time: timedelta) -> None:
        self.now += time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def opened(tmp_path: Path, clock: Clock) -> Accounts:
    return Accounts(tmp_path, clock, CHEAP)


@pytest.fixture
def ada(opened: Accounts) -> str:
    """The session of the first researcher."""
    return opened.join(opened.set_up(), "Ada", SECRET)


def names(accounts: Accounts) -> list[tuple[str, TeamRole]]:
    return [(account.name, account.role) for account in accounts.all()]


def test_the_set_up_link_makes_one_researcher_and_only_the_newest_holds(opened: Accounts) -> None:
    first, second = opened.set_up(), opened.set_up()
    with pytest.raises(BadInput, match="used before, or is too old"):
        opened.join(first, "Eve", SECRET)
    assert opened.join(second, "  Ada   Lovelace ", SECRET)
    assert names(opened) == [("Ada Lovelace", TeamRole.RESEARCHER)]
    assert opened.set_up() == ""
    with pytest.raises(BadInput, match="used before"):
        opened.join(second, "Eve", SECRET)


def test_an_invitation_gives_its_role_once_and_for_a_week(opened: Accounts, ada: str, clock: Clock) -> None:
    link, late = opened.invite(TeamRole.ANNOTATOR, "Ada"), opened.invite(TeamRole.RESEARCHER, "Ada")
    session = opened.join(link, "Bob", SECRET)
    found = opened.who(session)
    assert found and (found.name, found.role) == ("Bob", TeamRole.ANNOTATOR)
    clock.pass_by(INVITED)
    assert opened.invitation(late) is None
    with pytest.raises(BadInput, match="too old"):
        opened.join(late, "Eve", SECRET)
    for nothing in ("", "x", "\ud800", link):
        assert opened.invitation(nothing) is None


@pytest.mark.parametrize(
    ("name", "password", "said"),
    [
        ("", SECRET, "1 to 60 characters"),
        ("x" * (LONGEST_NAME + 1), SECRET, "1 to 60"),
        ("a\x00b", SECRET, "can be printed"),
        ("ADA", SECRET, "is taken"),
        ("Bob", "x" * (SHORTEST - 1), "10 to 200"),
        ("Bob", "x" * 201, "10 to 200"),
        ("Bob the Builder", "bob the  BUILDER", "no password"),
    ],
)
def test_what_makes_no_account_leaves_the_link_as_it_was(
    opened: Accounts, ada: str, name: str, password: str, said: str
) -> None:
    link = opened.invite(TeamRole.ANNOTATOR, "Ada")
    with pytest.raises(BadInput, match=said):
        opened.join(link, name, password)
    assert opened.join(link, "Bob", SECRET)


def test_one_signs_in_by_name_in_any_case_and_the_right_password_alone(opened: Accounts, ada: str) -> None:
    assert opened.who(opened.sign_in(" ada ", SECRET)) == opened.who(ada)
    for name, password in (
        ("Ada", "wrong horse battery"),
        ("Eve", SECRET),
        ("", ""),
        ("Ada", ""),
        ("Ada", "x" * 10**6),
    ):
        with pytest.raises(BadInput, match="do not belong together"):
            opened.sign_in(name, password)


def test_a_session_goes_on_while_it_is_used_and_ends_two_weeks_after(opened: Accounts, ada: str, clock: Clock) -> None:
    for _ in range(4):
        clock.pass_by(SIGNED_IN - timedelta(days=1))
        assert opened.who(ada)
    clock.pass_by(SIGNED_IN)
    assert opened.who(ada) is None


def test_signing_out_ends_one_session_or_all_of_a_person(opened: Accounts, ada: str) -> None:
    here, there = opened.sign_in("Ada", SECRET), opened.sign_in("Ada", SECRET)
    bob = opened.join(opened.invite(TeamRole.ANNOTATOR, "Ada"), "Bob", SECRET)
    opened.sign_out(here)
    assert opened.who(here) is None
    assert opened.who(there)
    opened.sign_out_everywhere("ADA")
    assert (opened.who(there), opened.who(ada)) == (None, None)
    assert opened.who(bob)


def test_who_is_kept_out_is_out_at_once_and_comes_back_by_signing_in(opened: Accounts, ada: str) -> None:
    bob = opened.join(opened.invite(TeamRole.ANNOTATOR, "Ada"), "Bob", SECRET)
    opened.close("bob")
    assert opened.who(bob) is None
    with pytest.raises(BadInput, match="do not belong together"):
        opened.sign_in("Bob", SECRET)
    opened.reopen("Bob")
    assert opened.who(bob) is None
    assert opened.who(opened.sign_in("Bob", SECRET))


@pytest.mark.parametrize("change", [lambda a: a.close("Ada"), lambda a: a.set_role("Ada", TeamRole.ANNOTATOR)])
def test_there_is_always_a_researcher(opened: Accounts, ada: str, change: Callable[[Accounts], None]) -> None:
    with pytest.raises(BadInput, match="Ada is the last researcher"):
        change(opened)
    opened.join(opened.invite(TeamRole.RESEARCHER, "Ada"), "Bob", SECRET)
    change(opened)
    with pytest.raises(BadInput, match="nobody called 'Eve'"):
        opened.set_role("Eve", TeamRole.RESEARCHER)


def test_it_lasts_and_the_file_holds_no_password_link_or_session(
    opened: Accounts, ada: str, tmp_path: Path, clock: Clock
) -> None:
    link = opened.invite(TeamRole.ANNOTATOR, "Ada")
    again = Accounts(tmp_path, clock, CHEAP)
    assert again.who(ada) == opened.who(ada)
    assert again.invitation(link)
    text = (tmp_path / FILE).read_text()
    assert not [secret for secret in (SECRET, link, ada) if secret in text]
    assert "$argon2id$" in text
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


def test_a_damaged_file_lets_nobody_in_and_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{")
    with pytest.raises(BadInput, match="put back a copy"):
        Accounts(tmp_path, hasher=CHEAP)
    assert (tmp_path / FILE).read_text() == "{"


def test_too_many_wrong_passwords_have_to_wait_by_name_and_later_by_address(opened: Accounts, ada: str) -> None:
    def fails(name: str, address: str) -> None:
        with pytest.raises(BadInput, match="do not belong"):
            opened.sign_in(name, "wrong horse battery", address)

    for _ in range(FREE):
        fails("Ada", "10.0.0.1")
    with pytest.raises(BadInput, match="try again in 2 seconds"):
        opened.sign_in("Ada", SECRET, "10.0.0.2")
    for n in range(FREE_ADDRESS - FREE):
        fails(f"somebody {n}", "10.0.0.1")  # a team behind one address
    opened.join(opened.invite(TeamRole.ANNOTATOR, "Ada"), "Bob", SECRET)
    with pytest.raises(BadInput, match="try again in 2 seconds"):
        opened.sign_in("Bob", SECRET, "10.0.0.1")
    assert opened.who(opened.sign_in("Bob", SECRET, "10.0.0.2"))


def test_waits_grow_to_a_limit_and_are_forgotten() -> None:
    seconds = [0.0]
    attempts = Attempts(clock=lambda: seconds[0])
    waits = []
    for _ in range(FREE + 30):
        attempts.failed("a")
        waits.append(attempts.wait("a"))
    assert waits[: FREE + 1] == [0.0] * (FREE - 1) + [FIRST, 2 * FIRST]
    assert waits[-1] == LONGEST
    assert attempts.wait("b") == 0
    seconds[0] += LONGEST
    assert attempts.wait("a") == 0
    attempts.succeeded("a")
    attempts.failed("a")
    assert attempts.wait("a") == 0
    for n in range(MOST + 5):
        attempts.failed(f"name {n}")
    assert len(attempts._failed) == MOST


def test_an_annotator_may_open_the_desk_and_no_researchers_page() -> None:
    assert may_open(TeamRole.ANNOTATOR, "curate")
    for page in ("team", "evaluate", "datasets", "prepare", "progress", "start", "heatmaps", "studies"):
        assert not may_open(TeamRole.ANNOTATOR, page)
        assert may_open(TeamRole.RESEARCHER, page)
