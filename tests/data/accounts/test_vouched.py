"""People for whom a provider vouches: invited by address, admitted once for each vouching, in the account's role."""

from pathlib import Path
from unicodedata import normalize

import pytest
from argon2 import PasswordHasher

from core.errors import BadInput
from curation.roles import TeamRole
from data.accounts.accounts import AGAIN, Accounts

HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
ANNOTATOR, RESEARCHER = TeamRole.ANNOTATOR, TeamRole.RESEARCHER


@pytest.fixture
def accounts(tmp_path: Path) -> Accounts:
    opened = Accounts(tmp_path, hasher=HASHER)
    opened.join(opened.set_up(), "Ada", "correct horse battery")
    return opened


def who(accounts: Accounts, session: str) -> tuple[str, TeamRole]:
    found = accounts.who(session)
    assert found
    return found.name, found.role


def test_an_invited_address_comes_in_without_a_link(tmp_path: Path, accounts: Accounts) -> None:
    accounts.invite(ANNOTATOR, "Ada", " Bob@Example.org ")
    assert who(accounts, accounts.admit("bob@example.org", "Bob", 10)) == ("Bob", ANNOTATOR)
    again = Accounts(tmp_path, hasher=HASHER)
    assert who(again, again.admit("BOB@example.org", "Robert", 11)) == ("Bob", ANNOTATOR)
    assert [account.name for account in again.all()] == ["Ada", "Bob"]
    with pytest.raises(BadInput, match="do not match"):
        again.sign_in("Bob", "")  # has no password


def test_a_stranger_is_told_so_and_makes_no_account(accounts: Accounts) -> None:
    accounts.invite(ANNOTATOR, "Ada")
    accounts.invite(RESEARCHER, "Ada", "bob@example.org")
    for address in ("eve@example.org", "", " "):
        with pytest.raises(BadInput, match="is not invited here"):
            accounts.admit(address, "Ada", 10)
    assert len(accounts.all()) == 1


def test_what_was_vouched_before_a_sign_out_opens_nothing_after_it(accounts: Accounts) -> None:
    accounts.set_email("Ada", "ada@example.org")
    session = accounts.admit("ada@example.org", "", 10)
    assert who(accounts, session) == ("Ada", RESEARCHER)
    assert who(accounts, accounts.admit("ada@example.org", "", 10))  # a reload
    accounts.sign_out(session)
    for old in (9, 10):
        with pytest.raises(BadInput, match=AGAIN):
            accounts.admit("ada@example.org", "", old)
    assert who(accounts, accounts.admit("ada@example.org", "", 11)) == ("Ada", RESEARCHER)
    accounts.sign_out_everywhere("Ada")
    with pytest.raises(BadInput, match=AGAIN):
        accounts.admit("ada@example.org", "", 11)


def test_who_is_kept_out_stays_out_whatever_a_provider_says(accounts: Accounts) -> None:
    accounts.invite(ANNOTATOR, "Ada", "bob@example.org")
    session = accounts.admit("bob@example.org", "Bob", 10)
    accounts.close("Bob")
    assert accounts.who(session) is None
    with pytest.raises(BadInput, match="is not invited here"):
        accounts.admit("bob@example.org", "Bob", 11)


def test_the_role_is_the_accounts_and_a_name_that_is_taken_gets_a_number(accounts: Accounts) -> None:
    accounts.invite(ANNOTATOR, "Ada", "ada2@example.org")
    session = accounts.admit("ada2@example.org", "ada\n\x1b", 10)
    assert who(accounts, session) == ("ada 2", ANNOTATOR)
    accounts.set_role("ada 2", RESEARCHER)
    assert who(accounts, session) == ("ada 2", RESEARCHER)


