"""What is scored of tagged samples, counted: entities of each sentence, and of tokens that are in both texts.

A cell's counts lie beside its predictions, as those of labels do (`data/runs/counts.py`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import data.runs.measures.labels  # noqa: F401  its kappa is that of tags too
from core.errors import BadInput
from core.metrics.entities import Beside, EntityCounts, TokenTags, entity_counts, entity_f1, entity_f1_lost, tag_kappa
from core.metrics.estimate import UNSCORED, Estimate
from core.records import Cell, Task
from core.text.entity_tags import kind_of, origins
from data.runs.counts import CellCounts, Curated, cell_counts, kept_counts
from data.runs.files import Predicted, RunCard, RunModel, predictions_path, read_predictions, unchanged_labels
from data.runs.measures.registry import Compares, Unit, also_of, loss, metric
from data.variants.reading import rewrites_by_id
from data.workspace import Workspace


class TaggedRow(NamedTuple):
    """A sentence's tags: gold and predicted, of the original text and of the perturbed one.

    `tokens` are the numbers that each token in both texts has in the one and in the other; None where not known.
    """

    gold_before: list[str]
    before: list[str]
    gold: list[str]
    after: list[str]
    tokens: list[tuple[int, int]] | None

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The kinds of entity that the tokens in both texts are said to belong to.

        Not their tags: where "Ada" is deleted of "Ada Byron", "Byron" rightly goes from I- to B-.
        """
        return [(kind_of(self.before[one]), kind_of(self.after[other])) for one, other in self.tokens or ()]


@dataclass(frozen=True, slots=True)
class TagPairs:
    """The counts of some sentences; `tokens` is None where it is not known which tokens are in both texts.

    They are `labelled` where each has its gold tags.
    """

    counted: Mapping[Beside, int]
    tokens: TokenTags | None
    labelled: bool = True


@dataclass(frozen=True, slots=True)
class TagCounts:
    """The counts of all samples, unchanged ones with the prediction they had, and of the changed ones alone."""

    everything: TagPairs
    changed: TagPairs


@also_of(
    Task.TAGGING,
    "Cohen's kappa between the entity types predicted for tokens in original and perturbed texts, over the tokens that "
    "are in both texts (n), with its 95 % interval over sentences: 1 = all predictions stay the same, 0 = agreement by "
    "chance.",
)
def kappa(pairs: TagPairs) -> Estimate:
    return tag_kappa(pairs.tokens) if pairs.tokens else UNSCORED


@metric(
    "Entity F1", Compares.GOLD, Unit.POINTS, "How well does the model find entities in perturbed text?",
    "F1 over entities with the right kind, start and end, times 100.", tasks=(Task.TAGGING,), lost="f1_entities_lost",
    spoken="entity F1", main=True, least=0.0,
)  # fmt: skip
def f1_entities(pairs: TagPairs) -> Estimate:
    after: Counter[EntityCounts] = Counter()
    for beside, times in pairs.counted.items():
        after[beside.after] += times
    return entity_f1(after)


@loss("Entity F1", "entity F1", tasks=(Task.TAGGING,), same="sentences")
def f1_entities_lost(pairs: TagPairs) -> Estimate:
    return entity_f1_lost(pairs.counted)


def counts_of(folder: Path, card: RunCard, model: RunModel, cell: Cell | None) -> CellCounts | TagCounts | None:
    """A model's counts in a cell, None while it has not predicted it; `None` for the cell counts the original texts."""
    return _tag_counts(folder, card, model, cell) if card.task is Task.TAGGING else cell_counts(folder, model, cell)


def tags_kept_by_people(folder: Path, card: RunCard, model: RunModel, cell: Cell, curated: Curated) -> TagPairs:
    """Only the samples that people kept, with the tags they gave."""
    return tag_pairs(row for _, row in tagged_rows(folder, card, model, cell, curated))


