"""Links by which others come in, and those that nobody has used yet."""

import streamlit as st

from curation.roles import TeamRole
from data.accounts.accounts import INVITED
from data.accounts.records import Invitation
from pages.ui.shell.guard import guarded
from pages.ui.shell.people import JOIN, accounts
from pages.ui.shell.session import annotator
from pages.ui.shell.sign_on import providers

LINK, ROLE, EMAIL = "team-link", "team-role", "team-email"


def draw_inviting() -> None:
    """Choose a role, make a link, and show it: once, for it is kept nowhere."""
    st.header("Invite a person")
    st.segmented_control(
        "Role",
        tuple(TeamRole),
        default=TeamRole.ANNOTATOR,
        required=True,
        format_func=lambda r: r.value.capitalize(),
        key=ROLE,
    )
    if providers():
        st.text_input("E-mail address (for sign-in with a provider)", key=EMAIL, max_chars=200, width=400)
    st.button("Make a link", type="primary", on_click=guarded(_make))
    if link := st.session_state.pop(LINK, None):
        st.code(link, language=None)
        st.caption(f"Send this link to one person. It works once, within {INVITED.days} days, and is shown only now.")
        if st.session_state.get(EMAIL):
            st.caption("A person who signs in with the provider and this e-mail address needs no link.")
    if still_open := accounts().open_invitations():
        st.subheader("Open invitations")
        for id_, invitation in still_open.items():
            with st.container(horizontal=True, vertical_alignment="center"):
                st.text(_told(invitation), width="stretch")
                st.button("Withdraw", on_click=_withdraw, args=(id_,), key=f"team-withdraw-{id_}")


def _told(invitation: Invitation) -> str:
    """ "Annotator, for ada@example.org, by Ben, until 5 Dec 2026, 14:30 UTC"."""
    whom = f", for {invitation.email}" if invitation.email else ""
    until = f"{invitation.ends:%-d %b %Y %H:%M} UTC"
    return f"{invitation.role.value.capitalize()}{whom}, by {invitation.by}, until {until}"


@guarded
def _withdraw(id_: str) -> None:
    accounts().withdraw(id_)
    st.toast("The invitation is withdrawn: its link no longer works.")


@guarded
def _make() -> None:
    secret = accounts().invite(TeamRole(st.session_state[ROLE]), annotator(), st.session_state.get(EMAIL) or "")
    address = str(st.context.url or "").partition("?")[0].removesuffix("/team").rstrip("/")
    st.session_state[LINK] = f"{address}/?{JOIN}={secret}"
