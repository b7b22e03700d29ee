"""The mixed model's figures of a study, kept beside it: they take seconds, and a package that takes long to load."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.identity import content_id
from core.metrics.estimate import Estimate
from core.metrics.study_results.mixed import mixed_shares
from curation.study.design import Question, StudyDesign
from curation.study.records import StudyAnswer, StudyItem
from curation.study.results.attention import attention, of_passed
from curation.study.results.judgements import GroupedBy, Judgement, group_of, judgements
from data.durable import write_failure_told, write_text
from data.records_json import encode, record_or_none
from data.study.files import EXPORTS

FILE = "mixed.json"
Items = Mapping[str, StudyItem]


@dataclass(frozen=True, slots=True)
class MixedFigure:
    """The shares of one option by group ("" for all judgements), of everybody or of those who `passed`.

    The standard deviations are those of the people, the items and what several items were made of, in log-odds;
    `why_not` says why there are no shares.
    """

    part: str
    question: str
    option: int
    by: GroupedBy
    passed: bool
    shares: Mapping[str, Estimate]
    person_sd: float
    item_sd: float
    why_not: str = ""
    source_sd: float = 0.0


@dataclass(frozen=True, slots=True)
class MixedFigures:
    """All of a study's, and `of` which answers they are."""

    of: str
    figures: tuple[MixedFigure, ...]

    def find(self, part: str, question: str, option: int, by: GroupedBy, passed: bool) -> MixedFigure | None:
        """The one of this question; None where it was not computed."""
        wanted = (part, question, option, by, passed)
        return next((f for f in self.figures if (f.part, f.question, f.option, f.by, f.passed) == wanted), None)


def answers_id(answers: Sequence[StudyAnswer]) -> str:
    """The content id of these answers, and of the effects in the model: figures of others are out of date."""
    lines = sorted(
        f"{a.participant}\x1f{a.item}\x1f{id_}\x1f{option}" for a in answers for id_, option in a.answers.items()
    )
    return content_id("by person, item and source", *lines)


def kept_figures(folder: Path) -> MixedFigures | None:
    """Those kept in the study's folder, of whatever answers; None where there are none that can be read."""
    return record_or_none(folder / EXPORTS / FILE, MixedFigures)


def keep_figures(folder: Path, figures: MixedFigures) -> None:
    """Keep them in the study's folder, where they are deleted when somebody withdraws: they were among the answers."""
    place = folder / EXPORTS / FILE
    with write_failure_told(place):
        place.parent.mkdir(mode=0o700, exist_ok=True)
        write_text(place, encode(figures))


def mixed_figures(
    design: StudyDesign, items: Items, answers: Sequence[StudyAnswer], allowed: int
) -> Iterator[MixedFigure]:
    """Every figure of the study, one after the other."""
    everybody = attention(answers, items, allowed)
    sides = [(False, list(answers))]
    if not all(person.passed for person in everybody):
        sides.append((True, of_passed(answers, everybody)))
    for passed, chosen in sides:
        for part in design.parts:
            for question in part.questions:
                rows = judgements(chosen, items, part.name, question.id)
                for by in GroupedBy:
                    yield from _figures(part.name, question, rows, by, passed)


def how_many(design: StudyDesign) -> int:
    """How many figures there are at most."""
    options = sum(len(question.options) for part in design.parts for question in part.questions)
    return 2 * options * len(GroupedBy)


def _figures(
    part: str, question: Question, rows: Sequence[Judgement], by: GroupedBy, passed: bool
) -> Iterator[MixedFigure]:
    """Of two options the second is what the first leaves."""
    count = len(question.options)
    for option in range(count if count > 2 else 1):
        figure = _figure(part, question.id, option, rows, by, passed)
        yield figure
        if count == 2:
            rest = {group: Estimate(1 - e.value, e.n, 1 - e.high, 1 - e.low) for group, e in figure.shares.items()}
            sds = (figure.person_sd, figure.item_sd, figure.why_not, figure.source_sd)
            yield MixedFigure(part, question.id, 1, by, passed, rest, *sds)


def _figure(
    part: str, question: str, option: int, rows: Sequence[Judgement], by: GroupedBy, passed: bool
) -> MixedFigure:
    fit = mixed_shares(
        [row.option == option for row in rows],
        [group_of(row, by) for row in rows],
        [row.participant for row in rows],
        [row.item for row in rows],
        [row.source for row in rows],
    )
    shares = {str(group): share for group, share in fit.shares.items()}
    sds = (fit.person_sd, fit.item_sd, fit.why_not, fit.source_sd)
    return MixedFigure(part, question, option, by, passed, shares, *sds)
