"""The records, in the order they flow: Sample -> Candidate -> Hint -> Decision -> CuratedSample -> Prediction -> Score.

All are frozen and carry their parent's id. Ids are content hashes, so doing a thing twice is doing it once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from math import nan
from typing import NamedTuple

from core.design import Condition
from core.identity import content_id, content_ids
from core.rewrite import Rewrite
from core.severity import Severity

NO_LABEL = "(no label)"
"""Stands for a label where a model gave none: wrong by any gold label, and another mind than any label."""


class Task(StrEnum):
    """What a model is asked of a sample."""

    CLASSIFICATION = "classification"  # one text, one of several labels
    PAIR_CLASSIFICATION = "pair-classification"  # two texts, one of several labels
    SIMILARITY = "similarity"  # two texts, a number
    TAGGING = "tagging"  # one text of space-separated tokens, a BIO tag for each


class TextField(NamedTuple):
    """One of a sample's texts, by its name in the data set ("text", "question", "sentence1", …)."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Sample:
    """One row of a data set. `label` is the gold label's name (a number as text for similarity, "" for tagging).

    `occurrence` counts earlier rows of the same split with the same texts and label, so that repeated rows
    stay apart. `tags` belongs to tagging: one tag for each space-separated token of the text.
    """

    dataset: str
    split: str
    fields: tuple[TextField, ...]
    label: str
    occurrence: int = 0
    tags: tuple[str, ...] = ()
    id: str = ""

    def __post_init__(self) -> None:
        if not self.id:
            texts = [part for field in self.fields for part in field]
            parts = (self.dataset, self.split, *texts, self.label, *self.tags, str(self.occurrence))
            object.__setattr__(self, "id", content_id(*parts))

    @property
    def gold(self) -> str:
        """What is right of it as a label: of a tagged sample its tags, with single spaces between."""
        return self.label or " ".join(self.tags)

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(field.text for field in self.fields)

    @property
    def text(self) -> str:
        """All texts, one after another, for a person to read."""
        return " | ".join(self.texts)


class Bounds(NamedTuple):
    """The lowest and the highest number that a similarity can be."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.low:g} to {self.high:g}"


@dataclass(frozen=True, slots=True)
class DatasetCard:
    """What is known of a data set. `splits` says how many samples each has, `scale` belongs to similarity, and `ours`
    marks demo data written by this project.

    `unlabelled` names the splits whose samples have no gold label: their label is "".
    """

    name: str
    task: Task
    labels: tuple[str, ...]
    text_fields: tuple[str, ...]
    splits: Mapping[str, int] = field(hash=False)
    title: str = ""
    source: str = ""
    licence: str = ""
    ours: bool = False
    scale: Bounds | None = None
    unlabelled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """What a quota is kept for: one data set split, perturbation and severity."""

    dataset: str
    split: str
    perturbation: str
    severity: Severity

    @property
    def id(self) -> str:
        return content_id(self.dataset, self.split, self.perturbation, self.severity.key)

    @property
    def condition(self) -> Condition:
        """What is done to the samples."""
        return Condition(self.perturbation, self.severity)

    def __str__(self) -> str:
        return f"{self.dataset} ({self.split}) · {self.condition}"


class FieldRewrite(NamedTuple):
    """The rewrite of one of the sample's texts."""

    name: str
    rewrite: Rewrite


@dataclass(frozen=True, slots=True)
class Candidate:
    """A perturbed sample, reproducible byte for byte from (sample, perturbation, severity, seed)."""

    sample_id: str
    cell: Cell
    seed: int
    rewrites: tuple[FieldRewrite, ...]
    id: str = ""

    def __post_init__(self) -> None:
        if not self.id:
            object.__setattr__(self, "id", candidate_id(self.sample_id, self.cell.condition, self.seed))

    @property
    def perturbed(self) -> tuple[TextField, ...]:
        """The texts as they read now."""
        return tuple(TextField(name, rewrite.perturbed) for name, rewrite in self.rewrites)


def candidate_id(sample_id: str, condition: Condition, seed: int, fields: tuple[str, ...] = ()) -> str:
    """The id of what this condition makes of this sample, known before it is made.

    `fields` names the texts that are perturbed, () for all of them.
    """
    return candidate_ids(condition, seed, fields)(sample_id)


def candidate_ids(condition: Condition, seed: int, fields: tuple[str, ...] = ()) -> Callable[[str], str]:
    """The same for many samples: `sample id -> candidate id`."""
    return content_ids(condition.perturbation, condition.severity.key, str(seed), *fields)


