"""The load test of studies notices what goes wrong."""

from dataclasses import replace

from curation.study.records import StudyEvent
from data.study.event_log import FileLog
from data.study.study import Study
from data.workspace import Workspace
from tests.data.study.study_data import new_study, walked
from tests.load.study import Told, faults


def told_of(study: Study) -> tuple[Told, FileLog]:
    """Somebody who went through the whole study, with a browser that saw all of it, and their file."""
    invited = study.invite(1)[0]
    session = study.session(invited.token)
    assert session
    walked(session)
    made = {e.id: {"kind": str(e.kind), "item": e.item, "answers": dict(e.answers)} for e in session.events()[1:]}
    return Told(invited.token, made, set(made), finished=True), FileLog(
        study.folder / f"participants/{invited[0]}.jsonl"
    )


def rewritten(log: FileLog, events: list[StudyEvent]) -> None:
    log.path.unlink()
    for event in events:
        log.append(event)


def test_all_is_well_where_nothing_went_wrong(workspace: Workspace) -> None:
    study = new_study(workspace)
    assert faults(study, told_of(study)[0]) == []


def test_each_fault_is_noticed(workspace: Workspace) -> None:
    study = new_study(workspace)
    told, log = told_of(study)
    events = log.read()
    at = next(n for n, event in enumerate(events) if event.item)
    wrong = {
        "lost": [*events[:at], *events[at + 1 :]],
        "doubled": [*events, replace(events[at], id="second")],
        "misassigned": [*events[:at], replace(events[at], item="nothing"), *events[at + 1 :]],
        "another answer": [*events[:at], replace(events[at], answers={"same": 1}), *events[at + 1 :]],
        "of nobody's making": [*events[:at], replace(events[at], id="stranger"), *events[at + 1 :]],
    }
    for fault, stored in wrong.items():
        rewritten(log, stored)
        assert fault in " ".join(faults(study, told)), fault
    rewritten(log, events)
    assert faults(study, replace(told, finished=False)) == ["did not see the end"]
