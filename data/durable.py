"""Files that survive a power cut."""

import os
from pathlib import Path

from core.errors import BadInput


def fsync_folder(folder: Path) -> None:
    """Make a file's creation or renaming in this folder last."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def unwritable(path: Path, error: OSError, before: str = "") -> BadInput:
    """The sentence for a file that can't be written, and why."""
    reason = error.strerror or str(error)
    return BadInput(f"{before}{str(path)!r} can't be written ({reason}); make room or permission there and try again.")
