"""The door of a team's workspace: signing in, joining by a link, signing out."""

from collections.abc import Callable, Collection

import streamlit as st

from core.errors import BadInput
from curation.roles import TeamRole
from data.accounts.accounts import LONGEST, LONGEST_NAME, NO_LINK, SHORTEST
from pages.ui.shell.people import COOKIE, JOIN, TOKEN, accounts, person, token
from pages.ui.shell.remember import remember
from pages.ui.shell.sign_on import admit, draw_providers, leave_provider

KNOWN = "known-to-browser"
OLD, NEW, SAID = "password-so-far", "password-new", "password-said"
NO_ACCOUNT = "No account? A researcher can send you a link."
FIRST_ACCOUNT = (
    "There are no accounts yet. The link for the first researcher is in the terminal in which Flinch runs. "
    "If it is older than a week, restart Flinch for a new one."
)
WHAT = {
    TeamRole.RESEARCHER: "You can do everything here and invite others.",
    TeamRole.ANNOTATOR: "You will judge perturbed samples, one after another.",
}


def signed_in(who_decided: Callable[[], Collection[str]]) -> bool:
    """Whether somebody is signed in; where nobody is, draw the door, at which nobody takes the name of those who
    decided here."""
    joining = str(st.query_params.get(JOIN, ""))
    account = person()
    if account and not joining:
        return _known_to_browser()
    st.session_state.pop(KNOWN, None)
    with st.container(width=520):
        st.title("Flinch")
        if joining:
            _join(joining, who_decided)
        else:
            admit(who_decided)
            _sign_in()
            draw_providers()
            st.caption(NO_ACCOUNT if accounts().all() else FIRST_ACCOUNT)
    remember(COOKIE, token() if account else "")
    return False


def _known_to_browser() -> bool:
    """Whether this browser holds the session by now: what a page asks the app beside Streamlit is refused before."""
    if remember(COOKIE, token(), awaited=KNOWN not in st.session_state):
        st.session_state[KNOWN] = True
    elif KNOWN not in st.session_state:
        st.caption("Signing you in …")
    return KNOWN in st.session_state


def draw_person() -> None:
    """Who is signed in, and the way out, for the sidebar."""
    account = person()
    if not account:
        return
    st.caption(f"Signed in, {account.role}")
    st.text(account.name)
    if account.password:
        with st.popover("Change password", type="tertiary", icon=":material/key:"):
            _draw_password(account.name)
    st.button("Sign out", type="tertiary", icon=":material/logout:", on_click=_leave)


def _draw_password(name: str) -> None:
    with st.form("change-password", border=False, clear_on_submit=True):
        st.text_input("Current password", type="password", max_chars=LONGEST, key=OLD, autocomplete="current-password")
        label = f"New password, at least {SHORTEST} characters"
        st.text_input(label, type="password", max_chars=LONGEST, key=NEW, autocomplete="new-password")
        st.form_submit_button("Change it", type="primary", on_click=_change_password, args=(name,))
    if outcome := st.session_state.pop(SAID, None):
        st.error(outcome) if isinstance(outcome, BadInput) else st.success(outcome)


def _change_password(name: str) -> None:
    state, address = st.session_state, str(st.context.ip_address or "")
    try:
        state[TOKEN] = accounts().change_password(name, state[OLD], state[NEW], address)
        state[SAID] = "Password changed. You are signed out everywhere else."
    except BadInput as error:
        state[SAID] = error


def _sign_in() -> None:
    with st.form("sign-in", border=True):
        st.header("Sign in")
        name = st.text_input("Name", max_chars=LONGEST_NAME, autocomplete="username")
        password = st.text_input("Password", type="password", max_chars=LONGEST, autocomplete="current-password")
        if st.form_submit_button("Sign in", type="primary"):
            try:
                st.session_state[TOKEN] = accounts().sign_in(name, password, str(st.context.ip_address or ""))
            except BadInput as error:
                st.error(str(error))
            else:
                st.rerun()


def _join(secret: str, who_decided: Callable[[], Collection[str]]) -> None:
    invited = accounts().invitation(secret)
    if invited is None:
        st.error(NO_LINK)
        st.button("Sign in instead", on_click=st.query_params.clear)
        return
    with st.form("join", border=True):
        st.header(f"Join as {invited.role}")
        st.caption(WHAT[invited.role])
        name = st.text_input(
            "Your name, as others see it",
            invited.name,
            max_chars=LONGEST_NAME,
            autocomplete="username",
            disabled=bool(invited.name),
        )
        password = st.text_input(
            f"A password of at least {SHORTEST} characters",
            type="password",
            max_chars=LONGEST,
            autocomplete="new-password",
        )
        if st.form_submit_button("Join", type="primary"):
            address = str(st.context.ip_address or "")
            try:
                st.session_state[TOKEN] = accounts().join(secret, name, password, address, who_decided())
            except BadInput as error:
                st.error(str(error))
            else:
                st.query_params.clear()
                st.rerun()


def _leave() -> None:
    accounts().sign_out(token())
    st.session_state[TOKEN] = ""
    leave_provider()
