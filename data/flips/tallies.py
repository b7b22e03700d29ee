"""How often predictions flip, by what was edited: counted by DuckDB over the run's own files.

A row counts predictions on perturbed texts: one for each model, condition and sample whose edits include what the row
names. A text has several edits, so that it counts in several rows, and a flip is not laid at the door of one of them:
rows of the same table overlap and do not add up. Edits of long texts come together with length, those of a perturbation
with its severity; compare rows within one perturbation and severity where that matters.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from math import nan
from typing import Any

import duckdb
import pyarrow as pa

from core.design import Condition
from core.errors import BadInput
from core.metrics.clustered import clustered_share
from core.metrics.estimate import Estimate
from core.records import CuratedSample, FieldRewrite, Task
from data.flips.files import Report, edits_files, predicted_files, variants_path
from data.runs.files import RunCard, RunCell
from data.runs.scores import Flip, run_card
from data.variants.reading import rewrites_by_id
from data.workspace import Workspace

FEW = 30  # below so many predictions a row is marked
LEAST = 10  # below so many predictions words are counted together
RARE = "(rarer words)"


class By(StrEnum):
    """What the rows of a table are; each is named with the SQL of its values."""

    sql: str

    def __new__(cls, name: str, sql: str) -> "By":
        by = str.__new__(cls, name)
        by._value_, by.sql = name, sql
        return by

    KIND = "kind of edit", "kinds"
    CLASS = "part of speech", "classes"
    PLACE = "place in the text", "thirds"
    WORD = "word", "words"
    LABEL = "gold label", "[gold]"
    LENGTH = (
        "words in the text",
        "[case when length <= 5 then '1 to 5' when length <= 10 then '6 to 10' when length <= 20 then '11 to 20'"
        " when length <= 40 then '21 to 40' else '41 or more' end]",
    )
    EDITS = "edits in the text", "[case when edits <= 4 then edits::varchar else '5 or more' end]"


ORDERS = {
    By.PLACE: ("first third", "middle third", "last third"),
    By.LENGTH: ("1 to 5", "6 to 10", "11 to 20", "21 to 40", "41 or more"),
    By.EDITS: ("1", "2", "3", "4", "5 or more"),
}


@dataclass(frozen=True, slots=True)
class Tally:
    """A row: `flips` of `rate.n` predictions, on texts of `samples` samples, were other than on the original.

    The rate's interval takes into account that texts of the same sample flip together.
    """

    by: By
    value: str
    flips: int
    samples: int
    rate: Estimate

    @property
    def few(self) -> bool:
        """Whether the row stands on so few predictions that it says little."""
        return self.rate.n < FEW


@dataclass(frozen=True, slots=True)
class Counting:
    """The part of a run that is counted: these models and conditions, () for all; with `curated` what people kept."""

    models: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    curated: Mapping[str, CuratedSample] | None = None


@dataclass(frozen=True, slots=True)
class OpenedFlip:
    """A flip, and which model's on which condition it is."""

    model: str
    condition: Condition
    flip: Flip


def tallies(
    workspace: Workspace, run_id: str, part: Counting = Counting(), least: int = LEAST, report: Report | None = None
) -> dict[By, list[Tally]]:
    """Every table of this part of the run, rows that surely flip most first, places and lengths in their order.

    Words that fewer than `least` predictions count for are taken together in the row RARE, last. Raises BadInput for
    unknown names.
    """
    with closing(_Counted(workspace, run_id, part, report)) as counted:
        return {by: counted.table(by, least) for by in By}


def opened(
    workspace: Workspace, run_id: str, by: By, value: str, part: Counting = Counting(), first: int = 0, most: int = 10
) -> list[OpenedFlip]:
    """Flips of the texts that a row counts, the surest first: so many, from the one with this number on."""
    with closing(_Counted(workspace, run_id, part, None)) as counted:
        return counted.flips(by, value, first, most)


def uncounted(card: RunCard) -> str:
    """Why the flips of this run can't be counted, in a sentence; "" where they can."""
    if card.task is Task.SIMILARITY:
        return "This run's predictions are numbers, which do not flip; Heatmaps shows how far they move."
    if card.task is Task.TAGGING:
        return "This run's predictions are many tags to a sample: flips by edit are not counted; Heatmaps lists them."
    return ""


