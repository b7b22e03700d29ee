"""Who withdrew from which study, and which studies were deleted: listed beside the studies, so that no copy of one that
is put back brings anybody back with it. Of a participant the list holds the pseudonym alone."""

from dataclasses import dataclass
from pathlib import Path

from core.errors import BadInput
from data.append_log import AppendLog

NAME = "withdrawn.jsonl"


@dataclass(frozen=True, slots=True, order=True)
class Withdrawal:
    """A participant who withdrew from a study; "" stands for the whole study, which was deleted."""

    study: str
    participant: str = ""


def note_gone(root: Path, gone: Withdrawal) -> None:
    """Put this on the list of the workspace of this root, for good. Raises BadInput where it can't be written."""
    log = AppendLog(root / NAME, Withdrawal, 0o600)
    if gone not in log.read([]):
        log.append([gone])


def gone_from(root: Path) -> frozenset[Withdrawal]:
    """All that is on the list. Raises BadInput where it can't be read: nobody comes back by damage."""
    path = root / NAME
    try:
        return frozenset(AppendLog(path, Withdrawal).read())
    except (OSError, BadInput) as error:
        raise BadInput(
            f"The list of withdrawn participants, {str(path)!r}, can't be read ({error}); restore a copy of it."
        ) from error
