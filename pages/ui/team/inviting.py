"""Links by which others come in."""

import streamlit as st

from curation.roles import TeamRole
from data.accounts.accounts import INVITED
from pages.ui.shell.guard import guarded
from pages.ui.shell.people import JOIN, accounts
from pages.ui.shell.session import annotator
from pages.ui.shell.sign_on import providers

LINK, ROLE, EMAIL = "team-link", "team-role", "team-email"


def draw_inviting() -> None:
    """Choose a role, make a link, and show it: once, for it is kept nowhere."""
    st.header("Invite a person")
    st.segmented_control(
        "As",
        tuple(TeamRole),
        default=TeamRole.ANNOTATOR,
        required=True,
        format_func=lambda r: r.value.capitalize(),
        key=ROLE,
    )
    if providers():
        st.text_input("E-mail address, if they sign in with a provider", key=EMAIL, max_chars=200, width=400)
    st.button("Make a link", type="primary", on_click=guarded(_make))
    if link := st.session_state.pop(LINK, None):
        st.code(link, language=None)
        st.caption(f"Send it to one person. It works once, within {INVITED.days} days, and is shown only now.")
        if st.session_state.get(EMAIL):
            st.caption("Whoever has that e-mail address with the provider needs no link: they sign in.")


@guarded
def _make() -> None:
    secret = accounts().invite(TeamRole(st.session_state[ROLE]), annotator(), st.session_state.get(EMAIL) or "")
    address = str(st.context.url or "").partition("?")[0].removesuffix("/team").rstrip("/")
    st.session_state[LINK] = f"{address}/?{JOIN}={secret}"
