"""Candidates and hints come back from a table as they went in."""

from dataclasses import replace
from math import isnan
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput
from core.records import Candidate, FieldRewrite, GrammarIssue, Hint
from core.rewrite import Piece, Rewrite
from data.tables import CANDIDATES, HINTS, candidates_of, candidates_table, hints_of, hints_table, write_parquet
from tests.data.store_data import CELL, candidate


@st.composite
def rewrites(draw: st.DrawFn) -> Rewrite:
    """Any pieces of any text: edits, insertions, and kept spans in another order."""
    source = draw(st.text(st.characters(codec="utf-8") | st.sampled_from("\0\ud800🙂\u0301\u202e"), max_size=20))
    pieces = []
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(source)))
        end = draw(st.integers(start, len(source)))
        pieces.append(Piece(start, end, draw(st.sampled_from([source[start:end], "", "new \ud800\0"]))))
    return Rewrite(source, tuple(pieces))


@given(st.lists(rewrites(), max_size=3))
def test_any_candidate_survives_the_table(made: list[Rewrite]) -> None:
    fields = tuple(FieldRewrite(f"field {n}", rewrite) for n, rewrite in enumerate(made))
    one = Candidate("s", CELL, 2**40, fields)
    assert list(candidates_of(candidates_table([(one, "gold")]))) == [(one, "gold")]


def test_positions_count_on_from_the_first() -> None:
    rows = [(candidate(n), "thing") for n in range(3)]
    table = candidates_table(rows, first_position=7)
    assert table["position"].to_pylist() == [7, 8, 9]
    assert table.schema == CANDIDATES


def test_an_id_is_kept_as_it_was_given() -> None:
    odd = replace(candidate(1), id="given")
    assert next(candidates_of(candidates_table([(odd, "")])))[0].id == "given"


def test_hints_survive_the_table() -> None:
    issues = (GrammarIssue("text", 0, 3, "RULE", "“Why?”\n"), GrammarIssue("other", 5, 5, "", ""))
    full, bare = Hint("a", 0.25, "minilm", issues, 2, "languagetool"), Hint("b", 0.5, issues=())
    table = hints_table([full, bare, Hint("c")])
    *known, unknown = hints_of(table)
    assert known == [full, bare]
    assert isnan(unknown.similarity)
    assert unknown.issues is None
    assert table["similarity"].null_count == table["issues"].null_count == 1
    assert table.schema == HINTS


def test_a_table_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "job" / "hints-0000.parquet"
    write_parquet(path, hints_table([Hint("a")]))
    write_parquet(path, hints_table([Hint("b")]))
    assert pq.read_table(path)["candidate_id"].to_pylist() == ["b"]
    assert [p.name for p in path.parent.iterdir()] == [path.name]
    with pytest.raises(BadInput, match="can't be written"):
        write_parquet(path / "under a file.parquet", hints_table([]))
