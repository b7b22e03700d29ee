"""Who of a study's participants is to be written to."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from curation.study.records import Participant, ParticipantState

UNDER_WAY = (ParticipantState.INVITED, ParticipantState.WORKING)


def needs_reminder(people: Sequence[Participant], now: datetime, quiet: timedelta) -> list[str]:
    """The pseudonyms of those who are not done and of whom nothing was heard for so long, the longest unheard first."""
    late = [(since, p.id) for p in people if p.state in UNDER_WAY and (since := p.last or p.invited)]
    return [pseudonym for since, pseudonym in sorted(late) if now - since >= quiet]
