"""The items of a study: drawn from variants, a cell at a time, no source sample twice while there are others."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import pyarrow.parquet as pq

from core.design import Design
from core.errors import BadInput
from core.identity import content_id
from core.randomness import Draws
from curation.study.design import StudyDesign, StudyPart, StudySplit
from curation.study.records import ItemKind, StudyItem
from data.datasets.stored import dataset_card
from data.study.drawing import ItemCandidate, Source, drawn
from data.study.extra_items import extra_items, spoken_label
from data.variants.files import VariantFile
from data.variants.making import Report, variants
from data.variants.reading import rewrites_by_id
from data.workspace import Workspace

MARGIN = 4  # samples looked at for each that is wanted: not all perturbations apply to all
FEWEST = 400


class DrawnItems(NamedTuple):
    """A study's items in no order, and sentences on what could not be drawn as asked."""

    items: list[StudyItem]
    notes: list[str]


def drawn_items(
    workspace: Workspace, design: StudyDesign, workers: int | None = None, report: Report | None = None
) -> DrawnItems:
    """All items of the study; the variants that the workspace lacks are made first, by the code of all others.

    Raises BadInput for a data set, split or perturbation that does not exist, for a perturbation that changes nothing
    in any data set of its part, and for a part without enough samples.
    """
    items, notes, used = list[StudyItem](), list[str](), Counter[Source]()
    for part in design.parts:
        files = [file for split in part.splits for file in _files(workspace, design, part, split, (workers, report))]
        cells = {file: _picks(file, part, design.seed) for file in files}
        notes += _check_cells(part, cells)
        draws = Draws.seeded("cells", part.name, design.seed)
        copies = design.participants // design.judgements_per_item  # each participant sees one of a source at most
        picks = drawn(list(cells.values()), wanted_items(design, part), copies, used, draws)
        notes += _check_enough(design, part, picks)
        items += _items(part, picks)
        more, complaints = extra_items(workspace, part, design.seed, used)
        items += more
        notes += complaints
    return DrawnItems(items, notes)


def wanted_items(design: StudyDesign, part: StudyPart) -> int:
    """How many real items the part needs, so that each is judged as often as the design says."""
    return -(-design.participants * part.per_participant // design.judgements_per_item)


def _files(
    workspace: Workspace, design: StudyDesign, part: StudyPart, split: StudySplit, how: tuple[int | None, Report | None]
) -> Sequence[VariantFile]:
    """The variants of this split; of a large one only as many samples as are surely enough are perturbed."""
    card = dataset_card(workspace, split.dataset)
    size = card.splits.get(split.split, 0)
    total = sum(wanted_items(design, p) for p in design.parts)
    limit = max(FEWEST, -(-MARGIN * total // 100) * 100)
    split_design = Design(split.dataset, split.split, part.conditions, design.seed, limit if size > limit else 0)
    return variants(workspace, split_design, *how)


def _picks(file: VariantFile, part: StudyPart, seed: int) -> list[ItemCandidate]:
    """What can be drawn of a cell, in the seeded order: first, of a PPS, what has as many changes as it says."""
    gold = "original_tags" if "original_tags" in pq.read_schema(file.path).names else "label"
    table = pq.read_table(file.path, columns=["id", "variant_id", gold, "edits", "perturbed"], use_threads=False)
    table = table.filter(table["perturbed"])
    rows = zip(*(table[name].to_pylist() for name in ("id", "variant_id", gold, "edits")), strict=True)
    picks = [ItemCandidate(file, a, b, c if isinstance(c, str) else tuple(c), edits) for a, b, c, edits in rows]
    draws = Draws.seeded("study", part.name, file.recipe.dataset, file.recipe.split, file.condition.key, seed)
    draws.shuffle(picks)
    return sorted(picks, key=lambda pick: pick.short)


def _items(part: StudyPart, picks: Sequence[ItemCandidate]) -> list[StudyItem]:
    by_file: dict[VariantFile, list[ItemCandidate]] = defaultdict(list)
    for pick in picks:
        by_file[pick.file].append(pick)
    return [item for file, own in by_file.items() for item in _items_of(part, file, own)]


def _items_of(part: StudyPart, file: VariantFile, picks: Sequence[ItemCandidate]) -> Iterator[StudyItem]:
    rewrites = rewrites_by_id(file.path, [pick.variant_id for pick in picks])
    for pick in picks:
        yield StudyItem(
            content_id("item", part.name, pick.variant_id),
            part.name,
            ItemKind.REAL,
            {name: rewrite.source for name, rewrite in rewrites[pick.variant_id]},
            {name: rewrite.perturbed for name, rewrite in rewrites[pick.variant_id]},
            file.recipe.dataset,
            file.recipe.split,
            file.condition.perturbation,
            file.condition.severity.key,
            pick.sample_id,
            pick.variant_id,
            spoken_label(pick.label, rewrites[pick.variant_id][0].rewrite.source),
            edits=pick.edits,
        )


def _check_cells(part: StudyPart, cells: Mapping[VariantFile, Sequence[ItemCandidate]]) -> list[str]:
    """Sentences on cells that hold nothing. Raises BadInput for a perturbation all of whose cells do."""
    for name in dict.fromkeys(file.condition.perturbation for file in cells):
        if all(not picks for file, picks in cells.items() if file.condition.perturbation == name):
            where = " or ".join(dict.fromkeys(file.recipe.dataset for file in cells))
            raise BadInput(
                f"Part {part.name!r}: {name} changes nothing in {where}; remove it from the part, or add a data set."
            )
    empty = [file for file, picks in cells.items() if not picks]
    return [f"“{part.title}”: {file.condition} changes nothing in {file.recipe.dataset}." for file in empty]


def _check_enough(design: StudyDesign, part: StudyPart, picks: Sequence[ItemCandidate]) -> list[str]:
    """Sentences on what is short of what was asked."""
    notes, wanted = [], wanted_items(design, part)
    if len(picks) < wanted:
        notes.append(
            f"“{part.title}” has only {len(picks):,} perturbed samples instead of {wanted:,}, "
            "so more participants judge each sample."
        )
    short = Counter(str(pick.file.condition) for pick in picks if pick.short)
    tally = ", ".join(f"{n} of {name}" for name, n in sorted(short.items()))
    notes += [f"“{part.title}”: some texts have fewer changes than their severity asks for: {tally}."] if tally else []
    return notes
