"""The table in docs/benchmarks.md of a team at the desk is read from what the bench printed."""

from pathlib import Path

import pytest

from tools.docs import curation_bench
from tools.docs.curation_bench import NOT_YET, PARTS, curation_block

LOAD = """Linux x86_64, 2 cores, Python 3.11.7

curation
  Linux x86_64, 2 cores, Python 3.11.7
  steady:
    3,412 decisions made, 3,411 acknowledged; the app holds 287 MiB
    lost 0, doubled 1, of nobody's making 0, under another's name 2, two people's 3, shown again 4; second opinions 0
    key to next sample painted           median 6.1, p95 9.2, most 40.0 (n 3,412) ms
    key to acknowledged                  median 61.0, p95 180.5, most 900.0 (n 3,411) ms
    message to its answer                median 44.0, p95 120.1, most 800.0 (n 3,411) ms
  kills:
    900 decisions made, 900 acknowledged; 3 reloads were asked for by the page and done
    lost 0, doubled 0, of nobody's making 0, under another's name 0, two people's 0; second opinions 2
    server's return to something saved   median 2.5, p95 7.9, most 9.1 (n 800) s
"""
OFFLINE = """
Linux x86_64, 2 cores, Python 3.11.7

curation
  100,000 candidates in 24 cells, 50,000 decisions by 20 people
  resident at first                                  110 MB
  the workspace opens                              1.40 s, 1.31 s of them computing
"""


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "curation-bench.txt"
    monkeypatch.setattr(curation_bench, "PRINTED", path)
    return path


def test_each_part_and_each_figure_has_its_row(printed: Path) -> None:
    printed.write_text(LOAD + OFFLINE)
    lines = curation_block().splitlines()
    assert "(docs/curation-bench.txt): Linux x86_64, 2 cores, Python 3.11.7. Times are median, 95th" in lines[0]
    missing = lines[0].partition(" Not measured yet: ")[2]
    assert missing == f"{PARTS['cut']}; {PARTS['one']}; {PARTS['protocol']}."
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    assert rows[2][1:] == [
        "3,412, 3,411",
        "0, 1, 5, 4",
        "6.1, 9.2 ms",
        "61.0, 180.5 ms",
        "44.0, 120.1 ms",
        "",
        "287 MiB",
    ]
    assert rows[3][1:] == ["900, 900", "0, 0, 0, ?", "", "", "", "2.5, 7.9 s", ""]
    assert rows[6:] == [
        ["resident at first", "110 MB"],
        ["the workspace opens", "1.40 s, of it 1.31 s of processor time"],
    ]


def test_before_anything_was_measured_it_says_so(printed: Path) -> None:
    assert curation_block() == NOT_YET
