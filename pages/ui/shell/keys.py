"""Keys that outlive the server: each says what it was made for, and is signed with the workspace's secret."""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256

from data.secret import secret
from data.workspace import Workspace


def key_for(kind: str, content: str) -> str:
    """A key of this kind that says so much: ASCII, and as secret as what it says."""
    signed = f"{kind}.{urlsafe_b64encode(content.encode()).decode()}"
    return f"{signed}.{_mark(signed)}"


def said_by(key: str) -> tuple[str, str] | None:
    """Its kind and what it says; None for a key that this workspace never made."""
    signed, _, mark = key.rpartition(".")
    if not key.isascii() or not hmac.compare_digest(mark, _mark(signed)):
        return None
    kind, _, content = signed.partition(".")
    return kind, urlsafe_b64decode(content).decode()


def _mark(signed: str) -> str:
    return hmac.new(secret(Workspace.current().root), f"key {signed}".encode(), sha256).hexdigest()
