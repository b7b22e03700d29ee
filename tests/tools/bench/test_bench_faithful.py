"""Shares of samples perturbed under paper rules beside printed ones: which files, what counts as near, what is said."""

from pathlib import Path

import pytest

from core.errors import BadInput, MissingResource
from core.severity import Severity, Unit
from data.published.tables import romero_kappas
from tools.bench.faithful.program import EDITS, PRINTED, TASKS
from tools.bench.faithful.table import Row, printed, rows, run
from tools.bench.faithful.texts import texts_of

TENTH = Severity(Unit.PERCENT_WORDS, 10)
ALL = Severity(Unit.PERCENT_WORDS, 100)


def row(ours: float, low: float, high: float, theirs: float) -> Row:
    return Row("keyboard", TENTH, ours, low, high, theirs, 1.0, None)


@pytest.mark.parametrize(
    ("made", "verdict"),
    [
        (row(90, 88, 92, 93), "near"),
        (row(90, 88, 92, 93.5), "off"),
        (row(4.3, 3, 5, 4), "near"),  # 0.3 are less than a tenth of 4
        (row(4.5, 3, 5, 4), "in the interval"),
        (row(9, 8, 10, 4), "off"),
        (row(0, 0, 0.2, 0), "near"),
    ],
)
def test_near_is_three_points_or_a_tenth_of_what_is_rare(made: Row, verdict: str) -> None:
    assert made.verdict == verdict


def test_printed_shares_are_the_tables() -> None:
    assert printed("CoLA", "contraction", ALL) == pytest.approx(0.167)
    assert printed("SST-2", "swap_named_entities", ALL) == pytest.approx(0.074)  # printed at 10, 20 and 30 %
    assert printed("HSOL", "typos", Severity(Unit.PERCENT_CHARACTERS, 5)) == pytest.approx(0.994)
    names = {figure.perturbation for figure in romero_kappas()}
    assert set(PRINTED.values()) == names and set(EDITS) <= set(PRINTED)
    assert set(TASKS.values()) <= {figure.task for figure in romero_kappas()}


def test_rows_by_hand() -> None:
    found = {(one.name, one.severity.value): one for one in rows("CoLA", ["It 's 3 o'clock .", "Mary sleeps ."])}
    assert len(found) == 5 * 3 + 9
    contracted = found["contraction", 100]
    assert (contracted.ours, contracted.edits, contracted.known_edits) == (50, 0.5, None)
    assert found["swap_num", 100].ours == 50 and found["word_case", 100].ours == 100
    assert found["keyboard", 1].edits == 1 and found["keyboard", 1].known_edits == 1.0


def test_the_files_of_each_data_set(tmp_path: Path) -> None:
    (tmp_path / "sst").write_text("1 so fine a film\n0 dull .\n", encoding="utf-8")
    (tmp_path / "cola").write_text("x\t1\t\tThey came.\ny\t0\t*\tThem came.\n", encoding="utf-8")
    (tmp_path / "hsol").write_text(",tweet\n" + "".join(f"{n},tweet {n}\n" for n in range(2_100)), encoding="utf-8")
    assert texts_of("SST-2", [tmp_path / "sst"]) == ["so fine a film", "dull ."]
    assert texts_of("CoLA", [tmp_path / "cola"] * 2) == ["They came.", "Them came."] * 2
    drawn = texts_of("HSOL", [tmp_path / "hsol"])
    assert len(set(drawn)) == 2_000 and drawn == texts_of("HSOL", [tmp_path / "hsol"])
    with pytest.raises(BadInput, match=r"not a file of CoLA .* four columns"):
        texts_of("CoLA", [tmp_path / "sst"])
    with pytest.raises(BadInput, match="not a file of HSOL"):
        texts_of("HSOL", [tmp_path / "none"])


def test_the_table_and_its_reasons(tmp_path: Path) -> None:
    (tmp_path / "cola").write_text("x\t1\t\tMary slept.\n" * 9, encoding="utf-8")
    lines: list[str] = []
    run(lines.append, {"CoLA": [tmp_path / "cola"], "HSOL": []})
    assert sum(line.startswith("  CoLA, 9 texts") for line in lines) == 1 and not any(
        "HSOL, " in line for line in lines
    )
    (told,) = (line for line in lines if line.startswith("  swap_named_entities"))
    assert "100.0 %" in told and "39.7  +60.3" in told and told.endswith("off")
    assert any(line.startswith("  off: swap_named_entities: our lists") for line in lines)
    assert "joined anew" in lines[-1]
    with pytest.raises(MissingResource, match="--cola FILE"):
        run(lines.append, {})
