"""A study in which two people took part to its end, each with a word of their own in their answers."""

from dataclasses import replace
from pathlib import Path

from curation.study.records import ParticipantState
from data.study.copies import fault_of
from data.study.studies import Studies
from data.study.study import Study
from data.workspace import Workspace
from tests.data.study.study_data import event_for, new_study

NOBODY = 2**30  # the number of no process


def said_by(who: str) -> str:
    return f"the words of {who}"


def answered(workspace: Workspace) -> Study:
    study = new_study(workspace)
    for who in study.invite(2):
        session = study.session(who.token)
        assert session
        while session.steps() and session.progress().state is not ParticipantState.FINISHED:
            event = event_for(session.steps()[0])
            own = {name: said_by(who.participant) for name, text in event.responses.items() if text == "fine"}
            session.record(replace(event, responses={**event.responses, **own}))
    return study


def only_study(workspace: Workspace) -> Study:
    studies = Studies(workspace)
    return studies.open(studies.ids()[0])


def is_left(place: Path, who: str) -> list[Path]:
    """The files below this place that hold what this participant said."""
    word = said_by(who).encode()
    return [path for path in place.rglob("*") if path.is_file() and word in path.read_bytes()]


def leftovers(place: Path) -> list[Path]:
    return [path for path in place.rglob(".*") if path.name.endswith(".part")]


def is_whole(snapshots: Path) -> bool:
    return all(not fault_of(one / "studies") for one in snapshots.glob("[!.]*/"))
