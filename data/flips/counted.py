"""How often predictions flip, by what was edited: counted by DuckDB in memory over the run's own files.

A row counts predictions on perturbed texts: one for each model, condition and sample whose edits include what the row
names. A text has several edits, so that it counts in several rows, and a flip is not laid at the door of one of them:
rows of the same table overlap and do not add up. Edits of long texts come together with length, those of a perturbation
with its severity; compare rows within one perturbation and severity where that matters.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from math import nan
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from core.errors import BadInput, first_line
from core.metrics.clustered import clustered_share
from core.models.tasks import LABELLING
from core.records import FieldRewrite, Task
from core.text.entity_changes import entity_change
from data.flips.entities import with_changes
from data.flips.files import edits_files, predicted_files
from data.flips.rows import (
    ALL_EDITS,
    ALL_OF_IT,
    LEAST,
    RARE,
    Counting,
    FlippedSample,
    FlipTables,
    GroupBy,
    OpenedFlip,
    Tally,
)
from data.flips.rules import flip_rule
from data.runs.files import Predicted, RunCard, RunCell, predictions_in
from data.runs.measures.flip import Flip
from data.runs.measures.tag_flips import tag_flip
from data.runs.scores import run_card
from data.variants.reading import rewrites_by_id
from data.workspace import Workspace

ENTITIES = "join read_parquet(?, filename = true) e on e.filename = files.changes and e.variant_id = p.candidate_id"


def tallies(
    workspace: Workspace, run_id: str, part: Counting = ALL_OF_IT, least: int = LEAST
) -> Mapping[GroupBy, list[Tally]]:
    """Every table of this part of the run, rows that surely flip most first (by the lower ends of their intervals),
    those of few predictions after them, places and lengths in their order.

    Words that fewer than `least` predictions count for are taken together in the row RARE, last. Raises BadInput for
    unknown names.
    """
    return flip_tables(workspace, run_id, part, least).tables


def flip_tables(
    workspace: Workspace, run_id: str, part: Counting = ALL_OF_IT, least: int = LEAST, often: Collection[str] = ()
) -> FlipTables:
    """The same with the row of all edits; where there are words `often`, these have rows instead of those that `least`
    predictions count for."""
    with closing(_CountedPart(workspace, run_id, part)) as counted:
        return FlipTables({by: counted.table(by, least, often) for by in GroupBy}, counted.overall())


def opened(
    workspace: Workspace, run_id: str, by: GroupBy, value: str, part: Counting = ALL_OF_IT, most: int = 10
) -> list[OpenedFlip]:
    """Flips of the texts that a row counts, at `most` so many.

    The surest come first, of numbers those that moved farthest, of tags those with most words in entities that changed.
    """
    with closing(_CountedPart(workspace, run_id, part)) as counted:
        return counted.flips(by, value, most)


def flipped_samples(
    workspace: Workspace, run_id: str, by: GroupBy, value: str, part: Counting = ALL_OF_IT
) -> dict[str, FlippedSample]:
    """The samples, by id, that have a flip on a text that the row counts."""
    with closing(_CountedPart(workspace, run_id, part)) as counted:
        return counted.samples(by, value)


class _CountedPart:
    """What tables of flips are read off. Raises BadInput for unknown names, and for what can't be a flip."""

    def __init__(self, workspace: Workspace, run_id: str, part: Counting) -> None:
        self._workspace = workspace
        self._card = run_card(workspace, run_id)
        self._rule = flip_rule(workspace, self._card, part.moved)
        self._curated = part.curated
        models = self._card.models_of(part.models)
        self._cells = self._card.cells_of(part.conditions)
        self._db = duckdb.connect(config={"threads": 2})
        edits = edits_files(workspace, self._card, self._cells)
        files = predicted_files(workspace, self._card, models, self._cells)
        if self._card.task is Task.TAGGING:
            files = with_changes(workspace, self._card, self._cells, files)
        self._empty = not files.num_rows or not edits
        if not self._empty:
            self._filled(files, [str(path) for path in edits])

    def close(self) -> None:
        self._db.close()

    def _filled(self, files: pa.Table, edits: list[str]) -> None:
        try:
            self._fill(files, edits)
        except duckdb.Error as error:
            self._db.close()
            for path in sorted({*files["original"].to_pylist(), *files["perturbed"].to_pylist()}):
                predictions_in(Path(path))  # which names the damaged one
            what = f"The predictions of the run {self._card.id} can't be read"
            raise BadInput(f"{what} ({first_line(error, 300)}); copy the run again.") from error

    def _fill(self, files: pa.Table, edits: list[str]) -> None:
        self._db.register("files", files)
        kept, gold = "", "o.gold"
        if self._curated is not None:
            labels = [sample.label for sample in self._curated.values()]
            self._db.register("curated", pa.table({"id": list(self._curated), "label": labels}))
            kept, gold = "join curated on curated.id = p.candidate_id", "curated.label"
        originals = list(set(files["original"].to_pylist()))
        changes = [files["changes"].to_pylist()] if self._card.task is Task.TAGGING else []
        self._db.execute(
            f"""
            create temp table said as
            select files.model, files.cell, p.candidate_id as variant_id, o.label as before, p.label as after,
                   o.gold as gold, p.gold as gold_after, {gold} as gold_counted,
                   {self._rule.flipped} as flipped, {self._rule.size} as size,
                   list_max(o.probabilities) as chance_before, list_max(p.probabilities) as chance_after
            from read_parquet(?, filename = true) p
            join files on files.perturbed = p.filename
            join read_parquet(?, filename = true) o on o.filename = files.original and o.sample_id = p.sample_id
            {ENTITIES if changes else ""}
            {kept}
            """,
            [files["perturbed"].to_pylist(), originals, *changes],
        )
        made_by = [cell.condition.perturbation for cell in self._cells]
        self._db.register("made_by", pa.table({"cell": list(range(len(made_by))), "perturbation": made_by}))
        self._db.execute(
            f"""
            create temp table counted as
            select e.*, s.n, s.flips, s.perturbation, {self._rule.golds} as golds
            from (select * exclude (gold) from read_parquet(?)) e
            join (
                select variant_id, any_value(gold_counted) as gold, count(*) as n, count_if(flipped) as flips,
                       any_value(perturbation) as perturbation
                from said join made_by using (cell) group by 1
            ) s using (variant_id)
            """,
            [edits],
        )

    def table(self, by: GroupBy, least: int, often: Collection[str] = ()) -> list[Tally]:
        if self._empty:
            return []
        rows = self._tallied(by, self._values(by, least), list(often))
        if order := self._rule.rows(by):
            return sorted(rows, key=lambda row: order.index(row.value))
        return sorted(rows, key=lambda row: (row.value == RARE, row.few, -row.rate.low, -row.rate.n, row.value))

    def overall(self) -> Tally | None:
        """All changed texts as one row, None where there are none."""
        every = f"select '{ALL_EDITS}' as value, * from counted"
        return None if self._empty else next(iter(self._tallied(GroupBy.PERTURBATION, every)), None)

    def _tallied(self, by: GroupBy, values: str, often: Sequence[str] = ()) -> list[Tally]:
        groups = self._db.execute(self._rows_sql(values), [often] if "$1" in values else []).fetchall()
        return [
            Tally(by, value, flips, samples, clustered_share(flips, n, samples, (hits, both, items)), turned, texts)
            for value, n, flips, samples, hits, both, items, turned, texts in groups
        ]

    def _values(self, by: GroupBy, least: int) -> str:
        """The rows that each text counts in."""
        values = f"select distinct unnest({by.sql}) as value, variant_id, sample_id, text, n, flips from counted"
        if by is GroupBy.WORD:
            values = f"""
                with each_word as ({values}),
                often as (
                    select value from each_word group by 1
                    having case when len($1::varchar[]) > 0 then list_contains($1, value) else sum(n) >= {least} end
                )
                select distinct case when value in (from often) then value else '{RARE}' end as value,
                       variant_id, sample_id, text, n, flips
                from each_word
                """
        return values

    @staticmethod
    def _rows_sql(values: str) -> str:
        return f"""
            select value, sum(n)::bigint, sum(flips)::bigint, count(*), sum(flips * flips)::bigint,
                   sum(flips * n)::bigint, sum(n * n)::bigint, count_if(flips > 0), sum(texts)::bigint
            from (
                select value, sample_id, sum(n) as n, sum(flips) as flips, count(distinct text) as texts
                from ({values}) group by all
            )
            group by value
            """

    def samples(self, by: GroupBy, value: str) -> dict[str, FlippedSample]:
        if self._empty:
            return {}
        rows = self._db.execute(
            f"""
            with of_row as (select distinct variant_id, sample_id from counted where list_contains({by.sql}, ?))
            select sample_id, list(distinct cell) filter (flipped), count_if(flipped), count(*),
                   list_sort(list(distinct before || ' → ' || after) filter (flipped))
            from said join of_row using (variant_id) group by 1 having count_if(flipped) > 0
            """,
            [value],
        ).fetchall()
        conditions, labelled = [cell.condition for cell in self._cells], self._card.task in LABELLING
        return {
            id_: FlippedSample(
                frozenset(conditions[cell] for cell in cells), flips, n, tuple(pairs) if labelled else ()
            )
            for id_, cells, flips, n, pairs in rows
        }

    def flips(self, by: GroupBy, value: str, most: int) -> list[OpenedFlip]:
        """Flips of one row, those of the largest size first."""
        if self._empty:
            return []
        gold_after = "gold_after" if self._curated is None else "(select label from curated where id = said.variant_id)"
        rows = self._db.execute(
            f"""
            select model, cell, sample_id, variant_id, gold, before, after, chance_before, chance_after, {gold_after}
            from said join counted using (variant_id)
            where flipped and list_contains({by.sql}, ?)
            order by size desc, variant_id, model
            limit ?
            """,
            [value, most],
        ).fetchall()
        return list(_opened(self._workspace, self._card, self._cells, rows))


def _opened(
    workspace: Workspace, card: RunCard, cells: Sequence[RunCell], rows: Sequence[tuple[Any, ...]]
) -> Iterator[OpenedFlip]:
    rewrites: dict[str, tuple[FieldRewrite, ...]] = {}
    for number in {row[1] for row in rows}:
        path = card.variants_path(workspace, cells[number].condition)
        rewrites |= rewrites_by_id(path, [row[3] for row in rows if row[1] == number])
    for model, number, *fields in rows:
        yield OpenedFlip(model, cells[number].condition, _flip(card.task, fields, rewrites[fields[1]]))


def _flip(task: Task, fields: Sequence[Any], texts: tuple[FieldRewrite, ...]) -> Flip:
    sample, variant, gold, before, after, p_before, p_after, gold_after = fields
    if task is Task.TAGGING and (change := entity_change(texts[0].rewrite, before.split(), after.split())):
        was, now = Predicted("", sample, gold, before), Predicted(variant, sample, gold_after, after)
        return tag_flip(texts, change, was, now, gold_after)
    was_sure, is_sure = (nan if p is None else float(p) for p in (p_before, p_after))
    return Flip(sample, variant, gold, before, after, was_sure, is_sure, texts, gold_after, task)
