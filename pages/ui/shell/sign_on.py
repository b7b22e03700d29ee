"""Signing in with an OpenID Connect provider, where the app's secrets name one; never instead of the password."""

from collections.abc import Callable, Collection, Mapping
from importlib.util import find_spec

import streamlit as st

from core.errors import BadInput
from data.accounts.accounts import AGAIN
from pages.ui.shell.people import TOKEN, accounts

INSTALL = "Sign-in with a provider is set up, but Authlib is not installed; run pip install -r requirements-oidc.txt"
DEFAULT = "default"


def providers() -> list[str]:
    """The providers in the section [auth] of the secrets, by name; one that has none is "default"."""
    if not st.secrets.load_if_toml_exists() or "auth" not in st.secrets:
        return []
    section = st.secrets["auth"]
    names = [name for name, value in section.items() if isinstance(value, Mapping) and "client_id" in value]
    return [DEFAULT] * ("client_id" in section) + names


def admit(who_decided: Callable[[], Collection[str]]) -> None:
    """Begin a session for whoever a provider just vouched for; say why where they can't come in. Nobody gets the name
    of those who decided here."""
    user = st.user.to_dict() if providers() else {}
    if not user.get("is_logged_in"):
        return
    email, vouched = str(user.get("email") or ""), user.get("iat")
    if not email or user.get("email_verified") is not True or not isinstance(vouched, int):
        st.error(
            "The provider does not say that your e-mail address is verified; verify it there, or sign in by password."
        )
        return
    try:
        name = str(user.get("name") or "")
        st.session_state[TOKEN] = accounts().admit(email, name, vouched, who_decided())
    except BadInput as error:
        if str(error) != AGAIN:
            st.error(str(error))
    else:
        st.rerun()


def draw_providers() -> None:
    """A button for each provider; nothing where there is none."""
    names = providers()
    if names and find_spec("authlib") is None:
        st.caption(INSTALL)
        return
    for name in names:
        label = "Sign in with your organisation" if name == DEFAULT else f"Sign in with {name.capitalize()}"
        if st.button(label, key=f"sign-on-{name}", width="stretch"):
            st.login(None if name == DEFAULT else name)


def leave_provider() -> None:
    """Forget what the provider said of whoever sits here."""
    if providers() and st.user.get("is_logged_in"):
        st.logout()