def test_nobody_who_is_vouched_for_gets_the_name_of_who_decided_unless_invited_by_it(accounts: Accounts) -> None:
    accounts.invite(ANNOTATOR, "Ada", "eve@example.org")
    accounts.invite(ANNOTATOR, "Ada", "bea@example.org", "Bea", ["bea"])
    assert [offer.whom for offer in accounts.open_invitations().values()].count("bea (bea@example.org)") == 1
    assert who(accounts, accounts.admit("eve@example.org", "Bea", 10, ["bea"])) == ("Bea 2", ANNOTATOR)
    assert who(accounts, accounts.admit("bea@example.org", "B. Smith", 10, ["bea"])) == ("bea", ANNOTATOR)


@pytest.mark.parametrize("name", ["b" * 60, normalize("NFD", "Zoë")])
def test_the_name_of_an_invitation_is_given_as_it_stands(accounts: Accounts, name: str) -> None:
    accounts.invite(ANNOTATOR, "Ada", "bea@example.org", name, [name])
    assert who(accounts, accounts.admit("bea@example.org", "Bea", 10, [name])) == (name, ANNOTATOR)


def test_of_two_invitations_for_an_address_the_one_with_a_name_holds_else_the_newer(accounts: Accounts) -> None:
    accounts.invite(ANNOTATOR, "Ada", "bea@example.org")
    accounts.invite(ANNOTATOR, "Ada", "bea@example.org", "bea", ["bea"])
    accounts.invite(RESEARCHER, "Ada", "bea@example.org")
    assert who(accounts, accounts.admit("bea@example.org", "Bea", 10, ["bea"])) == ("bea", ANNOTATOR)
    accounts.invite(ANNOTATOR, "Ada", "bob@example.org")
    accounts.invite(RESEARCHER, "Ada", "bob@example.org")
    assert who(accounts, accounts.admit("bob@example.org", "Bob", 10)) == ("Bob", RESEARCHER)


def test_an_address_is_one_persons(accounts: Accounts) -> None:
    accounts.set_email("Ada", "ada@example.org")
    accounts.set_email("Ada", "ada@example.org")
    with pytest.raises(BadInput, match="the address of somebody else"):
        accounts.invite(ANNOTATOR, "Ada", "ADA@example.org")
    for wrong in ("ada", "a@b@c", "a b@c"):
        with pytest.raises(BadInput, match="is not an e-mail address"):
            accounts.set_email("Ada", wrong)
    longest = "a" * 188 + "@example.org"
    accounts.set_email("Ada", longest)
    with pytest.raises(BadInput, match="has 201 characters; give an address of at most 200"):
        accounts.set_email("Ada", f"a{longest}")
    secret = accounts.invite(ANNOTATOR, "Ada", "bob@example.org")
    accounts.join(secret, "Bob", "correct horse battery")  # by the link, with a password
    assert who(accounts, accounts.admit("bob@example.org", "", 10)) == ("Bob", ANNOTATOR)


def test_an_old_invitation_holds_no_longer(tmp_path: Path, accounts: Accounts) -> None:
    from datetime import UTC, datetime, timedelta

    accounts.invite(ANNOTATOR, "Ada", "bob@example.org")
    later = Accounts(tmp_path, lambda: datetime.now(UTC) + timedelta(days=8), HASHER)
    with pytest.raises(BadInput, match="is not invited here"):
        later.admit("bob@example.org", "Bob", 10)


def test_who_was_vouched_for_leaves_their_link_dead_and_those_of_others_alive(accounts: Accounts) -> None:
    mine = accounts.invite(ANNOTATOR, "Ada", "bob@example.org")
    other = accounts.invite(RESEARCHER, "Ada", "eve@example.org")
    plain = accounts.invite(ANNOTATOR, "Ada")
    accounts.admit("bob@example.org", "Bob", 10)
    offered = [accounts.invitation(link) for link in (mine, other, plain)]
    assert offered[0] is None
    assert [(one.role, one.email) for one in offered[1:] if one] == [(RESEARCHER, "eve@example.org"), (ANNOTATOR, "")]
