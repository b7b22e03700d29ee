"""How many candidates a design will give, and how many different texts among them, before anything is made."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import nan

import pyarrow as pa
import pyarrow.compute as pc

from core.design import Condition, Design
from core.lexicon.synonyms import Synonyms
from core.perturbations.registry import find
from core.perturbations.word.synonyms import Skipped, why_not
from core.records import Sample
from core.so_many import so_many
from data.datasets.stored import split_groups, split_samples
from data.lexicon.resources import resources
from data.variants.making import checked, limited_ids
from data.variants.rows import Chunk, Rows, analyse, perturbed_chunk
from data.workspace import Workspace

MOST = 500  # samples tried: all of a small split, so that its forecast is exact
LEAST = 60
TEXTS = 3_000  # tried in all: under half a second


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a condition will make of the design's `samples`.

    `candidates` are the samples it will change; `new_texts` those of them that read like no candidate of an earlier
    condition or sample, so that people will have to look at them. Both are estimates unless `exact`. `came_to` is the
    mean severity of the samples tried, in the unit asked; NaN where it has no number. `skipped` says why words were put
    into no more of them; "" for other perturbations.
    """

    condition: Condition
    samples: int
    candidates: int
    new_texts: int
    exact: bool
    came_to: float
    skipped: str = ""


def forecast(workspace: Workspace, design: Design) -> tuple[Forecast, ...]:
    """What each condition of the design will give, in their order, judged by as many samples as take under a second.

    Raises BadInput for what does not exist, and MissingResource for an absent word list.
    """
    design, card = checked(workspace, design)
    split = card.splits[design.split]
    size = min(split, design.limit or split)
    chosen = tried(workspace, design, min(size, max(LEAST, min(MOST, TEXTS // max(1, len(design.conditions))))))
    if not chosen:
        return tuple(Forecast(condition, 0, 0, 0, True, nan) for condition in design.conditions)
    rows = perturbed_chunk(Chunk(design, chosen))
    scale = size / len(chosen)
    counts = _count_new_texts(rows, [*card.text_fields, *(["tags"] if chosen[0].tags else [])])
    return tuple(
        Forecast(
            condition, size, round(candidates * scale), round(new * scale), len(chosen) == size, made.mean_severity,
            _skipped_sentence(condition, chosen, batch["perturbed"].to_pylist()),
        )
        for condition, (candidates, new), made, batch in zip(
            design.conditions, counts, rows.counts, rows.conditions, strict=True
        )
    )  # fmt: skip


def tried(workspace: Workspace, design: Design, n: int) -> tuple[Sample, ...]:
    """The first n samples in the order in which people would see them."""
    chosen: Collection[str] | None = limited_ids(workspace, replace(design, limit=n))
    samples: list[Sample] = []
    for _, group in split_groups(workspace, design.dataset, design.split):
        rows = group if chosen is None else group.filter(pc.is_in(group["id"], value_set=pa.array(chosen, pa.string())))
        samples += split_samples(design.dataset, design.split, rows)  # samples are made of these rows alone
        if len(samples) >= n:
            break
    return tuple(samples[:n])


def _count_new_texts(rows: Rows, names: Sequence[str]) -> list[tuple[int, int]]:
    """(candidates, new texts) of each condition."""
    before = [rows.shared[f"original_{name}"] for name in names]
    sources = list(zip(*map(pa.Array.to_pylist, (rows.shared["label"], *before)), strict=True))
    seen: set[str] = set()
    counts = []
    for columns in rows.conditions:
        now = zip(*(columns[name].to_pylist() for name in names), strict=True)
        changed = zip(sources, now, columns["perturbed"].to_pylist(), strict=True)
        texts = [repr((source, text)) for source, text, perturbed in changed if perturbed]
        counts.append((len(texts), len(set(texts) - seen)))
        seen.update(texts)
    return counts


def _skipped_sentence(condition: Condition, samples: Sequence[Sample], perturbed: Sequence[bool]) -> str:
    """ "31 of 100 skipped: 20 have only names and words of grammar, …"; "" where no words are put for words."""
    if len(condition.steps) > 1 or not find(condition.perturbation).by_word or all(perturbed):
        return ""
    words = [resources()[name] for name in find(condition.perturbation).resources.values()]
    table = next((table for table in words if isinstance(table, Synonyms)), None)
    if table is None:
        return ""
    left = [sample for sample, changed in zip(samples, perturbed, strict=True) if not changed]
    reasons = [max(why_not(analyse(field.text), table) for field in sample.fields) for sample in left]
    counts = ", ".join(f"{n} {Skipped(why).reason}" for why, n in Counter(reasons).most_common())
    return f"{len(left)} of {so_many(len(samples), 'sample')} tried are skipped: {counts}"
