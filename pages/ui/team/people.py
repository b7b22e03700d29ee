"""Everybody with an account, and what can be done about one of them."""

from collections.abc import Callable
from itertools import chain

import streamlit as st

from curation.people import by_person
from curation.roles import TeamRole
from data.accounts.accounts import LONGEST, SHORTEST
from data.accounts.records import Account
from pages.ui.shared.data_table import data_table
from pages.ui.shared.html_table import draw_table
from pages.ui.shell.guard import guarded
from pages.ui.shell.people import accounts
from pages.ui.shell.session import store
from pages.ui.shell.sign_on import providers

WHO = "team-who"


def draw_who_decided() -> None:
    """The names that people gave on Curate, where nobody signs in, with their decisions; nothing while there are
    none."""
    if decided := _decided():
        draw_table("Who decided here", ("Name", "Decisions"), ((name, f"{n:,}") for name, n in decided.items()))


def _decided() -> dict[str, int]:
    """How many decisions each person made, most first."""
    opened = store()
    verdicts = chain.from_iterable(opened.verdicts(cell.cell) for cell in opened.cells())
    return {tally.name: tally.decided for tally in by_person(verdict for verdict in verdicts if not verdict.settles)}


def draw_people() -> None:
    """A table of everybody who has an account or decided here, and below it what can be changed."""
    everybody, by_provider = accounts().all(), bool(providers())
    decided, last = _decided(), store().last_decided()
    rows: list[dict[str, object]] = [
        {
            "Name": account.name,
            "Role": account.role.value,
            "Joined": account.created.date(),
            **({"E-mail address": account.email} if by_provider else {}),
            "Active": "no" if account.closed else "yes",
        }
        for account in everybody
    ]
    by_name = {account.name: account for account in everybody}
    rows += [{"Name": name, "Role": "no account"} for name in sorted(last, key=str.casefold) if name not in by_name]
    for row in rows:
        name = str(row["Name"])
        row |= {"Decisions": decided.get(name, 0), "Last active": last[name].date() if name in last else None}
    st.header("People")
    data_table(rows, width="stretch")
    with st.container(border=True):
        placeholder = "Choose a person to change …"
        chosen = st.selectbox("Person", tuple(by_name), None, placeholder=placeholder, key=WHO, width=320)
        if not chosen:
            return
        _draw_changes(by_name[chosen])
        _draw_password(by_name[chosen])
        if by_provider:
            _draw_address(by_name[chosen])


def _draw_changes(account: Account) -> None:
    """The buttons for this person; whoever is signed in can be signed out at once."""
    name, opened = account.name, accounts()
    other = TeamRole.ANNOTATOR if account.role is TeamRole.RESEARCHER else TeamRole.RESEARCHER
    row, last = st.container(horizontal=True), opened.is_last_researcher(account)
    _button(row, f"Change role to {other}", lambda: opened.set_role(name, other), last)
    _button(row, "Sign out everywhere", lambda: opened.sign_out_everywhere(name))
    if account.closed:
        _button(row, "Enable", lambda: opened.reopen(name))
    else:
        _button(row, "Disable", lambda: opened.close(name), last)
    if last:
        st.caption("This is the last researcher. To change the role or to disable the account, add a researcher first.")
    st.caption("A disabled account can't sign in. Its decisions are kept, under its name.")


def _draw_password(account: Account) -> None:
    """A new password for whoever forgot theirs; it is shown to nobody and ends their sessions."""
    key = f"{WHO}-password-{account.name}"
    label = f"New password for {account.name}, at least {SHORTEST} characters"
    st.text_input(label, key=key, type="password", max_chars=LONGEST, autocomplete="new-password", width=320)
    _button(st.container(), "Set password", lambda: _set_password(account.name, key))
    st.caption(
        "A new password signs this person out everywhere. They can change the password after they sign in with it."
    )


def _set_password(name: str, key: str) -> None:
    accounts().set_password(name, st.session_state[key])
    st.session_state[key] = ""
    st.toast(f"{name} has a new password.")


def _draw_address(account: Account) -> None:
    key = f"{WHO}-address-{account.name}"
    st.text_input("E-mail address with the provider", account.email, key=key, max_chars=200, width=320)
    _button(st.container(), "Set address", lambda: accounts().set_email(account.name, st.session_state[key]))


def _button(
    where: "st.delta_generator.DeltaGenerator", label: str, change: Callable[[], None], disabled: bool = False
) -> None:
    where.button(label, on_click=guarded(change), disabled=disabled)
