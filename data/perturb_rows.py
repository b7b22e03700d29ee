"""What a worker makes of a chunk of samples: the columns of every cell of the grid, as Arrow record batches."""

import gc
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from math import isnan, nan
from typing import Any, NamedTuple

import pyarrow as pa

from core.errors import BadInput
from core.perturb import Perturber, Step
from core.randomness import Draws
from core.realised import edited_characters, edited_words
from core.records import Sample
from core.rewrite import Piece, Rewrite
from core.severity import Unit
from core.tags import followed
from core.tokens import word_spans
from data.resources import resources, tagger

REMEMBERED = 8  # every cell is made of a sample before the next sample, so that a worker holds few analysed texts
EDIT = pa.struct([("start", pa.int32()), ("end", pa.int32()), ("text", pa.string())])


@dataclass(frozen=True, slots=True)
class Asked:
    """What is the same for every sample: `fields` are the texts to perturb, `share` how many samples get perturbed."""

    steps: tuple[Step, ...]
    fields: tuple[str, ...]
    seed: int
    share: float


class Chunk(NamedTuple):
    """A worker's task."""

    asked: Asked
    samples: tuple[Sample, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of the samples of a cell.

    `drawn` were chosen to be perturbed, `perturbed` were. `measured` counts the drawn ones whose severity has a number,
    `severity` is the sum of those; what a perturbation is not applicable to has severity 0.
    """

    samples: int = 0
    drawn: int = 0
    perturbed: int = 0
    edits: int = 0
    measured: int = 0
    severity: float = 0.0

    @property
    def mean_severity(self) -> float:
        """Over the samples that were drawn, in the unit asked; NaN where it has no number."""
        return self.severity / self.measured if self.measured else nan

    @property
    def share(self) -> float:
        """The share of the drawn samples that the perturbation applied to."""
        return self.perturbed / self.drawn if self.drawn else nan

    def __add__(self, other: "Tally") -> "Tally":
        mine, theirs = asdict(self), asdict(other)
        return Tally(**{key: mine[key] + theirs[key] for key in mine})


class Made(NamedTuple):
    """A chunk's columns: those that all cells share, and each cell's own with its tally."""

    shared: pa.RecordBatch
    cells: tuple[pa.RecordBatch, ...]
    tallies: tuple[Tally, ...]


def schema_of(fields: Sequence[str], tagging: bool) -> pa.Schema:
    """The columns of a perturbed data set; raises BadInput where a text's name is that of another column."""
    text, tags = pa.string(), pa.list_(pa.string())
    columns = [("id", text)]
    for field in fields:
        columns += [(field, text), (f"original_{field}", text)]
    columns += [("label", text)] + [(name, tags) for name in ("tags", "original_tags") if tagging]
    columns += [("perturbed", pa.bool_()), ("edits", pa.int32()), ("realised_severity", pa.float64())]
    columns += [(f"edits_{field}", pa.list_(EDIT)) for field in fields]
    names = [name for name, _ in columns]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"The column {name!r} would be there twice; import the data set with other names of texts.")
    return pa.schema(columns)


def perturbed_chunk(chunk: Chunk) -> Made:
    """Every cell of these samples; rows that are not perturbed hold the sample as it was, so that rows stay aligned."""
    asked, samples = chunk
    perturber = _perturber()
    cells = [_Cell(perturber, step, asked, samples[0]) for step in asked.steps]
    for sample in samples:
        _check(sample)
        for cell in cells:
            cell.add(sample)
    columns: dict[str, Any] = {"id": [sample.id for sample in samples], "label": [sample.label for sample in samples]}
    for i, field in enumerate(samples[0].fields):
        columns[f"original_{field.name}"] = [sample.fields[i].text for sample in samples]
    if samples[0].tags:
        columns["original_tags"] = [list(sample.tags) for sample in samples]
    shared = pa.record_batch({name: pa.array(values) for name, values in columns.items()})
    return Made(shared, tuple(cell.columns() for cell in cells), tuple(cell.tally() for cell in cells))


