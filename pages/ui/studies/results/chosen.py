"""What of a study is looked at: whose answers, which part and question; and the controls that choose it."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from curation.study.design import Question, StudyPart
from curation.study.records import StudyAnswer
from curation.study.results.attention import AttentionPaid, attention, checks_missed, of_passed, rule
from curation.study.results.judgements import GroupedBy, Judgement, judgements
from data.study.study import Study
from data.study_results.mixed import MixedFigure, MixedFigures, answers_id, kept_figures

EVERYBODY, PASSED = "Everybody", "Only those who passed"


@dataclass(frozen=True, slots=True)
class StudyRead:
    """A study's answers, read once for the page; `mixed` are the kept figures, whatever answers they are of."""

    study: Study
    answers: Sequence[StudyAnswer]
    attention: Sequence[AttentionPaid]
    mixed: MixedFigures | None

    @classmethod
    def of(cls, study: Study) -> "StudyRead":
        """Read the study."""
        answers = study.answers()
        paid = attention(answers, study.items, study.design.allowed_misses)
        return cls(study, answers, paid, kept_figures(study.folder))

    @property
    def up_to_date(self) -> bool:
        """Whether the mixed model was fitted to just these answers."""
        return self.mixed is not None and self.mixed.of == answers_id(self.answers)

    @property
    def all_passed(self) -> bool:
        """Whether nobody is left out."""
        return all(paid.passed for paid in self.attention)

    def rows(self, part: str, question: str, passed: bool = False) -> list[Judgement]:
        """The judgements of one question, of everybody or of those who passed."""
        answers = of_passed(self.answers, self.attention) if passed else self.answers
        return judgements(answers, self.study.items, part, question)


@dataclass(frozen=True, slots=True)
class ChosenQuestion:
    """What is looked at: a question of a part, and whose judgements of it."""

    read: StudyRead
    part: StudyPart
    question: Question
    passed: bool
    rows: Sequence[Judgement]

    def mixed(self, option: int, by: GroupedBy) -> MixedFigure | None:
        """The mixed model's figure, None while there is none of just these answers."""
        if not self.read.mixed or not self.read.up_to_date:
            return None
        passed = self.passed and not self.read.all_passed
        return self.read.mixed.find(self.part.name, self.question.id, option, by, passed)

    @property
    def shown(self) -> tuple[int, ...]:
        """The options that are drawn: of two the second says nothing that the first does not."""
        count = len(self.question.options)
        return tuple(range(count)) if count > 2 else (self.question.unchanged,)


def choose(read: StudyRead) -> ChosenQuestion:
    """The part and question, where there are several, and whose answers count."""
    questions = _by_name(read)
    picked = next(iter(questions))
    row = st.container(horizontal=True, gap="medium")
    if len(questions) > 1:
        key = f"results-question-{read.study.id}"
        picked = row.segmented_control("Part", list(questions), key=key, default=picked, required=True)
    part, question = questions[picked]
    passed = _choose_people(read, row)
    return ChosenQuestion(read, part, question, passed, read.rows(part.name, question.id, passed))


def _by_name(read: StudyRead) -> dict[str, tuple[StudyPart, Question]]:
    """Every part and question by what the selector calls it: the part's title, with the question where it has more."""
    return {
        part.title if len(part.questions) == 1 else f"{part.title}: {question.text}": (part, question)
        for part in read.study.design.parts
        for question in part.questions
    }


def _choose_people(read: StudyRead, row: "st.delta_generator.DeltaGenerator") -> bool:
    if not any(paid.checks for paid in read.attention):
        return False
    out = sum(not paid.passed for paid in read.attention)
    if not out:
        st.caption(f"{rule(read.study.design.allowed_misses)} No participant was left out.")
        return False
    key = f"results-people-{read.study.id}"
    chosen = row.segmented_control("Participants", [EVERYBODY, PASSED], key=key, default=EVERYBODY, required=True)
    missed = f"{out} of {len(read.attention)} participants failed {checks_missed(read.study.design.allowed_misses)}"
    gone = f"{missed} and {'is' if out == 1 else 'are'} left out."
    counted = gone if chosen == PASSED else f"All participants are counted; {missed}."
    st.caption(f"{counted} The rule was fixed in the design before anybody answered.")
    return chosen == PASSED


def in_percent(value: float, digits: int = 0) -> str:
    """ "94 %"."""
    return f"{100 * value:.{digits}f} %"
