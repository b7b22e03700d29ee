"""The blind reading: whole, and still of the edits that are made."""

from pathlib import Path

import pytest

from tests.sheets.blind import VERDICTS, all_rows, edited, found, rows
from tests.sheets.edits import digest
from tests.sheets.lines import text_of

CHANGED = 0.1  # of a kind's edits may be others by now, before it must be read again


def test_the_sheet_is_whole() -> None:
    read = rows()
    drawn = all_rows()
    assert len({(row.sentence, row.dataset, row.condition, row.sheet) for row in drawn}) == len(drawn)
    assert {verdict for row in read for verdict in (row.first, row.second)} == {*VERDICTS}
    assert all(bool(row.cause) == ((row.first, row.second) != ("good", "good")) for row in read)
    assert sum("syn" in row.condition and row.sheet == 2 for row in drawn) >= 400
    assert min(one.n for kind, one in found().items() if not kind.endswith("questions")) >= 90


@pytest.mark.slow
def test_the_edits_are_still_those_that_were_read(shared: Path) -> None:
    other: dict[str, int] = {}
    for row in rows():
        made = edited(row, text_of(shared / "datasets", row))
        other[row.kind] = other.get(row.kind, 0) + (made is None or digest(made) != row.digest)
    assert {kind: n for kind, n in other.items() if n > CHANGED * found()[kind].n} == {}, "read these again"
