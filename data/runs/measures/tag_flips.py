"""The sentences of a cell in which a model names other entities once they are perturbed."""

from collections.abc import Sequence
from math import nan

from core.records import Cell, FieldRewrite, Task
from core.text.entity_changes import EntityChange, entity_change
from core.text.entity_tags import entities_in_words
from data.runs.counts import Curated
from data.runs.files import Predicted, RunCard, RunModel, predictions_path, read_predictions
from data.runs.measures.flip import Flip
from data.variants.reading import rewrites_by_id
from data.workspace import Workspace


def tag_flips(workspace: Workspace, card: RunCard, model: RunModel, cell: Cell, curated: Curated | None) -> list[Flip]:
    """Those with most words in such entities first; the labels are these entities in words."""
    folder = workspace.runs / card.id
    before = {row.sample_id: row for row in read_predictions(predictions_path(folder, model, None))}
    rows = read_predictions(predictions_path(folder, model, cell))
    rows = [row for row in rows if curated is None or row.candidate_id in curated]
    rewrites = rewrites_by_id(card.variants_path(workspace, cell.condition), [row.candidate_id for row in rows])
    pairs = []
    for row in rows:
        texts, was = rewrites[row.candidate_id], before[row.sample_id]
        if change := entity_change(texts[0].rewrite, was.label.split(), row.label.split()):
            gold = curated[row.candidate_id].label if curated is not None else row.gold
            pairs.append((change, tag_flip(texts, change, was, row, gold)))
    return [flip for _, flip in sorted(pairs, key=lambda pair: -len(pair[0].after))]


def tag_flip(
    texts: Sequence[FieldRewrite], change: EntityChange, was: Predicted, now: Predicted, gold_after: str
) -> Flip:
    """The flip of a sentence with this change: what was said and is so of the entities concerned, in words."""
    source, perturbed = texts[0].rewrite.source, texts[0].rewrite.perturbed
    gold, before = (entities_in_words(source, tags.split(), change.before) for tags in (was.gold, was.label))
    gold_then, after = (entities_in_words(perturbed, tags.split(), change.after) for tags in (gold_after, now.label))
    values = (gold if was.gold else "", before, after, nan, nan, tuple(texts), gold_then if gold_after else "")
    return Flip(now.sample_id, now.candidate_id, *values, Task.TAGGING)