class _Counted:
    """The predictions of a part of a run, beside what is said of the edits, in a database in memory."""

    def __init__(self, workspace: Workspace, run_id: str, part: Counting, report: Report | None) -> None:
        self._workspace = workspace
        self._card = run_card(workspace, run_id)
        if reason := uncounted(self._card):
            raise BadInput(reason)
        self._curated = part.curated
        self._models = [self._card.model(name) for name in part.models] or list(self._card.models)
        self._cells = _cells(self._card, part.conditions)
        self._db = duckdb.connect(config={"threads": 2})
        files = predicted_files(workspace, self._card, self._models, self._cells)
        edits = edits_files(workspace, self._card, self._cells, report)
        self._empty = not files.num_rows or not edits
        if not self._empty:
            self._fill(files, [str(path) for path in edits])

    def close(self) -> None:
        """Give the memory back."""
        self._db.close()

    def _fill(self, files: pa.Table, edits: list[str]) -> None:
        self._db.register("files", files)
        kept = "true"
        if self._curated is not None:
            self._db.register("curated", pa.table({"id": list(self._curated), "label": _labels(self._curated)}))
            kept = "p.candidate_id in (select id from curated)"
        originals = sorted(set(files["original"].to_pylist()))
        self._db.execute(
            f"""
            create temp table said as
            select files.model, files.cell, p.candidate_id as variant_id, o.label as before, p.label as after,
                   o.probabilities as chances_before, p.probabilities as chances_after
            from read_parquet(?, filename = true) p
            join files on files.perturbed = p.filename
            join read_parquet(?, filename = true) o on o.filename = files.original and o.sample_id = p.sample_id
            where {kept}
            """,
            [files["perturbed"].to_pylist(), originals],
        )
        self._db.execute(
            """
            create temp table counted as
            select e.*, s.n, s.flips
            from read_parquet(?) e
            join (select variant_id, count(*) as n, count_if(before <> after) as flips from said group by 1) s
            using (variant_id)
            """,
            [edits],
        )

    def table(self, by: By, least: int) -> list[Tally]:
        """The rows of one table."""
        if self._empty:
            return []
        found = self._db.execute(self._rows_sql(by, least)).fetchall()
        rows = [
            Tally(by, value, flips, samples, clustered_share(flips, n, samples, (hits, both, items)))
            for value, n, flips, samples, hits, both, items in found
        ]
        order = ORDERS.get(by)
        if order:
            return sorted(rows, key=lambda row: order.index(row.value))
        return sorted(rows, key=lambda row: (row.value == RARE, -row.rate.low, -row.rate.n, row.value))

    def _rows_sql(self, by: By, least: int) -> str:
        values = f"select distinct unnest({by.sql}) as value, variant_id, sample_id, n, flips from counted"
        if by is By.WORD:
            values = f"""
                with each_word as ({values}), often as (select value from each_word group by 1 having sum(n) >= {least})
                select distinct case when value in (from often) then value else '{RARE}' end as value,
                       variant_id, sample_id, n, flips
                from each_word
                """
        return f"""
            select value, sum(n)::bigint, sum(flips)::bigint, count(*), sum(flips * flips)::bigint,
                   sum(flips * n)::bigint, sum(n * n)::bigint
            from (select value, sample_id, sum(n) as n, sum(flips) as flips from ({values}) group by all)
            group by value
            """

    def flips(self, by: By, value: str, first: int, most: int) -> list[OpenedFlip]:
        """Flips of one row, as `opened` says."""
        if self._empty:
            return []
        gold_after = "gold" if self._curated is None else "(select label from curated where id = said.variant_id)"
        rows = self._db.execute(
            f"""
            select model, cell, sample_id, variant_id, gold, before, after,
                   list_max(chances_before), list_max(chances_after), {gold_after}
            from said join counted using (variant_id)
            where before <> after and list_contains({by.sql}, ?)
            order by least(list_max(chances_before), list_max(chances_after)) desc, variant_id, model
            limit ? offset ?
            """,
            [value, most, first],
        ).fetchall()
        return list(_opened(self._workspace, self._card, self._cells, rows))


def _opened(
    workspace: Workspace, card: RunCard, cells: Sequence[RunCell], rows: Sequence[tuple[Any, ...]]
) -> Iterator[OpenedFlip]:
    rewrites: dict[str, tuple[FieldRewrite, ...]] = {}
    for number in {row[1] for row in rows}:
        path = variants_path(workspace, card, card.cell(cells[number]))
        rewrites |= rewrites_by_id(path, [row[3] for row in rows if row[1] == number])
    for model, number, sample, variant, gold, before, after, p_before, p_after, gold_after in rows:
        was, now = (nan if p is None else float(p) for p in (p_before, p_after))
        flip = Flip(sample, variant, gold, before, after, was, now, rewrites[variant], gold_after)
        yield OpenedFlip(model, card.cell(cells[number]).condition, flip)


def _labels(curated: Mapping[str, CuratedSample]) -> list[str]:
    return [sample.label for sample in curated.values()]


def _cells(card: RunCard, conditions: Sequence[Condition]) -> list[RunCell]:
    known = {card.cell(cell).condition: cell for cell in card.cells}
    for condition in conditions:
        if condition not in known:
            raise BadInput(f"The run {card.id} has no {condition}; it has {', '.join(map(str, known))}.")
    return [known[condition] for condition in conditions] or list(card.cells)
