"""The token without which nobody opens the app where nobody signs in: other users of the machine reach its port too.

It belongs to the workspace, so that pages stay open over a restart. The address printed at the start carries it, and
the browser keeps it in a cookie that no script reads.
"""

import hmac
import secrets
import sys
from functools import cache
from hashlib import sha256

from starlette.requests import HTTPConnection

from core.errors import BadInput
from data.secret import secret
from data.workspace import Workspace
from pages.ui.shell.people import asked_in_team, for_team, own_address

OFF = "--no-token"  # after `streamlit run app.py --`: whoever reaches the port may come in
PARAMETER = "token"
_once = set[str]()


def address() -> str:
    """The address to open, with the token where one is needed."""
    return f"{own_address()}/?{PARAMETER}={_token()}" if _asked() else own_address()


def address_once() -> str:
    """The same with a word that opens the app once, for a browser's command line is read by everybody here."""
    if not _asked():
        return own_address()
    _once.add(word := secrets.token_urlsafe(16))
    return f"{own_address()}/?{PARAMETER}={word}"


def needed(request: HTTPConnection) -> bool:
    """Whether this request needs the token: not where people sign in, and not where it was turned off."""
    return OFF not in sys.argv[1:] and not asked_in_team(request.headers)


def cookie() -> str:
    """The cookie's name: workspaces on other ports of this machine have others."""
    return f"flinch_token_{sha256(str(Workspace.current().root).encode()).hexdigest()[:8]}"


def brought(request: HTTPConnection) -> bool:
    """Whether the browser holds the token."""
    return _is_token(request.cookies.get(cookie(), ""))


def given(word: str) -> str:
    """The token, for whoever gives it or a word that opens once; "" for any other."""
    if word in _once:
        _once.discard(word)
        return _token()
    return _token() if _is_token(word) else ""


def _asked() -> bool:
    return OFF not in sys.argv[1:] and not for_team()


def _is_token(word: str) -> bool:
    return hmac.compare_digest(word.encode("utf-8", "replace"), _token().encode())


def _token() -> str:
    return _made(str(Workspace.current().root))


@cache
def _made(root: str) -> str:
    try:
        key = secret(Workspace.current().prepare().root)
    except BadInput:  # a workspace that can't be written, which every page says
        key = secrets.token_bytes()
    return hmac.new(key, f"token {root}".encode(), sha256).hexdigest()[:48]
