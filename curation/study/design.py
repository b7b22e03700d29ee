"""What a user study asks: parts in order, each of some perturbations, severities and data sets, and of whom.

Frozen records; `data.study.toml_form` reads and writes them as TOML.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.design import Condition
from core.errors import BadInput
from core.perturbations.conditions import parse_conditions
from core.severity import Severity
from core.so_many import so_many
from curation.study.questionnaires import Questionnaire

MOST_PARTICIPANTS = 2_000
MOST_SAMPLES = 500  # of one participant in one part
ANSWERS = "{answers}"  # in what an attention check says: the answers to give
CHECKED = "Some texts check whether you read carefully."  # in instructions
MINUTES = "{minutes}"  # in a consent: about how long the study takes
WRITTEN = re.compile(r"(\d+) min")  # what a consent says of it in figures
CONTACT = "{contact}"  # in a consent: whom to ask
INVITER = "the person who invited you"
SECONDS = 15.0  # that a sample takes a reader, roughly


class StudySplit(NamedTuple):
    """A split of a data set."""

    dataset: str
    split: str

    def __str__(self) -> str:
        return f"{self.dataset}/{self.split}"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of each sample; an answer is the number of an option, from 0.

    `unchanged` is the option that is right where nothing was changed, for the items that check who pays attention.
    """

    id: str
    text: str
    options: tuple[str, ...]
    unchanged: int = 0

    def check(self) -> None:
        """Raise BadInput for a question that can't be asked."""
        if not self.id.strip() or not self.text.strip():
            raise BadInput(f"The question {self.id or self.text!r} needs an id and a text.")
        if len(self.options) < 2 or len(set(self.options)) < len(self.options) or not all(map(str.strip, self.options)):
            raise BadInput(f"The question {self.id!r} needs at least two options, each with a different text.")
        if not 0 <= self.unchanged < len(self.options):
            most = len(self.options) - 1
            raise BadInput(
                f"The question {self.id!r} has no option {self.unchanged} for `unchanged`; "
                f"give a number from 0 to {most}."
            )


@dataclass(frozen=True, slots=True)
class TrainingItem:
    """An example that everybody judges first: texts, the right option of each question, and what is then said."""

    original: str
    perturbed: str
    right: Mapping[str, int]
    feedback: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class KnownItem:
    """A text of the researcher's own among the samples, of which the right option of each question is known."""

    original: str
    perturbed: str
    right: Mapping[str, int]
    label: str = ""


@dataclass(frozen=True, slots=True)
class StudyPart:
    """One part of a study: everybody judges `per_participant` samples of it, after the `training`.

    `data` names splits ("trec/test"); `perturbations` and `severities` are spelled as on the command line ("keyboard",
    "keyboard@5"; "pps-1"). Beside its samples each participant sees `checks` items that name the answer to give, and
    `gold` ones whose text is unchanged, at random places, and with them those of one's own: `own_checks`, `own_gold`.
    What a check says is `check_text`, with the answers to give in place of {answers}; "" is the usual sentence.
    `show_changes` marks the words that differ from the original.
    """

    name: str
    title: str
    data: tuple[str, ...]
    perturbations: tuple[str, ...]
    severities: tuple[str, ...]
    per_participant: int
    questions: tuple[Question, ...]
    instructions: str = ""
    checks: int = 0
    gold: int = 0
    training: tuple[TrainingItem, ...] = ()
    show_original: bool = True
    show_changes: bool = False
    show_label: bool = False
    own_checks: tuple[KnownItem, ...] = ()
    own_gold: tuple[KnownItem, ...] = ()
    check_text: str = ""

    @property
    def splits(self) -> tuple[StudySplit, ...]:
        """The splits that `data` names. Raises BadInput for one that is not written as data set, slash, split."""
        return tuple(map(_split, self.data))

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Each perturbation at each of the severities. Raises BadInput for what does not exist or fit together."""
        return parse_conditions(self.perturbations, tuple(map(Severity.parse, self.severities)))

    @property
    def items_each(self) -> int:
        """How many items each participant judges in it, training left out."""
        return self.per_participant + self.checks + self.gold + len(self.own_checks) + len(self.own_gold)

    def check(self) -> None:
        """Raise BadInput, which names the part, for what can't be asked."""
        where = f"Part {self.name or self.title!r}"
        if not self.name.strip() or not self.title.strip():
            raise BadInput(f"{where} needs a name and a title.")
        if not self.data or not self.questions:
            raise BadInput(f"{where} needs at least one data set and one question.")
        if not 1 <= self.per_participant <= MOST_SAMPLES:
            raise BadInput(
                f"{where} has {self.per_participant} samples for each participant; give a number from 1 to "
                f"{MOST_SAMPLES}."
            )
        if not (0 <= self.checks <= self.per_participant and 0 <= self.gold <= self.per_participant):
            raise BadInput(
                f"{where} has too many or too few checks or unchanged texts; give a number from 0 to "
                f"{self.per_participant} for each."
            )
        _different(f"{where}: the question", [question.id for question in self.questions])
        for question in self.questions:
            question.check()
        if self.check_text and ANSWERS not in self.check_text:
            raise BadInput(f"{where}: the attention check lacks {ANSWERS}; write {ANSWERS} where the answers belong.")
        for item in self.training:
            self._check_known(item, "training example")
        for own in self.own_checks:
            self._check_known(own, "attention check")
        for own in self.own_gold:
            self._check_known(own, "gold item")
        _named(where, lambda: (self.splits, self.conditions))

    def _check_known(self, item: TrainingItem | KnownItem, what: str) -> None:
        if not item.perturbed.strip() or (self.show_original and not item.original.strip()):
            article = "An" if what[0] in "aeiou" else "A"
            raise BadInput(f"{article} {what} of part {self.name!r} has no text; add the text, or remove the {what}.")
        for question in self.questions:
            if not 0 <= item.right.get(question.id, -1) < len(question.options):
                raise BadInput(
                    f"The {what} {item.perturbed!r:.40} of part {self.name!r} needs the number of the right option "
                    f"for the question {question.id!r}, from 0 to {len(question.options) - 1}."
                )


