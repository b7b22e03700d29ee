"""Predictions matched with the samples and variants that they are of."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite, isnan, nan

import numpy as np
import pyarrow as pa

from core.design import Condition
from core.errors import BadInput
from core.models.predictor import NumberAnswer
from core.perturbations.conditions import parse_condition
from core.records import Task
from data.formats.rows import BadRow
from data.imported_predictions.chances import Chances
from data.imported_predictions.reading import PredictedRow
from data.imported_predictions.tags import TagReader
from data.imported_predictions.texts import Texts, VariantIds

REASON = 300  # characters of what is said of a row
KEPT = 1000  # rows that match nothing and are told one by one
ID = re.compile(r"[0-9a-f]{20}")  # of a variant
ORIGINAL = {"", "original", "originals", "untouched", "none", "unperturbed"}


@dataclass(frozen=True, slots=True)
class Answer:
    """A predicted label with the probabilities of all labels in their order, () where they are not known."""

    label: str
    probabilities: tuple[float, ...] = ()


class Answers:
    """What is said of the texts of a condition, in arrays by the samples' places.

    `numbers` has the number of a label, or the score itself; NaN where nothing is said. `chances` has the
    probabilities, a row of NaN where they are not known; None where none are.
    """

    def __init__(self, samples: int) -> None:
        self.numbers = np.full(samples, nan)
        self.chances: np.ndarray | None = None

    def put(self, place: int, number: float, probabilities: tuple[float, ...]) -> None:
        self.numbers[place] = number
        if probabilities:
            if self.chances is None:
                self.chances = np.full((len(self.numbers), len(probabilities)), nan)
            self.chances[place] = probabilities


class Matched:
    """What was found: answers by condition (None for the originals), and rows that match nothing."""

    def __init__(self, texts: Texts, scores: bool = False) -> None:
        self.answers: dict[Condition | None, Answers] = {}
        self.bad: list[BadRow] = []  # the first of them
        self.many_bad = 0
        self.odd: tuple[str, ...] = ()  # sentences on probabilities
        self._texts, self._scores = texts, scores
        self._labels: list[str] = []
        self._numbers: dict[str, int] = {}

    def take(self, condition: Condition | None, place: int, answer: Answer) -> None:
        """Write down what is said of a text; raises BadInput where another label is said of it already."""
        answers = self.answers.get(condition)
        if answers is None:
            answers = self.answers[condition] = Answers(len(self._texts.ids))
        number, earlier = self._number(answer.label), answers.numbers[place]
        if isnan(earlier):
            answers.put(place, number, answer.probabilities)
        elif earlier != number:
            was = self.label(earlier)
            raise BadInput(f"another row gives this text the label {was!r}, but this row gives {answer.label!r}")

    def refuse(self, row: PredictedRow, reason: str) -> None:
        """Write down that a row matches nothing, and why."""
        self.many_bad += 1
        if len(self.bad) < KEPT:
            self.bad.append(BadRow(row.file, row.line, reason[:REASON]))

    def label(self, number: float) -> str:
        """The label that a number of `Answers.numbers` stands for."""
        return NumberAnswer(number).label if self._scores else self._labels[int(number)]

    def labels(self, numbers: np.ndarray) -> pa.Array:
        """The labels of numbers, as a column."""
        if self._scores:
            return pa.array([NumberAnswer(number).label for number in numbers.tolist()], pa.string())
        return pa.array(self._labels, pa.string()).take(pa.array(numbers.astype(np.int64)))

    def places(self, condition: Condition | None) -> np.ndarray:
        """The places of the texts that have to be predicted and are."""
        if (answers := self.answers.get(condition)) is None:
            return np.zeros(0, int)
        return np.flatnonzero(self._texts.wanted(condition) & ~np.isnan(answers.numbers))

    def otherwise(self, condition: Condition) -> np.ndarray:
        """The places of unchanged texts whose answer is other than that to the original."""
        answers, originals = self.answers.get(condition), self.answers.get(None)
        if answers is None or originals is None:
            return np.zeros(0, int)
        both = ~np.isnan(answers.numbers) & ~np.isnan(originals.numbers) & ~self._texts.changed[condition]
        return np.flatnonzero(both & (answers.numbers != originals.numbers))

    def predicted_labels(self) -> Iterator[tuple[Condition | None, str, str]]:
        """(condition, sample, label) of every text that has to be predicted and is."""
        for condition, answers in self.answers.items():
            for place in self.places(condition):
                yield condition, self._texts.ids[place], self.label(answers.numbers[place])

    def _number(self, label: str) -> float:
        if self._scores:
            return float(label)
        if label not in self._numbers:
            self._numbers[label] = len(self._labels)
            self._labels.append(label)
        return self._numbers[label]


def unchecked(row: PredictedRow) -> None:
    """The check that never refuses a row."""


def match_predictions(
    files: Sequence[tuple[str, Callable[[], Iterable[PredictedRow]]]],
    texts: Texts,
    labels: Sequence[str],
    task: Task = Task.CLASSIFICATION,
    softmax: bool = False,
    known: Iterable[tuple[Condition | None, str, str]] = (),
    check: Callable[[PredictedRow], None] = unchecked,
) -> Matched:
    """Each row of each (variant of the file, what reads its rows) with its sample and variant.

    A sample is named by its id, by a variant's id, or by its number in the grid's files, from 0, or from 1 where the
    number of samples is used and 0 is not. A variant is named as `VariantNames` says; a row that names none is of the
    file's. A numeric label that is not a label's name is its number, as in LABEL_1; only so where names are numbers.
    Of tags there is one for each token of the text. `softmax` makes probabilities of logits. `known` are (condition,
    sample, label) that were said before. Raises BadInput for softmax where there are no logits, and what `check` raises
    for a row.
    """
    names, result, chances = VariantNames(texts), Matched(texts, task is Task.SIMILARITY), Chances(len(labels), softmax)
    for condition, sample, label in known:
        result.take(condition, names.at[sample], Answer(label))
    first = _first_row_number((row.sample for _, rows in files for row in rows()), texts)
    answer_of = _reader(texts, labels, task, chances)
    for variant, rows in files:
        for row in rows():
            check(row)
            try:
                condition, place = names.place(row, variant, first)
                result.take(condition, place, answer_of(row, condition, texts.ids[place]))
            except BadInput as error:
                result.refuse(row, str(error))
    chances.check_softmax()
    result.odd = tuple(chances.warnings())
    return result


def _reader(
    texts: Texts, labels: Sequence[str], task: Task, chances: Chances
) -> Callable[[PredictedRow, Condition | None, str], "Answer"]:
    """What reads the answer of a row on a condition's text of a sample."""
    if task is Task.TAGGING:
        tags = TagReader(texts.tagged, labels)
        return lambda row, condition, sample: Answer(tags.read(row, condition, sample))
    reader = _Labels(labels, chances)
    return lambda row, _, sample: _number(row) if task is Task.SIMILARITY else reader.answer(row, sample)


