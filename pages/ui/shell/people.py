"""Who sits here: on a laptop whoever gives a name, in a team whoever signed in."""

import ipaddress
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote

import streamlit as st
from starlette.requests import HTTPConnection

from core.errors import BadInput
from curation.roles import may_open
from data.accounts.accounts import Accounts
from data.accounts.records import Account
from data.workspace import Workspace
from pages.ui.shell.remember import recalled

TEAM = "FLINCH_TEAM"
COOKIE = "flinch_session"
TOKEN, PAGE = "signed-in", "page-that-runs"  # keys of the session's state, which no browser writes
NOT_ANY_MORE = "You are signed out, or no longer have access to this page; reload the page."
JOIN = "join"  # the link's part of the address
TAKES_PART = "flinch_participant"  # the cookie of a browser in which somebody agreed to take part, until it is closed
PASSED_ON = ("X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Forwarded")


def in_team() -> bool:
    """Whether people must sign in: FLINCH_TEAM says so, or the app can be reached from beyond this machine.

    It can where it listens for others, where it answers to a name that others use, and where this visit came through a
    server before it, which says so in the headers.
    """
    return asked_in_team(st.context.headers)


def asked_in_team(headers: Mapping[str, str]) -> bool:
    """The same for a request with these headers."""
    return for_team() or any(headers.get(name) for name in PASSED_ON)


def for_team() -> bool:
    """Whether they must whatever way they came."""
    setting = os.environ.get(TEAM, "").strip().lower()
    if setting not in ("", "0", "false", "no") or not _is_loopback(str(st.get_option("server.address") or "")):
        return True
    hosts = st.get_option("server.allowedHosts") or ()
    names = [hosts] if isinstance(hosts, str) else list(hosts)
    return not all(map(_is_loopback, names))


def accounts() -> Accounts:
    """The accounts of this workspace; the link for the first researcher is printed when there is none yet."""
    return _accounts(str(Workspace.current().prepare().root))


def participating() -> bool:
    """Whether somebody takes part in a study in this browser: where nobody signs in, then it opens nothing else until
    it is closed."""
    return not in_team() and recalled(TAKES_PART) == "1"


def person() -> Account | None:
    """Who signed in in this browser; None where nobody did, and where nobody has to."""
    return accounts().who(token()) if in_team() else None


def token() -> str:
    """The secret of the session that this browser holds, "" for none."""
    return str(st.session_state.get(TOKEN, recalled(COOKIE)))


def held_by(request: HTTPConnection) -> str:
    """The secret of the session that the browser of this request holds, "" for none."""
    return unquote(request.cookies.get(COOKIE, ""))


def may_see(page: str) -> bool:
    """Whether whoever sits here may open this page; nobody may while the accounts can't be read."""
    if not in_team():
        return page != "team"
    try:
        account = person()
    except BadInput:
        return False
    return account is not None and may_open(account.role, page)


def still_held(page: str, secret: str) -> Account:
    """Whose session has this secret; raises BadInput where it has ended, or may not be on this page any more."""
    account = accounts().who(secret)
    if account is None or not may_open(account.role, page):
        raise BadInput(NOT_ANY_MORE)
    return account


def still_admitted() -> None:
    """Raise BadInput where whoever sits here may not be on the page that runs: their role was changed, or they left."""
    if in_team() and (page := st.session_state.get(PAGE)) and not may_see(page):
        raise BadInput(NOT_ANY_MORE)


def own_address() -> str:
    """Where a browser on this machine finds the app, without a slash at its end."""
    listens, port = str(st.get_option("server.address") or ""), st.get_option("server.port")
    address = "localhost" if listens in ("", "0.0.0.0", "::") else listens
    path = str(st.get_option("server.baseUrlPath") or "").strip("/")
    scheme = "https" if st.get_option("server.sslCertFile") else "http"
    return f"{scheme}://{address}:{port}/{path}".rstrip("/")


@st.cache_resource(show_spinner=False)
def _accounts(root: str) -> Accounts:
    opened = Accounts(Path(root))
    if secret := opened.set_up():
        print(
            f"\n  Link for the account of the first researcher (works once): {own_address()}/?{JOIN}={secret}\n",
            file=sys.stderr,
            flush=True,
        )
    return opened


def _is_loopback(address: str) -> bool:
    """Whether only this machine can reach an app that listens there; an empty address stands for all of them."""
    if address == "localhost":
        return True
    try:
        return ipaddress.ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return False
