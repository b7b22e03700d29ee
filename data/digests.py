"""The SHA-256 of files of samples, perturbed samples, hints and predictions, in `.sha256` beside them. The last line on
a file holds; files of before have none."""

import re
from collections.abc import Mapping
from contextlib import suppress
from hashlib import file_digest
from pathlib import Path

from core.errors import BadInput

NAME = ".sha256"
LINE = re.compile(r"([0-9a-f]{64})  (.+)")


def digest(path: Path) -> str:
    """The SHA-256 of this file, in hexadecimal digits."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def note_digest(path: Path) -> None:
    """List this file; on a full disk it is not."""
    with suppress(OSError), path.with_name(NAME).open("ab", buffering=0) as file:  # one write: others may add to it too
        file.write(f"{digest(path)}  {path.name}\n".encode())


def noted_digests(folder: Path) -> Mapping[str, str]:
    """The digest of each file that is listed in this folder. Raises BadInput for a list that can't be read."""
    path = folder / NAME
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    except (OSError, ValueError) as error:
        raise _damaged_error(path) from error
    if path.exists() and not lines:
        raise _damaged_error(path)
    digests = {}
    for line in lines:
        if not (match := LINE.fullmatch(line)):
            raise _damaged_error(path)
        digests[match[2]] = match[1]
    return digests


def _damaged_error(path: Path) -> BadInput:
    return BadInput(f"{str(path)!r} is not a list of digests; delete this list to read the files without the check.")
