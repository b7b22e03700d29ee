"""The secret of a workspace, with which this server signs what it hands out."""

import os
import secrets
from pathlib import Path

from data.durable import fsync_folder, unwritable

NAME = "secret.key"
BYTES = 32


def secret(root: Path) -> bytes:
    """The workspace's secret, made at the first call: 32 random bytes that only this user may read.

    One that can't be read whole is replaced; what it signed is void then. Raises BadInput where it can't be written.
    """
    path = root / NAME
    try:
        held = path.read_bytes()
    except OSError:
        held = b""
    return held if len(held) == BYTES else _made(path)


def _made(path: Path) -> bytes:
    """Written apart and put in place whole; who comes second takes what the first one made."""
    fresh = secrets.token_bytes(BYTES)
    draft = path.with_name(f".{path.name}-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.write(file, fresh)
            os.fsync(file)
        finally:
            os.close(file)
        draft.replace(path)
        fsync_folder(path.parent)
    except OSError as error:
        raise unwritable(path, error) from error
    return fresh
