"""Who is reminded: whoever is not done and was quiet for long."""

from datetime import UTC, datetime, timedelta

from curation.study.records import Participant, ParticipantState
from curation.study.steps import needs_reminder

NOW = datetime(2026, 1, 10, 12, tzinfo=UTC)


def person(id_: str, state: ParticipantState, invited: int, last: int | None = None) -> Participant:
    """Invited and last heard of so many hours ago."""
    heard = None if last is None else NOW - timedelta(hours=last)
    return Participant(id_, state, 3, 10, 0, NOW - timedelta(hours=invited), heard)


def test_those_unheard_of_for_long_are_reminded_the_quietest_first() -> None:
    people = [
        person("P01", ParticipantState.INVITED, 48),
        person("P02", ParticipantState.INVITED, 47),
        person("P03", ParticipantState.WORKING, 90, 10),
        person("P04", ParticipantState.WORKING, 90, 60),
        person("P05", ParticipantState.FINISHED, 90, 80),
        person("P06", ParticipantState.DROPPED, 90, 80),
        person("P07", ParticipantState.WITHDREW, 90, 80),
    ]
    assert needs_reminder(people, NOW, timedelta(hours=48)) == ["P04", "P01"]
    assert [p.id for p in people if p.state.gone] == ["P06", "P07"]