@dataclass(frozen=True, slots=True)
class StudyDesign:
    """A whole study. Each sample is judged by `judgements_per_item` of the `participants`, where that comes out even.

    `consent`, `instructions` and `thanks` are Markdown; where the consent says `{minutes}`, participants read how many
    the study takes, and for `{contact}` the `contact`, whom to ask. Those who finish see the `contact`,
    `completion_code` and a link to `return_url`, where there are any. Everything that is drawn follows from `seed`.
    With `go_back` they may go back to the item judged last and change its answer.
    Whoever misses more attention checks than `allowed_misses` is left out of the figures of those who passed.
    """

    title: str
    parts: tuple[StudyPart, ...]
    participants: int = 20
    judgements_per_item: int = 2
    consent: str = ""
    instructions: str = ""
    opening: tuple[Questionnaire, ...] = ()
    closing: tuple[Questionnaire, ...] = ()
    thanks: str = ""
    completion_code: str = ""
    return_url: str = ""
    seed: int = 0
    go_back: bool = True
    allowed_misses: int = 0
    notes: str = ""
    contact: str = ""

    @property
    def items_each(self) -> int:
        """How many items each participant judges, training left out."""
        return sum(part.items_each for part in self.parts)

    @property
    def minutes(self) -> int:
        """About how many minutes the study takes a participant, at least 1: so many seconds an item."""
        return max(1, round(self.items_each * SECONDS / 60))

    @property
    def told_consent(self) -> str:
        """The consent as participants read it; a contact that it has no place for stands at its end."""
        minutes = so_many(self.minutes, "minute")
        text = self.consent.replace(f"{MINUTES} minutes", minutes).replace(MINUTES, f"{self.minutes}")
        if self.contact and CONTACT not in text:
            text += f"\n\nQuestions? Ask {CONTACT}."
        return text.replace(CONTACT, self.contact or INVITER)

    @property
    def told_instructions(self) -> str:
        """The instructions as participants read them: texts that check them are named only where there are some."""
        checked = any(part.items_each > part.per_participant for part in self.parts)
        return self.instructions if checked else self.instructions.replace(CHECKED, "")

    @property
    def doubt_of_minutes(self) -> str:
        """The sentence about a consent that names a time more than a quarter off the computed one, "" for none."""
        written = [*map(int, WRITTEN.findall(self.consent))]
        if not written or any(abs(number - self.minutes) <= self.minutes / 4 for number in written):
            return ""
        expected = so_many(self.minutes, "minute")
        return f"The consent says {so_many(written[0], 'minute')}, but the study takes about {expected}."

    def part(self, name: str) -> StudyPart:
        """The part of this name; raises BadInput where there is none."""
        match = next((part for part in self.parts if part.name == name), None)
        if match is None:
            names = ", ".join(part.name for part in self.parts)
            raise BadInput(f"The study has no part {name!r}; its parts are {names}.")
        return match

    def questionnaire(self, name: str) -> Questionnaire:
        """The questionnaire of this name, before or after; raises BadInput where there is none."""
        match = next((form for form in (*self.opening, *self.closing) if form.name == name), None)
        if match is None:
            raise BadInput(f"The study has no questionnaire {name!r:.40}; reload the page.")
        return match

    def check(self) -> None:
        """Raise BadInput for the first thing that is missing, out of bounds or does not exist."""
        if not self.title.strip() or not self.parts:
            raise BadInput("A study needs a title and at least one part.")
        if not self.consent.strip():
            raise BadInput(
                "A study needs a consent text. Say what you ask, what you keep, how to withdraw and whom to contact."
            )
        if not 1 <= self.participants <= MOST_PARTICIPANTS:
            raise BadInput(
                f"A study can't have {self.participants} participants; give a number from 1 to {MOST_PARTICIPANTS:,}."
            )
        if not 1 <= self.judgements_per_item <= self.participants:
            raise BadInput(
                f"A sample can't be judged by {self.judgements_per_item} of {self.participants} participants; "
                f"give a number from 1 to {self.participants}."
            )
        if not 0 <= self.allowed_misses <= MOST_SAMPLES:
            raise BadInput(
                f"A study can't allow {self.allowed_misses} failed checks; give a number from 0 to {MOST_SAMPLES}."
            )
        if self.return_url and not self.return_url.startswith(("https://", "http://")):
            raise BadInput(f"The return address {self.return_url!r:.80} is not a web address; begin with https://.")
        _different("The part", [part.name for part in self.parts])
        _different("The questionnaire", [questionnaire.name for questionnaire in (*self.opening, *self.closing)])
        for part in self.parts:
            part.check()
        for questionnaire in (*self.opening, *self.closing):
            questionnaire.check()


def _split(spelled: str) -> StudySplit:
    dataset, slash, split = spelled.rpartition("/")
    if not slash or not dataset or not split:
        raise BadInput(f"{spelled!r} does not name a split; write data set, slash and split, such as trec/test.")
    return StudySplit(dataset, split)


def _different(what: str, names: Sequence[str]) -> None:
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise BadInput(f"{what} {twice!r} appears twice; give one of them another name.")


def _named(where: str, ask: Callable[[], object]) -> None:
    try:
        ask()
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from error
