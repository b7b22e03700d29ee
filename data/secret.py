"""The secret of a workspace, with which this server signs what it hands out."""

import secrets
from hashlib import sha256
from pathlib import Path

from core.errors import BadInput
from data.durable import lock_file, write_bytes, write_failure_told

NAME = "secret.key"
BYTES, CHECK = 32, 8


def secret(root: Path) -> bytes:
    """The workspace's secret, made at the first call: 32 random bytes that only this user may read.

    Of many who ask at once one makes it, and the others take that. One that can't be read whole is replaced; what it
    signed is void then. Raises BadInput where it can't be written.
    """
    path = root / NAME
    return _read_secret(path) or _make_secret(path)


def check_secret(root: Path) -> None:
    """Raise BadInput where there is a secret that can't be used."""
    path = root / NAME
    if path.exists() and not _read_secret(path):
        raise BadInput(
            f"{str(path)!r} is damaged, so links and tickets signed with it are no longer valid; "
            "restore a copy, or delete this file: the app then makes a new one."
        )


def _read_secret(path: Path) -> bytes:
    """The secret that is there, b"" for none."""
    try:
        held = path.read_bytes()
    except OSError:
        return b""
    whole = len(held) == BYTES or held == with_digest(held[:BYTES])  # of earlier versions there is no digest
    return held[:BYTES] if whole else b""


def with_digest(fresh: bytes) -> bytes:
    """The bytes as the file has them: with the beginning of their digest, so that a change of them shows."""
    return fresh + sha256(fresh).digest()[:CHECK]


def _make_secret(path: Path) -> bytes:
    with write_failure_told(path), lock_file(path.with_name(f".{path.name}.lock")):
        if held := _read_secret(path):
            return held
        fresh = secrets.token_bytes(BYTES)
        write_bytes(path, with_digest(fresh), mode=0o600)
        return fresh