def tagged_rows(
    folder: Path, card: RunCard, model: RunModel, cell: Cell, curated: Curated | None = None
) -> Iterator[tuple[Predicted, TaggedRow]]:
    """The changed samples of a cell, or those people kept, each with the prediction on its perturbed text."""
    before = {row.sample_id: row for row in read_predictions(predictions_path(folder, model, None))}
    perturbed = read_predictions(predictions_path(folder, model, cell))
    rows = [row for row in perturbed if curated is None or row.candidate_id in curated]
    path = card.variants_path(Workspace(folder.parents[1]), cell.condition)
    try:
        rewrites = rewrites_by_id(path, [row.candidate_id for row in rows])
    except BadInput:  # the texts are gone
        rewrites = {}
    for row in rows:
        was, texts = before[row.sample_id], rewrites.get(row.candidate_id)
        gold = curated[row.candidate_id].label if curated is not None else row.gold
        tokens = None
        if texts:
            tokens = [(source, at) for at, source in enumerate(origins(texts[0].rewrite)) if source is not None]
        yield row, TaggedRow(was.gold.split(), was.label.split(), gold.split(), row.label.split(), tokens)


def tag_pairs(rows: Iterable[TaggedRow]) -> TagPairs:
    sentences: Counter[Beside] = Counter()
    times: Counter[tuple[str, str]] = Counter()
    known, labelled, of, squares = True, True, 0, [0, 0, 0]
    for row in rows:
        labelled = labelled and bool(row.gold_before and row.gold)
        sentences[Beside(entity_counts(row.gold_before, row.before), entity_counts(row.gold, row.after))] += 1
        known = known and row.tokens is not None
        pairs = row.pairs
        times.update(pairs)
        changed, n = sum(was != now for was, now in pairs), len(pairs)
        of += n > 0
        squares = [total + more for total, more in zip(squares, (changed**2, changed * n, n**2), strict=True)]
    tokens = TokenTags(times, of, (squares[0], squares[1], squares[2])) if known else None
    return TagPairs(sentences, tokens, labelled)


def _tag_counts(folder: Path, card: RunCard, model: RunModel, cell: Cell | None) -> TagCounts | None:
    def make() -> TagCounts:
        rows = list(tagged_rows(folder, card, model, cell)) if cell else []
        changed = {predicted.sample_id for predicted, _ in rows}
        otherwise = unchanged_labels(folder, model, cell)
        unchanged = (
            _unchanged_row(row, otherwise.get(row.sample_id, row.label))
            for row in read_predictions(predictions_path(folder, model, None))
            if row.sample_id not in changed
        )
        return TagCounts(tag_pairs([*(row for _, row in rows), *unchanged]), tag_pairs(row for _, row in rows))

    return kept_counts(folder, model, cell, make, _as_json, _read)


def _unchanged_row(row: Predicted, label: str) -> TaggedRow:
    gold, tags = row.gold.split(), row.label.split()
    return TaggedRow(gold, tags, gold, label.split(), [(at, at) for at in range(len(tags))])


def _as_json(counts: TagCounts) -> dict[str, Any]:
    return {"tags": {name: _plain_pairs(getattr(counts, name)) for name in TagCounts.__slots__}}


def _plain_pairs(pairs: TagPairs) -> dict[str, Any]:
    rows = [[*beside.before, *beside.after, times] for beside, times in pairs.counted.items()]
    plain, tokens = {"sentences": rows, "labelled": pairs.labelled}, pairs.tokens
    if tokens is None:
        return plain
    times = [[was, now, so_often] for (was, now), so_often in tokens.times.items()]
    return plain | {"tokens": times, "of": tokens.sentences, "squares": tokens.squares}


def _read(stored: Mapping[str, Any]) -> TagCounts:
    return TagCounts(*(_pairs(stored["tags"][name]) for name in TagCounts.__slots__))


def _pairs(plain: Mapping[str, Any]) -> TagPairs:
    rows = {Beside(EntityCounts(*row[:2]), EntityCounts(*row[2:4])): row[4] for row in plain["sentences"]}
    labelled = plain["labelled"]  # counts of before know nothing of it, and are made anew
    if "tokens" not in plain:
        return TagPairs(rows, None, labelled)
    times = {(was, now): so_often for was, now, so_often in plain["tokens"]}
    first, second, third = plain["squares"]
    return TagPairs(rows, TokenTags(times, plain["of"], (first, second, third)), labelled)
