"""Questionnaires before and after the samples: ready-made ones, and what each kind of item takes as an answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from core.errors import BadInput

LONGEST_TEXT = 2_000  # characters of an answer in one's own words
SECRET = "I prefer not to say"
AGREE = ("Strongly disagree", "Disagree", "Neither", "Agree", "Strongly agree")


class QuestionnaireKind(StrEnum):
    """LIKERT: one of ordered options. CHOICE: any option. NUMBER: from `low` to `high`. TEXT: one's own words."""

    LIKERT = "likert"
    CHOICE = "choice"
    NUMBER = "number"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class QuestionnaireItem:
    """One question of a questionnaire. A number lies between `low` and `high`, in steps of `step`.

    `left` and `right` name the ends of a scale. One that is not `required` may be left empty.
    """

    id: str
    text: str
    kind: QuestionnaireKind = QuestionnaireKind.LIKERT
    options: tuple[str, ...] = ()
    low: float = 0
    high: float = 100
    step: float = 1
    left: str = ""
    right: str = ""
    required: bool = True

    def check(self) -> None:
        """Raise BadInput where it can't be asked: no text, too few options, a scale without extent."""
        if not self.id.strip() or not self.text.strip():
            raise BadInput(f"The question {self.id or self.text!r} of a questionnaire needs an id and a text.")
        if self.kind in (QuestionnaireKind.LIKERT, QuestionnaireKind.CHOICE) and len(set(self.options)) < 2:
            raise BadInput(f"The question {self.id!r} needs at least two different options to choose from.")
        if self.kind is QuestionnaireKind.NUMBER and not (self.low < self.high and self.step > 0):
            raise BadInput(
                f"The question {self.id!r} goes from {in_full(self.low)} to {in_full(self.high)} in steps of "
                f"{in_full(self.step)}; put the lower number first, and give a step above 0."
            )

    def accept(self, answer: str) -> str:
        """The answer as it is kept: an option in its words, a number, a text. Raises BadInput for any other.

        The sentence does not hold what was typed: sentences are logged, and whoever withdraws leaves nothing behind.
        """
        answer = answer.strip()
        if not answer:
            if self.required:
                raise BadInput(f"{self.text!r} needs an answer.")
            return ""
        match self.kind:
            case QuestionnaireKind.LIKERT | QuestionnaireKind.CHOICE:
                if answer not in self.options:
                    raise BadInput(f"The answer is not an option of {self.text!r}; choose one of the options.")
            case QuestionnaireKind.NUMBER:
                return self._number(answer)
            case QuestionnaireKind.TEXT if len(answer) > LONGEST_TEXT:
                raise BadInput(f"The answer has {len(answer):,} characters; shorten it to {LONGEST_TEXT:,}.")
        return answer

    def _number(self, answer: str) -> str:
        try:
            number = float(answer)
        except ValueError:
            number = self.low - 1
        if not self.low <= number <= self.high:
            raise BadInput(f"{self.text!r} needs a number from {in_full(self.low)} to {in_full(self.high)}.")
        return in_full(number)


def in_full(number: float) -> str:
    """The number with all its digits, up to the fifteen that a float holds: "1234567", "2.5"."""
    return f"{number:.15g}"


@dataclass(frozen=True, slots=True)
class Questionnaire:
    """Questions asked together. `name` goes into files and tables."""

    name: str
    title: str
    items: tuple[QuestionnaireItem, ...]
    intro: str = ""

    def check(self) -> None:
        """Raise BadInput for a questionnaire without a name or questions, or with two questions of one id."""
        if not self.name.strip() or not self.items:
            raise BadInput(f"The questionnaire {self.name or self.title!r} needs a name and at least one question.")
        ids = [item.id for item in self.items]
        if twice := next((id_ for id_ in ids if ids.count(id_) > 1), ""):
            raise BadInput(f"Two questions of {self.name!r} have the id {twice!r}; change one of the two ids.")
        for item in self.items:
            item.check()

    def accept(self, answers: Mapping[str, str]) -> dict[str, str]:
        """The answers as they are kept, by the questions' ids. Raises BadInput for what is missing or does not fit."""
        ids = {item.id for item in self.items}
        if stranger := next((id_ for id_ in answers if id_ not in ids), ""):
            raise BadInput(f"{self.title!r} has no question {stranger!r:.40}; reload the page.")
        return {item.id: item.accept(answers.get(item.id, "")) for item in self.items}


def sus() -> Questionnaire:
    """The System Usability Scale: ten statements, odd ones in praise and even ones in blame (after Brooke 1996)."""
    statements = (
        "I would like to use this study often.",
        "I found this study more complicated than necessary.",
        "This study was easy to use.",
        "I would need a technical person's help to use this study.",
        "The parts of this study work well together.",
        "Too many things in this study are inconsistent.",
        "Most people would learn to use this study quickly.",
        "This study was awkward to use.",
        "I felt confident while using this study.",
        "I had to learn a lot before I could use this study.",
    )
    items = tuple(QuestionnaireItem(f"sus{n}", text, options=AGREE) for n, text in enumerate(statements, 1))
    return Questionnaire("sus", "How easy was this to use?", items)


def nasa_tlx() -> Questionnaire:
    """The six scales of the NASA Task Load Index, 0 to 100 by 5, unweighted (after Hart & Staveland 1988)."""
    scales = (
        ("mental", "How much did you have to think?", "Very little", "Very much"),
        ("physical", "How much physical effort did it take?", "Very little", "Very much"),
        ("temporal", "How hurried did you feel?", "Not at all", "Very"),
        ("performance", "How well did you do what was asked?", "Perfectly", "Not at all"),
        ("effort", "How hard did you have to work to do what was asked?", "Not at all", "Very"),
        ("frustration", "How annoyed or insecure were you?", "Not at all", "Very"),
    )
    items = tuple(
        QuestionnaireItem(id_, text, QuestionnaireKind.NUMBER, step=5, left=left, right=right)
        for id_, text, left, right in scales
    )
    return Questionnaire("nasa-tlx", "How demanding was this?", items)


def demographics() -> Questionnaire:
    """What readers of a study want to know of its participants, in classes so broad that nobody is known by them."""
    return Questionnaire(
        "demographics",
        "About you",
        (
            _choice("age", "Your age", "18-24", "25-34", "35-44", "45-54", "55-64", "65 or more", SECRET),
            _choice("english", "How well do you read English?", "As my first language", "Fluently", "Well", "A little"),
            _choice("education", "Your highest education", "School", "Bachelor", "Master or higher", "Other", SECRET),
        ),
    )


def _choice(id_: str, text: str, *options: str) -> QuestionnaireItem:
    return QuestionnaireItem(id_, text, QuestionnaireKind.CHOICE, options)


def free_text() -> Questionnaire:
    """Room for anything that was not asked."""
    item = QuestionnaireItem(
        "comment", "Is there anything that you would like to tell us?", QuestionnaireKind.TEXT, required=False
    )
    return Questionnaire("comments", "In your own words", (item,))


QUESTIONNAIRES: Mapping[str, Questionnaire] = {
    form.name: form for form in (demographics(), sus(), nasa_tlx(), free_text())
}
"""The ready-made ones by name."""