@dataclass(frozen=True, slots=True)
class GrammarIssue:
    """One issue a grammar engine found. `start` and `end` are offsets in the field's perturbed text."""

    field: str
    start: int
    end: int
    rule: str
    message: str


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice for a person about one candidate; it never decides. What could not be computed is NaN or None.

    `similarity` is the cosine of the two texts' embeddings, the lowest over the fields that changed.
    `issues` are those the perturbation added; `issues_before` counts what the original had already.
    `context` is the cosine of a replaced word's vector and that of the word in its place, each where it stands, the
    lowest over the words; only for perturbations that put other words for words. Where a masked language model was
    asked it is the new word's share of the probability of both.
    """

    candidate_id: str
    similarity: float = nan
    similarity_engine: str = ""
    issues: tuple[GrammarIssue, ...] | None = None
    issues_before: int = 0
    grammar_engine: str = ""
    context: float = nan


class Verdict(StrEnum):
    KEEP = "keep"
    RELABEL = "relabel"
    DISCARD = "discard"
    SKIP = "skip"  # not now: comes back after the others
    UNDO = "undo"  # takes back the decision named by `undoes`
    FLAG = (
        "flag"  # wants the sample talked about, as the note says; decides nothing, and one that settles ends the talk
    )


class DiscardReason(StrEnum):
    NO_SENSE = "no sense"  # the perturbed text is no longer meaningful
    NO_LABEL = "no label fits"  # meaningful, but no label of the task is right
    UNCLEAR = "unclear"  # two readings, two labels
    BROKEN = "broken text"  # the perturbation did not do what it says
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Decision:
    """One event in the append-only log. `id` is chosen by whoever makes it, so that sending it twice stores it once.

    `label` is the new label of a relabel, of a tagged sample its tags with spaces between; `reason` belongs to a
    discard, `undoes` to an undo. A `second` opinion came when another person held the sample or had judged it. One that
    `settles` was made by whoever looked at what the others disagree on, and holds whatever they said. A `probe` answers
    a gold sample, whose answer is known: it tells how sure the annotator is, and counts for nothing else.

    `propensity` is how likely the sample was to be handed out when it was, in triage order, 0 in any other;
    `drawn_from` says how many were left when chance drew it, 0 where it came as the likeliest to be kept.
    """

    id: str
    candidate_id: str
    annotator: str
    verdict: Verdict
    at: datetime
    label: str = ""
    reason: str = ""
    note: str = ""
    milliseconds: int = 0
    hints_visible: bool = True
    undoes: str = ""
    second: bool = False
    settles: bool = False
    probe: bool = False
    propensity: float = 0.0
    drawn_from: int = 0


@dataclass(frozen=True, slots=True)
class CuratedSample:
    """What people made of a candidate: kept (label as it was) or relabelled. Derived from decisions, never stored.

    `carried_from` is the candidate that was judged in its place because it reads the same, "" where people judged it.
    `doubted_by` gave a second opinion that says otherwise, or were not followed by who settled it: `settled_by`, a
    person or the "majority", "" where nobody had to.
    """

    candidate_id: str
    sample_id: str
    label: str
    relabelled: bool
    annotators: tuple[str, ...]
    carried_from: str = ""
    doubted_by: tuple[str, ...] = ()
    settled_by: str = ""


@dataclass(frozen=True, slots=True)
class Prediction:
    """What one model said of one text. `candidate_id` is "" for the original text.

    `probabilities` follow the data set's label order and sum to 1.
    """

    run: str
    model: str
    sample_id: str
    label: str
    probabilities: tuple[float, ...]
    candidate_id: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """A metric over predictions. `value` is NaN where it could not be scored, never 0; `n` is what it was scored on.

    `low` and `high` bound a 95 % interval, NaN where none is defined: of one training for other texts, of the mean of
    several `trainings`, whose standard deviation is `sd`, for other texts and trainings. Of several `draws` it is the
    mean too, for other texts and draws; `draws_sd` is their standard deviation. `perturbation` is "" for the original
    texts.
    """

    run: str
    model: str
    dataset: str
    metric: str
    value: float
    n: int
    perturbation: str = ""
    severity: Severity | None = None
    low: float = field(default=nan)
    high: float = field(default=nan)
    sd: float = field(default=nan)
    trainings: int = 1
    draws: int = 1
    draws_sd: float = field(default=nan)
