"""One visit of a participant's browser: what it sent is saved, and what it is to show comes back."""

from datetime import UTC, datetime
from pathlib import Path

from core.errors import BadInput
from core.identity import content_id
from curation.study.design import StudyDesign
from curation.study.records import ParticipantState, StudyEventKind, StudyState
from data.study.register import digest
from data.study.session import CLOSED, GONE, PAUSED, StudySession
from data.study.studies import OpenLink, Studies
from pages.ui.shared.markdown import BELOW_TITLE, nodes
from pages.ui.study.delivery import SyncResult, handle
from pages.ui.study.events import Message, event_of, id_of, mail
from pages.ui.study.payload import JSON, book, done

UNKNOWN = "This link does not open a study. Perhaps a part of the link is missing, or the link is no longer valid."
TITLE = "Study"
COOKIES = (
    "This page uses a cookie so that nobody takes part twice, but your browser does not store cookies. Please allow "
    "cookies for this page, then reload the page."
)
HALTED = {StudyState.PAUSED: PAUSED, StudyState.CLOSED: CLOSED}


def place_of(root: Path, token: str) -> str:
    """The name under which a browser keeps what is this link's: from it the link can't be told."""
    return content_id(str(root), digest(token))


def visit(studies: Studies, token: str, message: object, browser: str = "") -> JSON:
    """Save what the browser sent by this link and say what it shows next.

    A link that never was and one whose participant withdrew are told the same. Who comes in by an open link, which the
    scene has as `door`, gets one of their own, as `mine`: one for each `browser`.
    """
    root = studies.workspace.root
    place = place_of(root, token)
    received = mail(message, place)
    session = studies.session(token)
    if session is None and (door := studies.door(token)):
        return _at_door(root, place, door, received, browser) | {"door": place}
    if session is None:
        return _unknown(place, received)
    return _seen(session, place, received, handle(session, received.events))


def look(session: StudySession, place: str, message: object) -> JSON:
    """The same for a session that is at hand: a researcher's preview."""
    received = mail(message, place)
    return _seen(session, place, received, handle(session, received.events))


def trouble(root: Path, token: str) -> JSON:
    """What is told while the server can save and read nothing: the browser keeps all it has, and asks again."""
    return _scene(place_of(root, token), SyncResult(), TITLE, "trouble")


def _unknown(place: str, received: Message) -> JSON:
    """What a link that opens nothing is told; who is withdrawing, and was reached by no answer yet, that it is done."""
    leaving = frozenset(id_of(entry) for entry in received.events if _is(entry, StudyEventKind.WITHDREW))
    if leaving:
        return _scene(place, SyncResult(leaving, withdrew=True), TITLE, "gone")
    return _scene(place, SyncResult(), TITLE, "halted") | {"sentence": UNKNOWN}


def _at_door(root: Path, place: str, door: OpenLink, received: Message, browser: str) -> JSON:
    """An open link: its consent, and once somebody agrees a session of their own."""
    design = door.study.design
    agreed = next((entry for entry in received.events if _is(entry, StudyEventKind.CONSENTED)), None)
    if sentence := HALTED.get(door.study.state, ""):
        return _scene(place, SyncResult(), design.title, "halted") | {"sentence": sentence}
    if agreed is None:
        return _consent(design, place, SyncResult())
    try:
        if not browser:
            raise BadInput(COOKIES)
        own = door.join(browser)
    except BadInput as error:
        if isinstance(error.__cause__, OSError):
            raise
        refused = SyncResult(refused={id_of(agreed): str(error)})
        return _scene(place, refused, design.title, "halted") | {"sentence": str(error)}
    session = door.study.session(own)
    if session is None:  # they withdrew meanwhile
        return _unknown(place, received)
    handled = handle(session, [agreed])
    return _seen(session, place_of(root, own), Message(), handled) | {"mine": own}


def _is(entry: object, kind: StudyEventKind) -> bool:
    try:
        return event_of(entry, datetime.now(UTC)).kind is kind
    except BadInput:
        return False


def _seen(session: StudySession, place: str, received: Message, handled: SyncResult) -> JSON:
    design = session.design
    if handled.withdrew:
        return _scene(place, handled, design.title, "gone")
    state = session.progress().state
    match state:
        case ParticipantState.FINISHED:
            return _scene(place, handled, design.title, "done") | {
                "thanks": nodes(design.thanks, BELOW_TITLE),
                "contact": design.contact,
                "code": design.completion_code,
                "returns": design.return_url,
            }
        case ParticipantState.DROPPED:
            return _scene(place, handled, design.title, "halted") | {"sentence": GONE}
        case ParticipantState.WITHDREW:
            return _scene(place, handled, TITLE, "halted") | {"sentence": UNKNOWN}
    if sentence := HALTED.get(session.state, ""):
        return _scene(place, handled, design.title, "halted") | {"sentence": sentence}
    if state is ParticipantState.INVITED:
        return _consent(design, place, handled)
    questions = book(design, session.screens())
    return _scene(place, handled, design.title, "open") | {
        "version": questions["version"],
        "book": None if received.held == questions["version"] else questions,
        "done": done(session.events()),
    }


def _consent(design: StudyDesign, place: str, handled: SyncResult) -> JSON:
    return _scene(place, handled, design.title, "consent") | {"consent": nodes(design.told_consent, BELOW_TITLE)}


def _scene(place: str, handled: SyncResult, title: str, state: str) -> JSON:
    return {
        "place": place,
        "title": title,
        "state": state,
        "acknowledged": sorted(handled.acknowledged),
        "refused": dict(handled.refused),
    }
