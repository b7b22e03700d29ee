"""The secret of a workspace, with which this server signs what it hands out."""

import secrets
from pathlib import Path

from data.durable import lock_file, unwritable, write_bytes

NAME = "secret.key"
BYTES = 32


def secret(root: Path) -> bytes:
    """The workspace's secret, made at the first call: 32 random bytes that only this user may read.

    Of many who ask at once one makes it, and the others take that. One that can't be read whole is replaced; what it
    signed is void then. Raises BadInput where it can't be written.
    """
    path = root / NAME
    return _held(path) or _made(path)


def _held(path: Path) -> bytes:
    """The secret that is there, b"" for none."""
    try:
        held = path.read_bytes()
    except OSError:
        return b""
    return held if len(held) == BYTES else b""


def _made(path: Path) -> bytes:
    try:
        with lock_file(path.with_name(f".{path.name}.lock")):
            if held := _held(path):
                return held
            fresh = secrets.token_bytes(BYTES)
            write_bytes(path, fresh, mode=0o600)
            return fresh
    except OSError as error:
        raise unwritable(path, error) from error
