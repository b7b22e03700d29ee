"""Candidates and hints come back from a table as they went in."""

from math import isnan
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from core.errors import BadInput
from core.records import GrammarIssue, Hint
from data.tables import HINTS, hint_of, hints_table, write_parquet


def test_hints_survive_the_table() -> None:
    issues = (GrammarIssue("text", 0, 3, "RULE", "“Why?”\n"), GrammarIssue("other", 5, 5, "", ""))
    full, bare = Hint("a", 0.25, "minilm", issues, 2, "languagetool", 0.125), Hint("b", 0.5, issues=())
    table = hints_table([full, bare, Hint("c")])
    *known, unknown = (hint_of(*row.values()) for row in table.to_pylist())
    assert known == [full, bare]
    assert isnan(unknown.similarity) and isnan(unknown.context)
    assert unknown.issues is None
    assert table["similarity"].null_count == table["issues"].null_count == 1
    assert table.schema == HINTS


def test_a_table_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "job" / "hints-0000.parquet"
    write_parquet(path, hints_table([Hint("a")]))
    write_parquet(path, hints_table([Hint("b")]))
    assert pq.read_table(path)["candidate_id"].to_pylist() == ["b"]
    assert sorted(p.name for p in path.parent.iterdir()) == [".sha256", path.name]
    with pytest.raises(BadInput, match="can't be written"):
        write_parquet(path / "under a file.parquet", hints_table([]))
