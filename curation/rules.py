"""What a decision must look like before it is taken into the log."""

from collections.abc import Iterable

from core.errors import BadInput
from core.records import Decision, Verdict

LONGEST_NOTE = 10_000  # characters
LONGEST = {
    "id": 100,
    "candidate_id": 100,
    "annotator": 200,
    "label": 20_000,
    "reason": 200,
    "undoes": 100,
}  # characters
SAID = ("candidate_id", "annotator", "verdict", "label", "reason", "note", "undoes")  # by who made the decision


def check(decision: Decision) -> None:
    """Raise BadInput when the decision, on its own, is not one."""
    if not decision.id or not decision.candidate_id:
        raise BadInput("A decision needs an id and the id of its candidate; reload the page and decide again.")
    if not decision.annotator.strip():
        raise BadInput("A decision needs its annotator's name; enter your name and decide again.")
    if decision.at.tzinfo is None:
        raise BadInput(f"The decision time {decision.at} has no time zone; send a time with a zone, such as UTC.")
    if decision.verdict is Verdict.RELABEL and not decision.label.strip():
        raise BadInput("A relabel needs the new label; choose one and decide again.")
    if decision.verdict is Verdict.DISCARD and not decision.reason.strip():
        raise BadInput("A discard needs a reason; choose one and decide again.")
    if decision.verdict is Verdict.UNDO and not decision.undoes:
        raise BadInput("An undo needs the id of the decision to undo; reload the page and undo again.")
    if not 0 <= decision.milliseconds < 2**53:
        raise BadInput(
            f"A decision can't have taken {decision.milliseconds} milliseconds; send 0 if the time is not known."
        )
    _check_text(decision)


def _check_text(decision: Decision) -> None:
    texts = (decision.id, decision.annotator, decision.label, decision.reason, decision.note, decision.undoes)
    try:
        "".join(texts).encode()
    except UnicodeEncodeError as error:
        broken = error.object[error.start]
        raise BadInput(f"A decision has a broken character ({broken!r}); remove it from the note or label.") from error
    for name, longest in LONGEST.items():
        if (length := len(getattr(decision, name))) > longest:
            raise BadInput(f"The {name} of a decision has {length:,} characters; it can have {longest:,} at most.")
    if len(decision.note) > LONGEST_NOTE:
        raise BadInput(f"The note has {len(decision.note)} characters; shorten it to {LONGEST_NOTE}.")


def check_undo(undo: Decision, about: Iterable[Decision]) -> None:
    """Raise BadInput unless the undo names one of these decisions, made by the same person on the same candidate."""
    target = next((d for d in about if d.id == undo.undoes), None)
    if target is None or target.candidate_id != undo.candidate_id:
        raise BadInput(f"There is no decision {undo.undoes!r} on this sample to undo; reload the page.")
    if target.annotator != undo.annotator:
        raise BadInput(f"{target.annotator!r} made this decision; only this person can undo it.")
    if target.verdict is Verdict.UNDO:
        raise BadInput("An undo can't be undone; decide again instead.")


def same_event(one: Decision, other: Decision) -> bool:
    """Whether two decisions under one id are the same event sent twice: what its maker says is the same, whatever was
    noted of how it came."""
    return all(getattr(one, name) == getattr(other, name) for name in SAID)