def _first_row_number(samples: Iterable[str], texts: Texts) -> int:
    """1 where row numbers run from 1 to the number of samples, else 0."""
    last = False
    for sample in samples:
        if sample not in texts.gold and re.fullmatch(r"[0-9]{1,9}", sample):
            if int(sample) == 0:
                return 0
            last = last or int(sample) == len(texts.ids)
    return int(last)


class VariantNames:
    """What a file may call the variants: an id of one, "keyboard@5", "keyboard-percent-characters-5", a grid's path.

    `at` is the place of each sample by its id.
    """

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self.at = {id_: place for place, id_ in enumerate(texts.ids)}
        self._spelled: dict[str, Condition | None] = dict.fromkeys(ORIGINAL)
        for condition in texts.changed:
            key = f"{condition.perturbation}/{condition.severity.key}"
            printed = f"{condition.perturbation}@{condition.severity}"
            spellings = (condition.spelled, condition.key, str(condition), key, key.replace("/", "@"), printed)
            self._spelled |= {name.casefold(): condition for name in spellings}
        self._known: dict[str, Condition | None] = {}  # what names meant so far
        self._ids: VariantIds | None = None  # made when a row names something else than a condition and a sample

    def place(self, row: PredictedRow, file_variant: str, first: int) -> tuple[Condition | None, int]:
        """(condition, place of the sample) of a row; raises BadInput for what is not there."""
        variant_name = row.variant or file_variant
        if variant_name not in self._known and not ID.fullmatch(variant_name):
            with suppress(BadInput):
                self._known[variant_name] = self.condition(variant_name)
        if variant_name not in self._known or row.sample not in self.at:
            for name in (row.variant, row.sample):
                if name and (variant := self._find_variant(name)):
                    changed, place = variant
                    of_originals = bool(file_variant) and self.condition(file_variant) is None
                    return (None if of_originals else changed), place
        condition = self._known[variant_name] if variant_name in self._known else self.condition(variant_name)
        if row.sample in self.at:
            return condition, self.at[row.sample]
        if not row.sample:
            raise BadInput("it names no sample")
        if not re.fullmatch(r"[0-9]{1,9}(\.0)?", row.sample):
            raise BadInput(f"there is no sample {row.sample!r}")
        number = int(float(row.sample)) - first
        if not 0 <= number < len(self._texts.ids):
            raise BadInput(f"there is no row {row.sample}; there are only {len(self._texts.ids):,} samples")
        return condition, number

    def _find_variant(self, name: str) -> tuple[Condition, int] | None:
        """The variant of this id, None where there is none."""
        if not ID.fullmatch(name):
            return None
        self._ids = self._ids or VariantIds(self._texts)
        return self._ids.find(name)

    def condition(self, name: str) -> Condition | None:
        """The condition that a name means, None for the original texts; raises BadInput for what is none of these."""
        plain = re.sub(r"\.\w{2,7}$", "", name).casefold() if "/" in name else name.casefold()
        parts = plain.split("/")
        for spelled in (plain, "/".join(parts[-3:-1]), "/".join(parts[-2:]), parts[-1]):
            if spelled in self._spelled and (spelled or not plain):
                return self._spelled[spelled]
        try:
            condition = parse_condition(name)
        except BadInput:
            condition = None
        if condition is None or condition not in self._texts.changed:
            raise BadInput(f"there is no variant {name!r}")
        return condition


