"""What a link to the desk asks for beside its cell."""

from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True)
class ChosenSamples:
    """Samples that somebody asked for, by their candidates' ids, and since when: first until decided."""

    ids: tuple[str, ...] = ()
    since: datetime = datetime(1970, 1, 1, tzinfo=UTC)


NONE = ChosenSamples()
