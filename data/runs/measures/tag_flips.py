"""The sentences of a cell in which a token is said to belong to another kind of entity, or to none."""

from math import nan

from core.records import Cell
from core.text.entity_tags import kind_of
from data.runs.counts import Curated
from data.runs.files import RunCard, RunModel
from data.runs.measures.flip import Flip
from data.runs.measures.tags import TaggedRow, tagged_rows
from data.variants.reading import rewrites_by_id
from data.workspace import Workspace


def tag_flips(workspace: Workspace, card: RunCard, model: RunModel, cell: Cell, curated: Curated | None) -> list[Flip]:
    """Those with most such tokens first; the labels are the tags of these tokens."""
    folder = workspace.runs / card.id
    rows = [(said, _changed_tags(row)) for said, row in tagged_rows(folder, card, model, cell, curated)]
    changed = [(said, tags) for said, tags in rows if tags]
    path = workspace.variants / card.variants / f"{cell.condition.key}.parquet"
    rewrites = rewrites_by_id(path, [said.candidate_id for said, _ in changed])
    found = []
    for said, tags in changed:
        gold, before, after, gold_after = (" ".join(side) for side in zip(*tags, strict=True))
        texts = rewrites[said.candidate_id]
        found.append(
            Flip(said.sample_id, said.candidate_id, gold, before, after, nan, nan, texts, gold_after, card.task)
        )
    return sorted(found, key=lambda flip: -len(flip.before.split()))


def _changed_tags(row: TaggedRow) -> list[tuple[str, str, str, str]]:
    """(gold, said, said once perturbed, gold then) of each token in both texts that went to another kind of entity."""
    return [
        (row.gold_before[one], row.before[one], row.after[other], row.gold[other])
        for one, other in row.tokens or ()
        if kind_of(row.before[one]) != kind_of(row.after[other])
    ]
