"""The papers' figures are all there, as printed."""

from math import isclose, isnan, nan
from pathlib import Path

import pytest

from core.papers import ROMERO
from core.severity import Severity, Unit, pps
from data.published.tables import (
    FOLDER,
    PublishedChecked,
    PublishedFigure,
    moradi_checked,
    moradi_decreases,
    moradi_scores,
    romero_kappas,
)


def test_romero_printed_520_kappas_for_four_models_on_five_tasks() -> None:
    kappas = romero_kappas()
    assert len(kappas) == 520  # 5 tasks x (4 character x 3 + 2 word x 3 + 8 other) x 4 models
    assert {k.task for k in kappas} == {"GC", "HSOL", "NLI", "SA", "SS"}
    assert len({k.model for k in kappas}) == 4
    assert all(0 <= k.value <= 1 and 0 <= k.share <= 1 for k in kappas)


def test_the_first_and_last_kappa_as_printed() -> None:
    keyboard = Severity(Unit.PERCENT_CHARACTERS, 1)
    first = PublishedFigure(
        ROMERO, "Table 12", "GC", "CoLA", "character", "Keyboard", keyboard, "DistilBERT", 0.41, 1.0, nan
    )
    assert repr(romero_kappas()[0]) == repr(first)
    contraction = [k for k in romero_kappas() if (k.task, k.perturbation) == ("GC", "Contraction")]
    assert [(k.model, k.value) for k in contraction] == [
        ("DistilBERT", 0.99), ("ELECTRA", 0.98), ("Funnel Transformer", 0.96), ("XLNet", 0.98),
    ]  # fmt: skip
    assert all(isclose(k.share, 0.167) and k.severity is None for k in contraction)


def test_moradi_tables_3_and_4_hold_280_scores_at_pps_1() -> None:
    scores = moradi_scores()
    assert len(scores) == 280  # 5 tasks x 4 models x (7 + 7 perturbations)
    assert all(s.severity == pps(1) and s.original > 0 and isnan(s.share) for s in scores)
    bert = next(s for s in scores if (s.task, s.model, s.level, s.perturbation) == ("TC", "BERT", "word", "RWS"))
    assert (bert.table, bert.dataset, bert.value, bert.original) == ("Table 4", "TREC", 65.7, 90.4)


def test_moradi_table_5_holds_160_decreases_as_points_lost() -> None:
    decreases = moradi_decreases()
    assert len(decreases) == 160  # 2 levels x 5 tasks x 4 models x 4 PPS
    assert decreases[0].value == 15.8  # printed as -15.8
    assert all(d.value > 0 for d in decreases)


def test_moradi_tables_10_to_12_hold_60_counts() -> None:
    counts = moradi_checked()
    assert len(counts) == 60  # 3 perturbations x 5 data sets x 4 PPS
    assert counts[0] == PublishedChecked("Table 10", "Deletion", "TREC", 1, 221)
    assert all(c.checked >= 200 for c in counts)


STUDY = "moradi_user_study"  # its original is no table: tests/data/published/test_user_study.py


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.csv") if path.stem != STUDY))
def test_the_copies_are_the_originals(name: str, shared: Path) -> None:
    assert (FOLDER / name).read_bytes() == (shared / "published" / name).read_bytes()
