"""What a worker makes of a chunk of samples: the columns of every condition, as Arrow record batches."""

import gc
from collections.abc import Sequence
from functools import cache
from math import isnan, nan
from typing import Any, NamedTuple

import pyarrow as pa

from core.design import Condition, Design, order
from core.perturbations.perturber import Perturber
from core.perturbations.registry import Level, find
from core.randomness import Draws
from core.records import Sample, candidate_ids
from core.rewrite import Rewrite
from core.severity import Unit
from core.text.analysed import AnalysedText
from core.text.entity_tags import followed
from core.text.realised import edited_characters, edited_words
from core.text.tokens import word_spans
from data.lexicon.resources import resources, tagger
from data.variants.columns import EditsColumn, in_place
from data.variants.counts import Counts

REMEMBERED = 8  # every condition is made of a sample before the next sample, so that a worker holds few analysed texts


class Chunk(NamedTuple):
    """A worker's task: these samples under the conditions of this design."""

    design: Design
    samples: tuple[Sample, ...]


class Rows(NamedTuple):
    """A chunk's columns: those that all conditions share, and each condition's own with its counts."""

    shared: pa.RecordBatch
    conditions: tuple[pa.RecordBatch, ...]
    counts: tuple[Counts, ...]


def perturbed_chunk(chunk: Chunk) -> Rows:
    """Every condition of these samples; rows that are not perturbed hold the sample as it was: rows stay aligned."""
    design, samples = chunk
    perturber = _perturber()
    conditions = [_ConditionRows(perturber, condition, design, samples[0]) for condition in design.conditions]
    for sample in samples:
        _check(sample)
        for rows in conditions:
            rows.add(sample)
    columns: dict[str, Any] = {"id": [sample.id for sample in samples], "label": [sample.label for sample in samples]}
    columns["order"] = pa.array([order(sample.id, design.seed) for sample in samples], pa.uint64())
    for i, field in enumerate(samples[0].fields):
        columns[f"original_{field.name}"] = [sample.fields[i].text for sample in samples]
    if samples[0].tags:
        columns["original_tags"] = [list(sample.tags) for sample in samples]
    shared = pa.record_batch({name: pa.array(values) for name, values in columns.items()})
    return Rows(shared, tuple(rows.columns() for rows in conditions), tuple(rows.counts() for rows in conditions))