class _Cell:
    """The rows of one perturbation at one severity while they are being made."""

    def __init__(self, perturber: Perturber, step: Step, asked: Asked, like: Sample) -> None:
        self.perturber, self.step, self.asked = perturber, step, asked
        self.prepared = perturber.prepared(*step, asked.seed)
        self.luck = Draws.seeding("share", step.perturbation, asked.seed)
        self.chosen = [field.name in asked.fields for field in like.fields]
        self.split_up = step.severity.unit is Unit.PPS and sum(self.chosen) > 1
        self.names = [field.name for field in like.fields]
        self.texts: list[list[str]] = [[] for _ in self.names]
        self.edits = [_Edits() for _ in self.names]
        self.tags: list[tuple[str, ...]] = []
        self.counts: list[int] = []
        self.severities: list[float] = []
        self.drawn = 0

    def add(self, sample: Sample) -> None:
        drawn = self.asked.share >= 1 or self.luck(sample.id).uniform() < self.asked.share
        rewrites = self._rewrites(sample) if drawn else [None] * len(self.names)
        tags = sample.tags
        if tags and rewrites[0]:
            now = followed(rewrites[0], tags)
            rewrites, tags = (rewrites, now) if now is not None else ([None], tags)
        count = 0
        for field, rewrite, texts, edits in zip(sample.fields, rewrites, self.texts, self.edits, strict=True):
            made = rewrite.edits if rewrite else ()
            texts.append(rewrite.perturbed if rewrite else field.text)
            edits.add(made)
            count += len(made)
        self.drawn += drawn
        self.tags.append(tags)
        self.counts.append(count)
        self.severities.append(self._severity(sample, rewrites, count) if drawn else nan)

    def _rewrites(self, sample: Sample) -> Sequence[Rewrite | None]:
        """What `Perturber.sample` makes, without the candidate's records around it."""
        if self.split_up:  # a PPS is shared out among the texts of a sample
            made = self.perturber.sample(sample, *self.step, self.asked.seed, self.asked.fields)
            found = [rewrite for _, rewrite in made.rewrites] if made else [None] * len(self.names)
            return [rewrite if rewrite and rewrite.applied else None for rewrite in found]
        return [
            self.prepared(field.text, f"{sample.id}\x1f{field.name}") if chosen else None
            for field, chosen in zip(sample.fields, self.chosen, strict=True)
        ]

    def _severity(self, sample: Sample, rewrites: Sequence[Rewrite | None], count: int) -> float:
        """The percentage of characters or words that changed over the chosen texts; the count of edits for a PPS."""
        made = [rewrite for rewrite in rewrites if rewrite]
        texts = [field.text for field, chosen in zip(sample.fields, self.chosen, strict=True) if chosen]
        match self.step.severity.unit:
            case Unit.PPS:
                return float(count)
            case Unit.PERCENT_CHARACTERS:
                return _percent(sum(map(edited_characters, made)), sum(map(len, texts)))
            case Unit.PERCENT_WORDS:
                return _percent(sum(map(edited_words, made)), sum(len(word_spans(text)) for text in texts))
            case _:
                return nan

    def columns(self) -> pa.RecordBatch:
        columns = {name: pa.array(texts, pa.string()) for name, texts in zip(self.names, self.texts, strict=True)}
        if self.tags[0]:
            columns["tags"] = pa.array([list(tags) for tags in self.tags], pa.list_(pa.string()))
        columns["perturbed"] = pa.array([count > 0 for count in self.counts])
        columns["edits"] = pa.array(self.counts, pa.int32())
        columns["realised_severity"] = pa.array(self.severities, pa.float64())
        columns |= {f"edits_{name}": edits.array() for name, edits in zip(self.names, self.edits, strict=True)}
        return pa.record_batch(columns)

    def tally(self) -> Tally:
        measured = [severity for severity in self.severities if not isnan(severity)]
        perturbed = sum(count > 0 for count in self.counts)
        return Tally(len(self.counts), self.drawn, perturbed, sum(self.counts), len(measured), sum(measured))


class _Edits:
    """A column of lists of edits, kept flat: a list of dictionaries takes Arrow ten times as long."""

    def __init__(self) -> None:
        self.offsets = [0]
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.texts: list[str] = []

    def add(self, edits: Sequence[Piece]) -> None:
        for start, end, text in edits:
            self.starts.append(start)
            self.ends.append(end)
            self.texts.append(text)
        self.offsets.append(len(self.starts))

    def array(self) -> pa.Array:
        columns = [
            pa.array(self.starts, pa.int32()), pa.array(self.ends, pa.int32()), pa.array(self.texts, pa.string())
        ]  # fmt: skip
        edits = pa.StructArray.from_arrays(columns, fields=list(EDIT))
        return pa.ListArray.from_arrays(pa.array(self.offsets, pa.int32()), edits)


def ready() -> None:
    """What a worker process does first: load the tagger, and keep what stays from the collector of garbage.

    A chunk makes millions of short-lived tuples; looking through them less often saves a fifth of the time.
    """
    _perturber()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)


@cache
def _perturber() -> Perturber:
    return Perturber(tagger(), resources(), REMEMBERED)


def _percent(touched: int, total: int) -> float:
    return 100 * touched / total if total else nan


def _check(sample: Sample) -> None:
    """Raise BadInput for tags that are not one for each token: also where nothing would be perturbed."""
    if sample.tags:
        followed(Rewrite.of(sample.fields[0].text, ()), sample.tags)
