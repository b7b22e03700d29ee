"""The sheet of edits that were read: still what the perturbations make, and good in at least 95 of 100."""

from collections import Counter
from pathlib import Path

from tests.sheets.draw import stale
from tests.sheets.edits import rows


def test_every_edit_is_the_one_that_was_read(shared: Path) -> None:
    again = [f"{row.perturbation} {row.sentence}: {text or 'no edit any more'}" for row, text in stale(shared)]
    assert again == [], "read these again (`python -m tests.sheets.draw SHARED`) and mend their rows"


def test_at_least_95_percent_of_500_are_good() -> None:
    sheet = rows()
    assert len(sheet) >= 500
    assert len({(row.perturbation, row.sentence) for row in sheet}) == len(sheet)
    assert {row.verdict for row in sheet} == {"good", "bad"}
    assert all(bool(row.reason) == (row.verdict == "bad") for row in sheet)
    assert sum(row.verdict == "good" for row in sheet) / len(sheet) >= 0.95


def test_tense_and_number_are_good_in_95_of_100_each() -> None:
    read = Counter(row.perturbation for row in rows())
    good = Counter(row.perturbation for row in rows() if row.verdict == "good")
    for name in ("verb_tense", "singular_plural_verbs"):
        assert good[name] / read[name] >= 0.95
