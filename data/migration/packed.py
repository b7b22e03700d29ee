"""How version 0.1 wrote candidates: rewrites packed as JSON, in the parts of jobs, in runs, and in the database."""

import json
from collections.abc import Iterable
from pathlib import Path

import pyarrow.parquet as pq

from core.design import order
from core.records import Candidate, Cell, FieldRewrite
from core.rewrite import Piece, Rewrite
from core.severity import Severity
from data.variants.writing import PlacedCandidate


def read_packed(parts: Iterable[Path]) -> list[PlacedCandidate]:
    """The candidates of these Parquet files, each at its place in the seeded order."""
    rows = [row for part in parts for row in pq.read_table(part).to_pylist()]
    return [
        placed(
            Cell(row["dataset"], row["split"], row["perturbation"], Severity.parse(row["severity"])),
            (row["id"], row["sample_id"], row["gold_label"], row["seed"], row["rewrites"]),
        )
        for row in rows
    ]


def placed(cell: Cell, row: tuple[str, str, str, int, str]) -> PlacedCandidate:
    """The candidate of (id, sample id, gold label, seed, packed rewrites)."""
    id_, sample_id, gold_label, seed, packed = row
    candidate = Candidate(sample_id, cell, seed, unpacked(packed), id_)
    return PlacedCandidate(candidate, gold_label, order(sample_id, seed))


def unpacked(packed: str) -> tuple[FieldRewrite, ...]:
    """The rewrites of [name, source, pieces] in JSON; a piece that reads what its span reads left its text out."""
    return tuple(
        FieldRewrite(name, Rewrite(source, tuple(_piece(source, *piece) for piece in pieces)))
        for name, source, pieces in json.loads(packed)
    )


def _piece(source: str, start: int, end: int, text: str | None = None) -> Piece:
    return Piece(start, end, source[start:end] if text is None else text)
