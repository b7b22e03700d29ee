"""What a session takes in and in which state of the study, and all that it has to show."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest

from core.errors import BadInput
from curation.study.records import StudyEventKind, StudyState
from data.study.session import LONGEST_ID, Receipt, StudySession
from data.study.study import Study
from data.workspace import Workspace
from tests.data.study.study_data import event_for, new_study, small_design, walked


@pytest.fixture
def study(workspace: Workspace) -> Study:
    return new_study(workspace)


@pytest.fixture
def session(study: Study) -> StudySession:
    opened = study.session(study.invite(1)[0].token)
    assert opened
    return opened


@pytest.mark.parametrize("id_", ["x" * (LONGEST_ID + 1), "a\nb", "a\x00"])
def test_an_id_that_no_page_sends_is_refused(session: StudySession, id_: str) -> None:
    with pytest.raises(BadInput, match="did not come from the page"):
        session.record(event_for(session.steps()[0], id_=id_))
    assert [event.kind for event in session.events()] == [StudyEventKind.INVITED]
    assert session.record(event_for(session.steps()[0], id_="x" * LONGEST_ID)) is Receipt.STORED
    assert session.record(event_for(session.steps()[0], id_="x")) is Receipt.STORED


def test_nothing_is_taken_but_what_the_screen_asks_for(session: StudySession) -> None:
    assert session.record(event_for(session.steps()[0])) is Receipt.STORED
    while len(steps := session.steps()) > 2:  # to the last questionnaire's
        kept = session.events()
        for later in steps[1:-1]:
            with pytest.raises(
                BadInput, match=r"This step is not saved|You have not finished yet|Some questions are left"
            ):
                session.record(event_for(later))
        assert session.events() == kept
        event = event_for(steps[0])
        assert session.record(event) is Receipt.STORED
        assert session.record(replace(event, id=f"{event.id}, of another tab")) is Receipt.DONE


@pytest.mark.parametrize("kind", [StudyEventKind.INVITED, StudyEventKind.DROPPED, StudyEventKind.WITHDREW])
def test_what_only_the_server_says_is_refused_and_so_is_no_id(session: StudySession, kind: StudyEventKind) -> None:
    consent = event_for(session.steps()[0])
    for forged in (replace(consent, kind=kind), replace(consent, id="")):
        with pytest.raises(BadInput, match="did not come from the page"):
            session.record(forged)
    assert len(session.events()) == 1


def test_a_pause_keeps_out_who_has_not_agreed_and_a_close_everybody(study: Study, session: StudySession) -> None:
    first, second = (event_for(step) for step in session.steps()[:2])
    with pytest.raises(BadInput, match="until you agree"):
        session.record(second)
    study.set_state(StudyState.PAUSED)
    with pytest.raises(BadInput, match="paused"):
        session.record(first)
    study.set_state(StudyState.OPEN)
    assert session.record(first) is Receipt.STORED
    assert session.record(first) is Receipt.REPEATED
    assert session.record(replace(first, id="another")) is Receipt.DONE
    study.set_state(StudyState.PAUSED)
    assert session.record(second) is Receipt.STORED
    study.set_state(StudyState.CLOSED)
    with pytest.raises(BadInput, match="The study is over"):
        session.record(event_for(session.steps()[0]))


def test_all_screens_stay_the_same_whatever_is_done_of_them(session: StudySession) -> None:
    rest = session.steps()[1:]
    assert session.screens() == rest
    walked(session, 4)
    assert session.screens() == rest and session.steps() == rest[3:]


def test_pages_are_told_these_words() -> None:
    assert [str(receipt) for receipt in Receipt] == ["stored", "repeated", "done"]


class Clock:
    def __init__(self) -> None:
        self.at = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at


@pytest.mark.parametrize("go_back", [False, True])
def test_the_answer_given_last_may_be_changed_where_the_design_lets_them_and_no_other(
    workspace: Workspace, go_back: bool
) -> None:
    study = new_study(workspace, replace(small_design(), go_back=go_back))
    session = study.session(study.invite(1)[0].token)
    assert session
    seen = walked(session, 5)  # consent, questionnaire, instructions, the training, an item
    training, item = seen[-2:]
    assert session.record(event_for(training, 1), again=True) is Receipt.DONE
    assert session.record(event_for(item, 1), again=False) is Receipt.DONE
    changed = Receipt.STORED if go_back else Receipt.DONE
    assert session.record(event_for(item, 1), again=True) is changed
    assert [answer.answers for answer in study.answers()] == [{"same": int(go_back)}]
    after = session.steps()[0]
    assert session.record(event_for(after), again=True) is Receipt.STORED  # goes on as always
    assert session.record(event_for(item, 0), again=True) is Receipt.DONE
    assert len(study.answers()) == 2


def test_how_long_an_answer_took_is_measured_here(study: Study) -> None:
    clock = Clock()
    timed = replace(study, now=clock)
    session = timed.session(timed.invite(1)[0].token)
    assert session
    for seconds in (2.5, -1, 0):  # a clock that was set back counts for nothing
        clock.at += timedelta(seconds=seconds)
        session.record(replace(event_for(session.steps()[0]), browser_ms=-5 if seconds else 10**10))
    times = [(event.server_ms, event.browser_ms) for event in session.events()[1:]]
    assert times == [(2500, 0), (0, 0), (0, 24 * 3600 * 1000)]


def test_a_preview_is_of_nobody_and_ends_with_a_withdrawal(study: Study) -> None:
    preview = study.preview()
    assert (preview.participant, preview.study) == ("preview", study.id)
    assert preview.events()[0].slot == 0 and preview.events()[0].id == "invited-preview"
    study.set_state(StudyState.CLOSED)
    assert preview.record(event_for(preview.steps()[0])) is Receipt.STORED
    preview.withdraw()
    assert preview.steps() == [] and preview.progress().id == "preview"


def test_who_was_dropped_counts_in_no_table_unless_it_is_asked_for(study: Study) -> None:
    session = study.session(study.invite(1)[0].token)
    assert session
    walked(session, 6)
    study.drop("P01")
    assert study.answers() == [] and study.responses() == []
    assert len(study.answers(dropped=True)) == 2


def test_a_study_knows_the_digests_of_what_never_changes(study: Study) -> None:
    known = study.register.digests
    assert set(known) == {"study.toml", "items.jsonl", "assignment.json"}
    assert all(sha256((study.folder / name).read_bytes()).hexdigest() == of for name, of in known.items())
