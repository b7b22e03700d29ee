"""Who withdrew from which study, and which studies were deleted: listed beside the studies, so that no copy of one that
is put back brings anybody back with it. Of a participant the list holds the pseudonym alone."""

from dataclasses import dataclass
from pathlib import Path

from core.errors import BadInput
from data.durable import fsync_folder, lock_file, unwritable, write_bytes
from data.records_json import decode, encode

NAME = "withdrawn.jsonl"


@dataclass(frozen=True, slots=True, order=True)
class GoneFrom:
    """A participant who withdrew from a study; "" stands for the whole study, which was deleted."""

    study: str
    participant: str = ""


def note_gone(root: Path, gone: GoneFrom) -> None:
    """Put this on the list of the workspace of this root, for good. Raises BadInput where it can't be written."""
    path = root / NAME
    line = encode(gone, ascii_only=True).encode()
    try:
        with lock_file(root / f".{NAME}.lock"):
            lines = path.read_bytes().splitlines() if path.exists() else []
            if line not in lines:
                write_bytes(path, b"".join(one + b"\n" for one in (*lines, line)), mode=0o600)
                fsync_folder(root)
    except OSError as error:
        raise unwritable(path, error) from error


def gone_from(root: Path) -> frozenset[GoneFrom]:
    """All that is on the list. Raises BadInput where it can't be read: nobody comes back by damage."""
    path = root / NAME
    try:
        return frozenset(decode(line, GoneFrom) for line in path.read_bytes().splitlines())
    except FileNotFoundError:
        return frozenset()
    except (OSError, BadInput) as error:
        raise BadInput(
            f"The list of those who withdrew, {str(path)!r}, can't be read; put back a copy of it, or mend its lines."
        ) from error
