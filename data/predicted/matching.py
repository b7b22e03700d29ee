"""Predictions matched with the samples and variants that they are of."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isclose, isfinite, nan
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from core.design import Condition
from core.errors import BadInput
from core.models.predictor import Valued
from core.perturbations.conditions import parse_condition
from core.records import Task
from data.formats.rows import BadRow
from data.predicted.reading import PredictedRow
from data.predicted.tags import TaggedTexts, TagReader
from data.variants.files import VariantFile

REASON = 300  # characters of what is said of a row
ORIGINAL = {"", "original", "originals", "untouched", "none", "unperturbed"}


@dataclass(frozen=True, slots=True)
class Texts:
    """The samples of a grid in the order of its files, and of each condition the variants by sample.

    `unchanged` are the ids of the rows that the condition left as they were.
    """

    ids: tuple[str, ...]
    gold: dict[str, str]
    variants: dict[Condition, dict[str, str]]
    tagged: TaggedTexts = field(default_factory=TaggedTexts)
    unchanged: dict[Condition, dict[str, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, files: Sequence[VariantFile]) -> "Texts":
        """What these files hold, all of the same samples."""
        first = pq.read_table(files[0].path, columns=["id", "label"], use_threads=False)
        ids, labels = first["id"].to_pylist(), first["label"].to_pylist()
        variants, unchanged = {}, {}
        for file in files:
            table = pq.read_table(file.path, columns=["id", "variant_id", "perturbed"], use_threads=False)
            variants[file.condition] = _by_sample(table.filter(table["perturbed"]))
            unchanged[file.condition] = _by_sample(table.filter(pc.invert(table["perturbed"])))
        return cls(tuple(ids), dict(zip(ids, labels, strict=True)), variants, TaggedTexts.of(files), unchanged)

    def gold_of(self, condition: Condition | None, sample: str) -> str:
        """The gold label of a sample under a condition that changed it; of tags those that went with its words."""
        return self.tagged.gold.get(condition, self.gold).get(sample, "")


def _by_sample(table: pa.Table) -> dict[str, str]:
    return dict(zip(table["id"].to_pylist(), table["variant_id"].to_pylist(), strict=True))


@dataclass(frozen=True, slots=True)
class Answer:
    """A predicted label with the probabilities of all labels in their order, () where they are not known."""

    label: str
    probabilities: tuple[float, ...] = ()


@dataclass(slots=True)
class Matched:
    """What was found: answers by condition (None for the originals) and sample, rows that match nothing, and notes."""

    answers: dict[Condition | None, dict[str, Answer]] = field(default_factory=dict)
    bad: list[BadRow] = field(default_factory=list)
    otherwise: int = 0  # answers to unchanged texts that are other than those to the originals


def matched(
    files: Sequence[tuple[str, Sequence[PredictedRow]]],
    texts: Texts,
    labels: Sequence[str],
    task: Task = Task.CLASSIFICATION,
) -> Matched:
    """Each row of each (variant of the file, its rows) with its sample and variant.

    A sample is named by its id, by a variant's id, or by its number in the grid's files, from 0, or from 1 where the
    number of samples is used and 0 is not. A variant is named as `VariantNames` says; a row that names none is of the
    file's. A numeric label that is not a label's name is its number, as in LABEL_1; only so where names are numbers.
    Of tags there is one for each token of the text.
    """
    names, found = VariantNames(texts), Matched()
    first = _counted_from([row for _, rows in files for row in rows], texts)
    answer_of = _reader(texts, labels, task)
    for variant, rows in files:
        for row in rows:
            try:
                condition, sample = names.place(row, variant, first)
                answer = answer_of(row, condition, sample)
                known = found.answers.setdefault(condition, {}).setdefault(sample, answer)
                if known.label != answer.label:
                    raise BadInput(f"another row says {known.label!r} of the same text, this one {answer.label!r}")
            except BadInput as error:
                found.bad.append(BadRow(row.file, row.line, str(error)[:REASON]))
    _leave_unchanged(found, texts)
    return found


def _reader(
    texts: Texts, labels: Sequence[str], task: Task
) -> Callable[[PredictedRow, Condition | None, str], "Answer"]:
    """What reads the answer of a row on a condition's text of a sample."""
    if task is Task.TAGGING:
        tags = TagReader(texts.tagged, labels)
        return lambda row, condition, sample: Answer(tags.read(row, condition, sample))
    known = _Labels(labels)
    return lambda row, *_: _number(row) if task is Task.SIMILARITY else known.answer(row)