class _ConditionRows:
    """The rows of one condition while they are being made."""

    def __init__(self, perturber: Perturber, condition: Condition, design: Design, like: Sample) -> None:
        self.perturber, self.condition, self.design = perturber, condition, design
        self.perturbed = perturber.prepared(*condition, design.perturbing_seed)
        steps = [find(step.perturbation) for step in condition.steps]
        self.share = design.share * (float(condition.severity.value) if steps[0].by_example else 1)
        self.draws = Draws.seeding("share", condition.perturbation, design.perturbing_seed)
        self.names = [field.name for field in like.fields]
        self.chosen = [not design.fields or name in design.fields for name in self.names]
        chain = len(condition.steps) > 1
        together = condition.severity.unit is Unit.PPS or steps[0].every_text or steps[0].all_fields
        self.whole_sample = chain or (together and sum(self.chosen) > 1)
        self.moving = any(step.level is Level.ORDER for step in steps)
        some = () if all(self.chosen) else tuple(n for n, chosen in zip(self.names, self.chosen, strict=True) if chosen)
        self.variant_id = candidate_ids(condition, design.perturbing_seed, some)
        self.texts: list[list[str]] = [[] for _ in self.names]
        self.edits = [EditsColumn() for _ in self.names]
        self.moved = [EditsColumn() for _ in self.names] if self.moving else []
        self.tags: list[tuple[str, ...]] = []
        self.ids: list[str] = []
        self.edit_counts: list[int] = []
        self.severities: list[float] = []
        self.drawn = 0

    def add(self, sample: Sample) -> None:
        drawn = self.share >= 1 or self.draws(sample.id).uniform() < self.share
        rewrites = self._rewrites(sample) if drawn else [None] * len(self.names)
        tags = sample.tags
        if tags and rewrites[0]:
            now = followed(rewrites[0], tags)
            rewrites, tags = (rewrites, now) if now is not None else ([None], tags)
        count = 0
        for i, (field, rewrite) in enumerate(zip(sample.fields, rewrites, strict=True)):
            edits = rewrite.edits if rewrite else ()
            self.texts[i].append(rewrite.perturbed if rewrite else field.text)
            self.edits[i].add(edits)
            if self.moving:
                self.moved[i].add(rewrite.pieces if rewrite and not in_place(rewrite) else ())
            count += len(edits)
        self.drawn += drawn
        self.tags.append(tags)
        self.ids.append(self.variant_id(sample.id))
        self.edit_counts.append(count)
        self.severities.append(self._severity(sample, rewrites, count) if drawn else nan)

    def _rewrites(self, sample: Sample) -> Sequence[Rewrite | None]:
        """What `Perturber.sample` makes, without the candidate's records around it."""
        if self.whole_sample:  # a PPS is shared out among the texts of a sample; a chain, names and some rules take all
            candidate = self.perturber.sample(sample, *self.condition, self.design.perturbing_seed, self.design.fields)
            rewrites = [rewrite for _, rewrite in candidate.rewrites] if candidate else [None] * len(self.names)
            return [rewrite if rewrite and rewrite.applied else None for rewrite in rewrites]
        return [
            self.perturbed(field.text, f"{sample.id}\x1f{field.name}") if chosen else None
            for field, chosen in zip(sample.fields, self.chosen, strict=True)
        ]

    def _severity(self, sample: Sample, rewrites: Sequence[Rewrite | None], count: int) -> float:
        """The percentage of characters or words that changed over the chosen texts; the count of edits for a PPS."""
        applied = [rewrite for rewrite in rewrites if rewrite]
        texts = [field.text for field, chosen in zip(sample.fields, self.chosen, strict=True) if chosen]
        match self.condition.severity.unit:
            case Unit.PPS:
                return float(count)
            case Unit.PERCENT_CHARACTERS:
                return _percent(sum(map(edited_characters, applied)), sum(map(len, texts)))
            case Unit.PERCENT_WORDS:
                return _percent(sum(map(edited_words, applied)), sum(len(word_spans(text)) for text in texts))
            case _:
                return nan

    def columns(self) -> pa.RecordBatch:
        columns = {name: pa.array(texts, pa.string()) for name, texts in zip(self.names, self.texts, strict=True)}
        if self.tags[0]:
            columns["tags"] = pa.array([list(tags) for tags in self.tags], pa.list_(pa.string()))
        columns["perturbed"] = pa.array([count > 0 for count in self.edit_counts])
        columns["variant_id"] = pa.array(self.ids, pa.string())
        columns["edits"] = pa.array(self.edit_counts, pa.int32())
        columns["realised_severity"] = pa.array(self.severities, pa.float64())
        for i, name in enumerate(self.names):
            moved = self.moved[i] if self.moving else EditsColumn.empty(len(self.ids))
            columns |= {f"edits_{name}": self.edits[i].array(), f"moved_{name}": moved.array()}
        return pa.record_batch(columns)

    def counts(self) -> Counts:
        measured = [severity for severity in self.severities if not isnan(severity)]
        perturbed = sum(count > 0 for count in self.edit_counts)
        return Counts(len(self.ids), self.drawn, perturbed, sum(self.edit_counts), len(measured), sum(measured))


def ready() -> None:
    """What a worker process does first: load the tagger, and keep what stays from the collector of garbage.

    A chunk makes millions of short-lived tuples; looking through them less often saves a fifth of the time.
    """
    _perturber()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)


def analyse(text: str) -> AnalysedText:
    """The text's tokens with their tags."""
    return _perturber().analyse(text, tagged=True)


@cache
def _perturber() -> Perturber:
    return Perturber(tagger(), resources(), REMEMBERED)


def _percent(touched: int, total: int) -> float:
    return 100 * touched / total if total else nan


def _check(sample: Sample) -> None:
    """Raise BadInput for tags that are not one for each token: also where nothing would be perturbed."""
    if sample.tags:
        followed(Rewrite.of(sample.fields[0].text, ()), sample.tags)
