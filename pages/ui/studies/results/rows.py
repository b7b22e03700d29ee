"""The rows of the figure and of its table: a group of judgements, and of each option the estimates."""

from collections.abc import Iterator
from dataclasses import dataclass

from core.errors import BadInput
from core.metrics.estimate import Estimate
from core.severity import Severity
from curation.study.results.judgements import GroupedBy
from curation.study.results.shares import GroupShares, shares
from data.published.user_study import PublishedAnswer, comparable
from pages.ui.shared.perturbation_words import heading, severity_in_words
from pages.ui.studies.results.chosen import ChosenQuestion


@dataclass(frozen=True, slots=True)
class SharePoint:
    """One option in one group: our estimates, and the published share (0-1), None where none was printed."""

    option: int
    wilson: Estimate
    clustered: Estimate
    mixed: Estimate | None
    published: PublishedAnswer | None = None


@dataclass(frozen=True, slots=True)
class ShareRow:
    """A group of judgements by its name."""

    name: str
    judgements: int
    items: int
    participants: int
    points: tuple[SharePoint, ...]


def share_rows(chosen: ChosenQuestion, by: GroupedBy) -> list[ShareRow]:
    """All judgements first, then the groups; of the lowest share first, and severities as they rise."""
    total = list(_rows(chosen, GroupedBy.ALL))
    if by is GroupedBy.ALL:
        return total
    groups = list(_rows(chosen, by))
    if by is not GroupedBy.SEVERITY:
        groups.sort(key=lambda row: (row.points[0].clustered.value, row.name))
    return [*total, *groups]


def _rows(chosen: ChosenQuestion, by: GroupedBy) -> Iterator[ShareRow]:
    printed = published_answers(chosen) if by is GroupedBy.ALL else {}
    for group in shares(chosen.rows, by, len(chosen.question.options)):
        points = tuple(_point(chosen, by, group, option, printed.get(option)) for option in chosen.shown)
        yield ShareRow(in_words(group.group, by), group.judgements, group.items, group.participants, points)


def _point(
    chosen: ChosenQuestion, by: GroupedBy, group: GroupShares, option: int, printed: PublishedAnswer | None
) -> SharePoint:
    estimates, figure = group.options[option], chosen.mixed(option, by)
    mixed = figure.shares.get(group.group) if figure else None
    return SharePoint(option, estimates.wilson, estimates.clustered, mixed, printed)


def published_answers(chosen: ChosenQuestion) -> dict[int, PublishedAnswer]:
    """What was printed of a part like this one, by option; where `unchanged` comes first, as in the paper."""
    question, part = chosen.question, chosen.part
    if question.unchanged or len(part.questions) > 1:
        return {}
    names = [row.perturbation for row in chosen.rows]
    return {answer.option: answer for answer in comparable(names, len(question.options))}


def in_words(group: str, by: GroupedBy) -> str:
    """A group's name as people read it."""
    if by is GroupedBy.PERTURBATION:
        return heading(group)
    if by is GroupedBy.SEVERITY:
        try:
            return severity_in_words(Severity.parse(group))
        except BadInput:
            return group
    return group or "All judgements"
