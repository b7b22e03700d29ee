"""What a curated set says of one cell, read at once, so that each cell's decisions are gone through once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.errors import BadInput
from core.records import Cell, CuratedSample, Decision
from curation.campaigns.campaigns import named
from curation.cell_texts import CellTexts
from curation.records import CellProgress
from data.store.reading import Reading
from data.store.texts import PlacedText


@dataclass(frozen=True, slots=True)
class JudgedCell:
    """A cell with what people made of it; `judged` are the candidates that they decided on or that were collected.

    `by_text` are the verdicts with one id for candidates that read the same.
    """

    progress: CellProgress
    decisions: Sequence[Decision]
    verdicts: Sequence[Decision]
    by_text: Sequence[Decision]
    curated: Sequence[CuratedSample]
    judged: Sequence[PlacedText]
    texts: CellTexts

    @property
    def cell(self) -> Cell:
        return self.progress.cell


def chosen_cells(store: Reading, datasets: Sequence[str] = (), campaigns: Sequence[str] = ()) -> list[Cell]:
    """The cells of these data sets and those of these campaigns, all for none of either.

    Raises BadInput for a data set of which nothing was prepared, and for a campaign that is not there.
    """
    cells = list(store.orders())
    if strange := sorted(set(datasets) - {cell.dataset for cell in cells}):
        raise BadInput(f"The data set {strange[0]!r} has no prepared samples; leave the data set out.")
    within = {id_ for name in campaigns for id_ in named(name, store.campaigns()).cells}
    every = not datasets and not campaigns
    return [cell for cell in cells if every or cell.dataset in datasets or cell.id in within]


def judged_cells(store: Reading, cells: Sequence[Cell]) -> Iterator[JudgedCell]:
    for cell in cells:
        decisions, curated = store.decisions(cell), store.curated(cell)
        ids = {decision.candidate_id for decision in decisions} | {sample.candidate_id for sample in curated}
        verdicts, placed = store.verdicts(cell), store.placed(cell, ids)
        by_text, progress = store.judgements([cell]), store.progress(cell)
        yield JudgedCell(progress, decisions, verdicts, by_text, curated, placed, store.texts(progress))
