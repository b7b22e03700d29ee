"""Who paid attention: what each participant made of the items whose right answer is known, and who is left out by it.

The rule is part of the design and fixed before anybody answers: whoever misses more of the attention checks than the
design allows is left out of the figures of those who passed. Gold, which is texts that did not change and those of the
researcher's own whose answer is known, is counted and leaves nobody out.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from curation.study.records import ItemKind, StudyAnswer, StudyItem


@dataclass(frozen=True, slots=True)
class AttentionPaid:
    """Of one participant: checks answered and missed, gold texts judged, and those answered otherwise than is right."""

    participant: str
    checks: int
    missed: int
    gold: int
    gold_missed: int
    passed: bool


def attention(answers: Iterable[StudyAnswer], items: Mapping[str, StudyItem], allowed: int) -> list[AttentionPaid]:
    """Of every participant who answered anything, in order; `allowed` checks may be missed."""
    by_participant: dict[str, list[StudyAnswer]] = {}
    for answer in answers:
        by_participant.setdefault(answer.participant, []).append(answer)
    return [_of(participant, given, items, allowed) for participant, given in by_participant.items()]


def rule(allowed: int) -> str:
    """The rule as a sentence."""
    return f"Participants who failed {checks_missed(allowed)} are left out."


def checks_missed(allowed: int) -> str:
    """What is missed by who does not pass: "an attention check"."""
    return f"more than {allowed} attention check{'s' if allowed > 1 else ''}" if allowed else "an attention check"


def of_passed(answers: Iterable[StudyAnswer], paid: Iterable[AttentionPaid]) -> list[StudyAnswer]:
    passed = {person.participant for person in paid if person.passed}
    return [answer for answer in answers if answer.participant in passed]


def _of(
    participant: str, answers: Iterable[StudyAnswer], items: Mapping[str, StudyItem], allowed: int
) -> AttentionPaid:
    right: dict[ItemKind, list[bool]] = {ItemKind.ATTENTION: [], ItemKind.GOLD: []}
    for answer in answers:
        item = items.get(answer.item)
        if item and item.kind in right:
            right[item.kind].append(all(answer.answers.get(id_) == option for id_, option in item.right.items()))
    checks, gold = right[ItemKind.ATTENTION], right[ItemKind.GOLD]
    missed = checks.count(False)
    return AttentionPaid(participant, len(checks), missed, len(gold), gold.count(False), missed <= allowed)