def _number(row: PredictedRow) -> Answer:
    """The number that a row predicts; raises BadInput for what is none."""
    try:
        value = float(row.label)
    except ValueError:
        value = nan
    if not isfinite(value):
        raise BadInput(f"its prediction {row.label[:40]!r} is not a number")
    return Answer(NumberAnswer(value).label)


class _Labels:
    """Labels as files write them."""

    def __init__(self, labels: Sequence[str], chances: Chances) -> None:
        self._labels, self._chances = tuple(labels), chances
        self._are_numbers = any(label.isdigit() for label in labels)
        self._by_name = {label.casefold(): label for label in labels} | {label: label for label in labels}
        self._places = [f"{n}" for n in range(len(labels))]

    def answer(self, row: PredictedRow, sample: str) -> Answer:
        """What a row predicts; raises BadInput for a label that is none."""
        return Answer(self._label(row.label), self._chances.read(self._in_label_order(row.probabilities), sample))

    def _in_label_order(self, probabilities: Mapping[str, float]) -> Sequence[float]:
        """Those of labels by name, or one after the other; as they stand where there are not as many as labels."""
        if len(probabilities) != len(self._labels):
            return list(probabilities.values())
        if list(probabilities) == self._places and set(self._places) != set(self._labels):
            return list(probabilities.values())
        chances = {self._label(name): p for name, p in probabilities.items()}
        return [chances[label] for label in self._labels if label in chances]

    def _label(self, name: str) -> str:
        spelled = (name, name.casefold(), name.removesuffix(".0"))
        label = next((self._by_name[form] for form in spelled if form in self._by_name), None)
        if label is None:
            number = re.fullmatch(r"(LABEL_)?(\d{1,4})(?:\.0)?", name)
            if not number or int(number[2]) >= len(self._labels):
                raise BadInput(f"there is no label {name!r}; the labels are {', '.join(self._labels)}")
            if self._are_numbers and not number[1]:  # the others would be taken for the labels of that name
                raise BadInput(f"there is no label {name!r}; write LABEL_{number[2]} for labels counted from 0")
            label = self._labels[int(number[2])]
        return label
