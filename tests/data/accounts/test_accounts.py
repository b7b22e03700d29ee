"""Accounts: made by link once, opened by password, held by a session; nothing of use in the file."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unicodedata import normalize

import pytest
from argon2 import PasswordHasher

from core.errors import BadInput
from curation.roles import TeamRole, may_open
from data.accounts.accounts import FILE, LONGEST_NAME, SHORTEST, SLOWED, Accounts
from data.accounts.attempts import FILE as TRIED
from data.accounts.attempts import FIRST, FREE, LONGEST, Attempts
from data.records_json import CHECKSUM

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
    clock.pass_by(timedelta(days=7, seconds=-1))
    assert opened.invitation(late)
    clock.pass_by(timedelta(seconds=1))
    assert opened.invitation(late) is None
    with pytest.raises(BadInput, match="too old"):
        opened.join(late, "Eve", SECRET)
    for nothing in ("", "x", "\ud800", link):
        assert opened.invitation(nothing) is None


def test_open_invitations_are_those_nobody_used_and_each_can_be_withdrawn(
    opened: Accounts, ada: str, clock: Clock
) -> None:
    opened.invite(TeamRole.ANNOTATOR, "Ada")
    clock.pass_by(timedelta(days=6))
    used, kept, lost = (opened.invite(role, "Ada") for role in (TeamRole.ANNOTATOR, *TeamRole))
    opened.join(used, "Bob", SECRET)
    assert len(opened.open_invitations()) == 3
    clock.pass_by(timedelta(days=1))  # the first one is too old
    roles = {one.role: id_ for id_, one in opened.open_invitations().items()}
    opened.withdraw(roles[TeamRole.ANNOTATOR])
    opened.withdraw("nobody's")
    assert opened.invitation(kept) and opened.invitation(lost) is None
    assert list(opened.open_invitations()) == [roles[TeamRole.RESEARCHER]]


@pytest.mark.parametrize(
    ("name", "password", "said"),
    [
        ("", SECRET, "1 to 60 printable characters"),
        ("x" * (LONGEST_NAME + 1), SECRET, "1 to 60"),
        ("a\x00b", SECRET, "printable characters"),
        ("ADA", SECRET, "is taken"),
        ("Bob", "x" * (SHORTEST - 1), "10 to 200"),
        ("Bob", "x" * 201, "10 to 200"),
        ("Bob the Builder", "bob the  BUILDER", "can't be your password"),
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
        with pytest.raises(BadInput, match="do not match"):
            opened.sign_in(name, password)


def test_a_session_goes_on_while_it_is_used_and_ends_two_weeks_after(opened: Accounts, ada: str, clock: Clock) -> None:
    for _ in range(4):
        clock.pass_by(timedelta(days=14, seconds=-1))
        assert opened.who(ada)
    clock.pass_by(timedelta(days=14))
    assert opened.who(ada) is None


def test_a_session_that_is_used_after_a_day_lasts_two_weeks_from_then(opened: Accounts, ada: str, clock: Clock) -> None:
    clock.pass_by(timedelta(days=1, seconds=1))
    assert opened.who(ada)
    clock.pass_by(timedelta(days=14, seconds=-1))
    assert opened.who(ada)


def test_a_session_that_is_used_within_its_first_day_ends_when_it_was_to_end(
    opened: Accounts, ada: str, clock: Clock
) -> None:
    clock.pass_by(timedelta(days=1))
    assert opened.who(ada)
    clock.pass_by(timedelta(days=13))
    assert opened.who(ada) is None


def test_links_that_are_too_old_are_kept_no_longer(opened: Accounts, ada: str, tmp_path: Path, clock: Clock) -> None:
    opened.invite(TeamRole.ANNOTATOR, "Ada")
    clock.pass_by(timedelta(days=7))
    opened.invite(TeamRole.ANNOTATOR, "Ada", "bob@example.org")
    held = json.loads((tmp_path / FILE).read_text())["invitations"].values()
    assert [one["email"] for one in held] == ["bob@example.org"]


def test_a_file_that_knows_accounts_alone_is_read(opened: Accounts, ada: str, tmp_path: Path) -> None:
    held = json.loads((tmp_path / FILE).read_text())
    (tmp_path / FILE).write_text(json.dumps({"accounts": held["accounts"]}))
    assert [account.name for account in opened.all()] == ["Ada"]
    assert opened.who(ada) is None
    (tmp_path / FILE).write_text("{}")
    assert opened.all() == [] and opened.invitation(ada) is None
    assert opened.set_up()


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
    with pytest.raises(BadInput, match="do not match"):
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
    with pytest.raises(BadInput, match="There is no account 'Eve'"):
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
    with pytest.raises(BadInput, match="restore a copy"):
        Accounts(tmp_path, hasher=CHEAP)
    assert (tmp_path / FILE).read_text() == "{"


def fails(opened: Accounts, name: str, address: str, said: str = "do not match") -> None:
    with pytest.raises(BadInput, match=said):
        opened.sign_in(name, "wrong horse battery", address)


def test_too_many_wrong_passwords_from_one_address_lock_nobody_out_elsewhere(opened: Accounts, ada: str) -> None:
    for _ in range(FREE):
        fails(opened, "Ada", "10.0.0.1")
    for _ in range(200):
        fails(opened, "ADA ", "10.0.0.1", "try again in 2 seconds")
    assert opened.who(opened.sign_in("Ada", SECRET, "10.0.0.2"))
    for n in range(100):
        fails(opened, f"somebody {n}", "10.0.0.3")  # a team behind one address
    opened.join(opened.invite(TeamRole.ANNOTATOR, "Ada"), "Bob", SECRET)
    assert opened.who(opened.sign_in("Bob", SECRET, "10.0.0.3"))


def test_where_the_right_password_was_used_before_it_is_slow_and_never_refused(tmp_path: Path, clock: Clock) -> None:
    pauses: list[float] = []
    opened = Accounts(tmp_path, clock, CHEAP, pauses.append)
    opened.join(opened.set_up(), "Ada", SECRET, "10.0.0.1")
    for _ in range(FREE + 100):
        fails(opened, "Ada", "10.0.0.1")
    assert pauses == [SLOWED] * 100
    assert opened.who(opened.sign_in("Ada", SECRET, "10.0.0.1"))
    fails(opened, "Ada", "10.0.0.1")
    assert len(pauses) == 101


def test_what_failed_counts_after_a_restart_and_a_damaged_count_keeps_nobody_out(
    opened: Accounts, ada: str, tmp_path: Path, clock: Clock
) -> None:
    opened.sign_in("Ada", SECRET, "10.0.0.2")
    for address in ("10.0.0.1", "10.0.0.2", "2001:db8::1"):
        for _ in range(FREE):
            fails(opened, "Ada", address)
    again = Accounts(tmp_path, clock, CHEAP, lambda seconds: None)
    for same in ("10.0.0.1", "2001:db8::2"):
        fails(again, "Ada", same, "try again in 2 seconds")
    assert again.who(again.sign_in("Ada", SECRET, "10.0.0.2"))
    assert (tmp_path / TRIED).stat().st_mode & 0o077 == 0
    assert "10.0.0" not in (tmp_path / TRIED).read_text()
    (tmp_path / TRIED).write_text("{")
    assert Accounts(tmp_path, clock, CHEAP).sign_in("Ada", SECRET, "10.0.0.1")


def test_waits_grow_to_a_limit_and_are_forgotten(tmp_path: Path, clock: Clock) -> None:
    attempts = Attempts(tmp_path, clock)
    waits = []
    for _ in range(FREE + 30):
        attempts.failed("a", "here")
        waits.append(attempts.wait("a", "here"))
    assert waits[:6] == [0, 0, 0, 0, 2, 4]
    assert waits[-1] == LONGEST == 900
    assert attempts.wait("b", "here") == attempts.wait("a", "there") == 0
    clock.pass_by(timedelta(seconds=LONGEST - 1))
    assert attempts.wait("a", "here") == 1
    clock.pass_by(timedelta(seconds=1))
    assert attempts.wait("a", "here") == 0
    attempts.succeeded("a", "here")
    attempts.failed("a", "here")
    assert attempts.wait("a", "here") == 0


def test_failures_are_forgotten_an_hour_after_the_last_and_success_forgets_those_of_its_own_pair(
    tmp_path: Path, clock: Clock
) -> None:
    attempts = Attempts(tmp_path, clock)
    for _ in range(FREE):
        attempts.failed("a", "here")
        attempts.failed("b", "here")
    clock.pass_by(timedelta(hours=1, seconds=-1))
    attempts.failed("a", "here")
    assert attempts.wait("a", "here") == 2 * FIRST  # the sixth
    clock.pass_by(timedelta(seconds=1))
    attempts.failed("b", "here")
    assert attempts.wait("b", "here") == 0  # the first again
    attempts.succeeded("b", "here")
    attempts.failed("a", "here")
    assert attempts.wait("a", "here") == 4 * FIRST
    assert attempts.knows("b", "here") and not attempts.knows("a", "here") and not attempts.knows("b", "there")


def test_only_the_newest_pairs_are_remembered(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.accounts.attempts.MOST", 2)
    attempts = Attempts(tmp_path, clock)
    for name in ("a", "b", "a", "c"):
        attempts.succeeded(name, "here")
    assert [attempts.knows(name, "here") for name in "abc"] == [True, False, True]
    for name in ("a", "b", "c", *["b"] * FREE):
        attempts.failed(name, "there")
    assert attempts.wait("b", "there")
    assert len(Attempts(tmp_path, clock)._tried.failed) == 2


def test_machines_of_one_ipv6_network_are_one_place_and_those_of_another_are_not(tmp_path: Path, clock: Clock) -> None:
    attempts = Attempts(tmp_path, clock)
    attempts.succeeded("a", "2001:db8:0:1::1")
    assert attempts.knows("a", "2001:db8:0:1:ffff::2")
    assert not attempts.knows("a", "2001:db8:0:2::1")
    attempts.succeeded("a", "10.0.0.1")
    assert not attempts.knows("a", "10.0.0.2")


COMMON = re.findall(
    r"\S+",
    """
    password123 1234567890 qwertyuiop iloveyou123 1q2w3e4r5t P@ssw0rd2024! aaaaaaaaaa qwerty12345 mypassword1
    letmein1234 Sunshine2023 abcabcabcabc 1qaz2wsx3edc football123 trustno1trustno1 12345qwert asdfghjkl; 0987654321
    administrator welcome2024 monkeydragon99 123456789a abcdefghij iloveyou!! 1234qwerasdf adalovelace1
    zxcvbnm123 ertzui2024 zert2024!! qazwsxedcr q1w2e3r4t5 zaq1xsw2cd !@#$%^&*() xkxkqjqjxk x7391password64k
    x7qwer3916k x7adalovelace3916k
    """,
)


@pytest.mark.parametrize("password", COMMON)
def test_the_commonest_passwords_are_refused(opened: Accounts, ada: str, password: str) -> None:
    with pytest.raises(BadInput, match="This password is too easy to guess"):
        opened.join(opened.invite(TeamRole.ANNOTATOR, "Ada"), "Ada Lovelace", password)


@pytest.mark.parametrize(
    "password",
    [
        *("wrong horse battery", "8675309867", "tr7k-Wq92-lmz", "summer rain over hills", "gh4Tq!ppz8"),
        *(
            "xkxkqjqjxz",
            "x73916password64k",
            "x739vpassword64k",
            "x7qwe3916k",
            "x7iop3916k",
            "x7bo3916k1",
        ),
    ],
)
def test_other_passwords_are_taken(opened: Accounts, ada: str, password: str) -> None:
    assert opened.join(opened.invite(TeamRole.ANNOTATOR, "Ada"), "Bo", password)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ＡＤＡ", "is taken"),
        ("ada", "is taken"),
        ("Аda", "two alphabets"),
        ("аdа", "two alphabets"),
        ("Ada Иванова", "two alphabets"),
        ("А\u0501а", "looks like the existing name 'Ada'"),
        ("Ada\u200b", "printable characters"),
        ("Ada\u3164", "printable characters"),
        ("A\u034fda", "printable characters"),
        ("Ada\ufe00", "printable characters"),
        ("Ada\ufe0f", "printable characters"),
    ],
)
def test_a_name_that_reads_or_looks_like_anothers_is_refused(opened: Accounts, ada: str, name: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        opened.join(opened.invite(TeamRole.ANNOTATOR, "Ada"), name, SECRET)


@pytest.mark.parametrize(
    "name",
    [
        *("Анна", "Zoë", "Ελένη", "山田 花子", "Kim 지우", "Nguyễn Văn", "O’Brien-Smith", "أمل"),
        *("山田 Ken", "さとう Aki", "サトウ Aki", "ㄅㄆ Li"),
    ],
)
def test_names_of_every_alphabet_are_taken_and_found_in_any_form(opened: Accounts, ada: str, name: str) -> None:
    assert opened.join(opened.invite(TeamRole.ANNOTATOR, "Ada"), name, SECRET)
    assert opened.sign_in(normalize("NFD", name.upper()), SECRET)


def test_names_of_before_are_found_as_they_are_compared_now(opened: Accounts, ada: str, tmp_path: Path) -> None:
    opened.join(opened.invite(TeamRole.ANNOTATOR, "Ada"), "Fiona", SECRET)
    written = (tmp_path / FILE).read_text().replace('"fiona"', '"ﬁona"').replace('"Fiona"', '"ﬁona"')
    written = re.sub(rf',\s*"{CHECKSUM}": "\w+"', "", written)  # files of before had none
    (tmp_path / FILE).write_text(written)
    assert Accounts(tmp_path, hasher=CHEAP).sign_in("FIONA", SECRET)


def test_of_two_names_that_read_alike_by_now_the_older_is_found_and_the_newer_kept(
    opened: Accounts, ada: str, tmp_path: Path, clock: Clock
) -> None:
    opened.join(opened.invite(TeamRole.ANNOTATOR, "Ada"), "Ona", SECRET)
    clock.pass_by(timedelta(days=1))
    opened.join(opened.invite(TeamRole.ANNOTATOR, "Ada"), "Fiona", "another horse battery")
    held = json.loads((tmp_path / FILE).read_text())
    del held[CHECKSUM]
    held["accounts"]["ﬁona"] = held["accounts"].pop("ona") | {"name": "ﬁona"}  # of a version that took both names
    (tmp_path / FILE).write_text(json.dumps(held))
    for _ in range(2):
        again = Accounts(tmp_path, clock, CHEAP)
        assert again.sign_in("Fiona", SECRET)  # writes the file
        assert sorted(account.name for account in again.all()) == ["Ada", "Fiona", "ﬁona"]


def test_an_invitation_of_before_names_no_address(opened: Accounts, ada: str, tmp_path: Path, clock: Clock) -> None:
    link = opened.invite(TeamRole.ANNOTATOR, "Ada")
    held = json.loads((tmp_path / FILE).read_text())
    del held[CHECKSUM]
    for invitation in held["invitations"].values():
        del invitation["email"]
    (tmp_path / FILE).write_text(json.dumps(held))
    bob = Accounts(tmp_path, clock, CHEAP).who(Accounts(tmp_path, clock, CHEAP).join(link, "Bob", SECRET))
    assert bob and bob.email == ""


DECIDED = ("Zoë", "bea")


@pytest.mark.parametrize("name", ["bea", "BEA", "Zoë", "Ье\u0430"])
def test_a_name_that_has_decisions_needs_a_link_for_it(opened: Accounts, ada: str, name: str) -> None:
    link = opened.invite(TeamRole.ANNOTATOR, "Ada", decided=DECIDED)
    with pytest.raises(BadInput, match="kept for somebody"):
        opened.join(link, name, SECRET, decided=DECIDED)
    assert opened.who(opened.join(link, "Bob", SECRET, decided=DECIDED))


def test_a_link_for_a_name_gives_the_name_as_its_decisions_have_it(opened: Accounts, ada: str) -> None:
    named = opened.invite(TeamRole.ANNOTATOR, "Ada", name=" BEA", decided=DECIDED)
    plain = opened.invite(TeamRole.ANNOTATOR, "Ada")
    assert [offer.whom for offer in opened.open_invitations().values()].count("bea") == 1
    with pytest.raises(BadInput, match="'bea' is kept"):
        opened.join(plain, "bea", SECRET)  # no decisions yet, but invited
    with pytest.raises(BadInput, match="an open invitation for 'Bea'; withdraw"):
        opened.invite(TeamRole.ANNOTATOR, "Ada", name="Bea")
    for wrong, message in (("ada", "is taken"), ("x" * (LONGEST_NAME + 1), "1 to 60")):
        with pytest.raises(BadInput, match=message):
            opened.invite(TeamRole.ANNOTATOR, "Ada", name=wrong)
    bea = opened.who(opened.join(named, "Somebody else", SECRET, decided=DECIDED))
    assert bea and bea.name == "bea"


def test_of_two_spellings_that_decided_a_link_gives_the_one_it_was_made_for(opened: Accounts, ada: str) -> None:
    opened.invite(TeamRole.ANNOTATOR, "Ada", name="bea ", decided=("Bea", "bea"))
    assert "bea" in [offer.name for offer in opened.open_invitations().values()]


def test_no_link_is_for_a_name_that_looks_like_that_of_who_decided(opened: Accounts, ada: str) -> None:
    like = "Ье\u0430"
    with pytest.raises(BadInput, match="looks like 'bea', who decided here; invite 'bea' or another name"):
        opened.invite(TeamRole.ANNOTATOR, "Ada", name=like, decided=DECIDED)
    assert opened.invite(TeamRole.ANNOTATOR, "Ada", name=like, decided=(*DECIDED, like))  # both decided


def test_who_reads_the_terminal_may_go_on_under_the_name_of_before(opened: Accounts) -> None:
    bea = opened.who(opened.join(opened.set_up(), "Bea", SECRET, decided=DECIDED))
    assert bea and bea.name == "bea"


def test_the_last_researcher_is_who_alone_can_invite(opened: Accounts, ada: str) -> None:
    opened.join(opened.invite(TeamRole.ANNOTATOR, "Ada"), "Bob", SECRET)
    assert [opened.is_last_researcher(account) for account in opened.all()] == [True, False]
    opened.set_role("Bob", TeamRole.RESEARCHER)
    assert not any(map(opened.is_last_researcher, opened.all()))


def test_an_annotator_may_open_the_desk_and_no_researchers_page() -> None:
    assert may_open(TeamRole.ANNOTATOR, "curate")
    for page in ("team", "evaluate", "datasets", "prepare", "progress", "start", "heatmaps", "studies"):
        assert not may_open(TeamRole.ANNOTATOR, page)
        assert may_open(TeamRole.RESEARCHER, page)
