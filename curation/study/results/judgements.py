"""The judgements of one question, each with what was judged: what all figures of a study are made of."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from core.severity import Severity
from curation.study.records import ItemKind, StudyAnswer, StudyItem


@dataclass(frozen=True, slots=True)
class Judgement:
    """One participant on one perturbed text of so many `words`: the `option` chosen, from 0. `seconds` is by the
    browser's clock, by the server's where that says nothing, and 0 where no time is known.

    `source` names the sample that the text was made of: judgements of two texts of one sample hang together.
    """

    participant: str
    item: str
    perturbation: str
    dataset: str
    severity: str
    candidate_id: str
    option: int
    seconds: float
    words: int
    source: str


class GroupedBy(StrEnum):
    """What a study's judgements are grouped by."""

    ALL = "All"
    PERTURBATION = "Perturbation"
    DATASET = "Data set"
    SEVERITY = "Severity"


def judgements(
    answers: Iterable[StudyAnswer], items: Mapping[str, StudyItem], part: str, question: str
) -> list[Judgement]:
    """What was said to this question of the part's perturbed texts; checks and training are left out."""
    return [
        _judgement(answer, items[answer.item], answer.answers[question])
        for answer in answers
        if answer.part == part
        and question in answer.answers
        and answer.item in items
        and items[answer.item].kind is ItemKind.REAL
    ]


def _judgement(answer: StudyAnswer, item: StudyItem, option: int) -> Judgement:
    return Judgement(
        answer.participant,
        answer.item,
        item.perturbation,
        item.dataset,
        item.severity,
        item.candidate_id,
        option,
        answer.seconds,
        sum(len(text.split()) for text in item.perturbed.values()),
        f"{item.dataset}/{item.sample_id}" if item.sample_id else item.id,
    )


def grouped(rows: Iterable[Judgement], by: GroupedBy) -> Iterator[tuple[str, list[Judgement]]]:
    """(group, its judgements): all in one, or by name; severities from the lowest to the highest."""
    groups: dict[str, list[Judgement]] = {}
    for row in rows:
        groups.setdefault(group_of(row, by), []).append(row)
    if by is GroupedBy.SEVERITY:
        yield from sorted(groups.items(), key=lambda group: Severity.parse(group[0]))
    else:
        yield from sorted(groups.items())


def group_of(row: Judgement, by: GroupedBy) -> str:
    """The name of the group that this belongs to, "" where all are in one."""
    match by:
        case GroupedBy.PERTURBATION:
            return row.perturbation
        case GroupedBy.DATASET:
            return row.dataset
        case GroupedBy.SEVERITY:
            return row.severity
        case GroupedBy.ALL:
            return ""
