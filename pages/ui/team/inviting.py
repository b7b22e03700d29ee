"""Links by which others come in, and those that nobody has used yet."""

import streamlit as st

from curation.roles import TeamRole
from data.accounts.accounts import INVITED, LONGEST_NAME
from data.accounts.records import Invitation
from pages.ui.shell.guard import guarded
from pages.ui.shell.people import JOIN, accounts
from pages.ui.shell.session import annotator, store
from pages.ui.shell.sign_on import providers

LINK, ROLE, NAME, EMAIL = "team-link", "team-role", "team-name", "team-email"


def draw_inviting() -> None:
    """Choose a role and a name, make a link, and show it: once, for it is kept nowhere."""
    st.header("Invite a person")
    st.segmented_control(
        "Role",
        tuple(TeamRole),
        default=TeamRole.ANNOTATOR,
        required=True,
        format_func=lambda r: r.value.capitalize(),
        key=ROLE,
    )
    st.text_input(
        "Name (optional)",
        key=NAME,
        max_chars=LONGEST_NAME,
        width=400,
        help="The account gets this name. A name that has decisions but no account needs such a link.",
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
                st.text(in_words(invitation), width="stretch")
                st.button("Withdraw", on_click=_withdraw, args=(id_,), key=f"team-withdraw-{id_}")


def in_words(invitation: Invitation) -> str:
    """ "Annotator, for Ada, by Ben, until 5 Dec 2026 14:30 UTC"."""
    whom = f", for {invitation.whom}" if invitation.whom else ""
    until = f"{invitation.ends:%-d %b %Y %H:%M} UTC"
    return f"{invitation.role.value.capitalize()}{whom}, by {invitation.by}, until {until}"


@guarded
def _withdraw(id_: str) -> None:
    accounts().withdraw(id_)
    st.toast("The invitation is withdrawn: its link no longer works.")


@guarded
def _make() -> None:
    state = st.session_state
    secret = accounts().invite(
        TeamRole(state[ROLE]), annotator(), state.get(EMAIL) or "", state[NAME], store().last_decided()
    )
    state[NAME] = ""
    address = str(st.context.url or "").partition("?")[0].removesuffix("/team").rstrip("/")
    state[LINK] = f"{address}/?{JOIN}={secret}"