def _leave_unchanged(found: Matched, texts: Texts) -> None:
    """Take out the answers to texts that the condition did not change, counting those that differ."""
    originals = found.answers.get(None, {})
    for condition, answers in found.answers.items():
        if condition is not None:
            unchanged = [sample for sample in answers if sample not in texts.variants[condition]]
            for sample in unchanged:
                said = answers.pop(sample).label
                found.otherwise += sample in originals and originals[sample].label != said


def _counted_from(rows: Sequence[PredictedRow], texts: Texts) -> int:
    """1 where row numbers run from 1 to the number of samples, else 0."""
    found = (row.sample for row in rows if row.sample not in texts.gold)
    numbers = {int(sample) for sample in found if re.fullmatch(r"[0-9]{1,9}", sample)}
    return 1 if numbers and 0 not in numbers and len(texts.ids) in numbers else 0


class VariantNames:
    """What a file may call the variants: an id of one, "keyboard@5", "keyboard-percent-characters-5", a grid's path."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._spelled: dict[str, Condition | None] = dict.fromkeys(ORIGINAL)
        for condition in texts.variants:
            key = f"{condition.perturbation}/{condition.severity.key}"
            printed = f"{condition.perturbation}@{condition.severity}"
            spellings = (condition.spelled, condition.key, str(condition), key, key.replace("/", "@"), printed)
            self._spelled |= {name.casefold(): condition for name in spellings}
        self._variants = {
            id_: (condition, sample)
            for by_condition in (texts.unchanged, texts.variants)
            for condition, ids in by_condition.items()
            for sample, id_ in ids.items()
        }

    def place(self, row: PredictedRow, file_variant: str, first: int) -> tuple[Condition | None, str]:
        """(condition, sample) of a row; raises BadInput for what is not there."""
        for name in (row.variant, row.sample):
            if name in self._variants:
                changed, sample = self._variants[name]
                of_originals = bool(file_variant) and self.condition(file_variant) is None
                return (None if of_originals else changed), sample
        condition = self.condition(row.variant or file_variant)
        if row.sample in self._texts.gold:
            return condition, row.sample
        if not row.sample:
            raise BadInput("it names no sample")
        if not re.fullmatch(r"[0-9]{1,9}(\.0)?", row.sample):
            raise BadInput(f"there is no sample {row.sample!r}")
        number = int(float(row.sample)) - first
        if not 0 <= number < len(self._texts.ids):
            raise BadInput(f"there is no row {row.sample} among {len(self._texts.ids):,} samples")
        return condition, self._texts.ids[number]

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
        if condition is None or condition not in self._texts.variants:
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
    return Answer(Valued(value).label)


class _Labels:
    """Labels as files write them."""

    def __init__(self, labels: Sequence[str]) -> None:
        self._labels = tuple(labels)
        self._are_numbers = any(label.isdigit() for label in labels)
        self._by_name = {label.casefold(): label for label in labels} | {label: label for label in labels}

    def answer(self, row: PredictedRow) -> Answer:
        """What a row predicts; raises BadInput for a label that is none."""
        label = self._label(row.label)
        chances = self._by_label(row.probabilities)
        known = tuple(chances.get(label, 0.0) for label in self._labels) if len(chances) == len(self._labels) else ()
        sums = known and isclose(sum(known), 1, abs_tol=0.02) and min(known) >= 0
        return Answer(label, known if sums else ())

    def _by_label(self, probabilities: Mapping[str, float]) -> dict[str, float]:
        """Those of labels by name, or one after the other."""
        places = [f"{n}" for n in range(len(self._labels))]
        if list(probabilities) == places and set(places) != set(self._labels):
            return dict(zip(self._labels, probabilities.values(), strict=True))
        return {self._label(name): p for name, p in probabilities.items()}

    def _label(self, name: str) -> str:
        spelled = (name, name.casefold(), name.removesuffix(".0"))
        found = next((self._by_name[one] for one in spelled if one in self._by_name), None)
        if found is None:
            number = re.fullmatch(r"(LABEL_)?(\d{1,4})(?:\.0)?", name)
            if not number or int(number[2]) >= len(self._labels):
                raise BadInput(f"there is no label {name!r}; it is one of {', '.join(self._labels)}")
            if self._are_numbers and not number[1]:  # the others would be taken for the labels of that name
                raise BadInput(f"there is no label {name!r}; write LABEL_{number[2]} for labels counted from 0")
            found = self._labels[int(number[2])]
        return found


def variant_of_file(path: Path) -> str:
    """What the name of a file, and of the folders it lies in, may say of its variant, as a grid's own names do."""
    return "/".join((*path.parts[-3:-1], path.stem))
