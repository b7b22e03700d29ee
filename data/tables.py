"""Candidates and hints as Arrow tables and back, and Parquet files that are there whole or not at all."""

import json
from collections.abc import Iterable, Iterator
from math import isnan, nan
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from core.records import Candidate, Cell, FieldRewrite, GrammarIssue, Hint
from core.rewrite import Piece, Rewrite
from core.severity import Severity
from data.durable import written_whole

CANDIDATES = pa.schema(
    [
        ("id", pa.string()),
        ("sample_id", pa.string()),
        ("dataset", pa.string()),
        ("split", pa.string()),
        ("perturbation", pa.string()),
        ("severity", pa.string()),
        ("seed", pa.int64()),
        ("position", pa.int32()),
        ("gold_label", pa.string()),
        ("rewrites", pa.string()),
    ]
)
ROWS_AT_ONCE = 8_192  # rows a reader must hold in memory at once
HINTS = pa.schema(
    [
        ("candidate_id", pa.string()),
        ("similarity", pa.float64()),
        ("similarity_engine", pa.string()),
        ("issues", pa.string()),
        ("issues_before", pa.int32()),
        ("grammar_engine", pa.string()),
    ]
)


def candidates_table(candidates: Iterable[tuple[Candidate, str]], first_position: int = 0) -> pa.Table:
    """A row for each (candidate, gold label); positions, the order people see them in, count up from the first."""
    rows = [
        {
            "id": candidate.id,
            "sample_id": candidate.sample_id,
            "dataset": candidate.cell.dataset,
            "split": candidate.cell.split,
            "perturbation": candidate.cell.perturbation,
            "severity": candidate.cell.severity.key,
            "seed": candidate.seed,
            "position": position,
            "gold_label": gold_label,
            "rewrites": rewrites_json(candidate.rewrites),
        }
        for position, (candidate, gold_label) in enumerate(candidates, first_position)
    ]
    return pa.Table.from_pylist(rows, schema=CANDIDATES)


def candidates_of(table: pa.Table) -> Iterator[tuple[Candidate, str]]:
    """The (candidate, gold label) of each row: the inverse of `candidates_table`."""
    for row in table.to_pylist():
        cell = Cell(row["dataset"], row["split"], row["perturbation"], Severity.parse(row["severity"]))
        yield Candidate(row["sample_id"], cell, row["seed"], rewrites_of(row["rewrites"]), row["id"]), row["gold_label"]


def hints_table(hints: Iterable[Hint]) -> pa.Table:
    """A row for each hint; what could not be computed is null."""
    rows = [
        {
            "candidate_id": hint.candidate_id,
            "similarity": None if isnan(hint.similarity) else hint.similarity,
            "similarity_engine": hint.similarity_engine,
            "issues": None if hint.issues is None else json.dumps([_issue(i) for i in hint.issues]),
            "issues_before": hint.issues_before,
            "grammar_engine": hint.grammar_engine,
        }
        for hint in hints
    ]
    return pa.Table.from_pylist(rows, schema=HINTS)


def hints_of(table: pa.Table) -> Iterator[Hint]:
    """The hint of each row: the inverse of `hints_table`."""
    for row in table.to_pylist():
        yield hint_of(*(row[name] for name in HINTS.names))


def hint_of(candidate_id: str, similarity: float | None, engine: str, issues: str | None, *grammar: Any) -> Hint:
    """The hint of one row, its values in the order of the columns."""
    found = None if issues is None else tuple(GrammarIssue(*issue) for issue in json.loads(issues))
    return Hint(candidate_id, nan if similarity is None else similarity, engine, found, *grammar)


def rewrites_json(rewrites: tuple[FieldRewrite, ...]) -> str:
    """Each text as [name, source, pieces] in ASCII; a piece that reads what its span reads leaves the text out."""
    packed = []
    for name, rewrite in rewrites:
        source = rewrite.source
        pieces = [[p.start, p.end] if source[p.start : p.end] == p.text else list(p) for p in rewrite.pieces]
        packed.append([name, source, pieces])
    return json.dumps(packed, separators=(",", ":"))


def rewrites_of(packed: str) -> tuple[FieldRewrite, ...]:
    """The rewrites that `rewrites_json` wrote."""
    return tuple(
        FieldRewrite(name, Rewrite(source, tuple(_piece(source, *piece) for piece in pieces)))
        for name, source, pieces in json.loads(packed)
    )


def _piece(source: str, start: int, end: int, text: str | None = None) -> Piece:
    return Piece(start, end, source[start:end] if text is None else text)


def _issue(issue: GrammarIssue) -> list[str | int]:
    return [issue.field, issue.start, issue.end, issue.rule, issue.message]


def write_parquet(path: Path, table: pa.Table) -> None:
    """Write the file so that it is there whole or not at all; raises BadInput with the reason when it can't be."""
    with written_whole(path) as file:
        pq.write_table(table, file, compression="zstd", row_group_size=ROWS_AT_ONCE)
