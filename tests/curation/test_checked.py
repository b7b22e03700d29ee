"""The papers' table of samples checked."""

from core.records import Cell
from core.severity import Severity, Unit, pps
from curation.checked import COLUMNS, CheckedRow, as_read, checked_rows, columns_of, in_lines
from curation.order import Order
from curation.quota import Checked

FULL, PART = Checked(221, True), Checked(57, False)


def cell(perturbation: str, dataset: str, n: int) -> Cell:
    return Cell(dataset, "test", perturbation, pps(n))


def test_rows_are_perturbation_by_data_set_and_columns_pps_1_to_4() -> None:
    counts = {
        cell("word_deletion", "trec", 2): PART,
        cell("word_deletion", "trec", 1): FULL,
        cell("negation", "sst", 4): PART,
        Cell("sst", "test", "ocr", Severity(Unit.PERCENT_WORDS, 5)): FULL,  # not of this table
    }
    assert checked_rows(counts) == [
        CheckedRow("negation", "sst", "test", (None, None, None, PART)),
        CheckedRow("word_deletion", "trec", "test", (FULL, PART, None, None)),
    ]
    assert checked_rows({}) == []


def test_a_perturbation_in_another_unit_has_its_own_columns() -> None:
    five, ten = Severity(Unit.PERCENT_CHARACTERS, 5), Severity(Unit.PERCENT_CHARACTERS, 10)
    counts = {
        Cell("sst", "test", "keyboard", ten): PART,
        Cell("sst", "test", "keyboard", five): FULL,
        cell("negation", "sst", 4): PART,
    }
    assert columns_of(counts, "keyboard") == (five, ten)
    assert columns_of(counts, "negation") == columns_of(counts, "word_deletion") == COLUMNS
    assert checked_rows(counts, (five, ten)) == [CheckedRow("keyboard", "sst", "test", (FULL, PART))]


def test_other_columns_stand_by_size() -> None:
    shares = [Severity(Unit.PERCENT_CHARACTERS, n) for n in (40, 5, 30, 20, 15, 10, 35, 25)]
    counts = {Cell("sst", "test", "keyboard", share): FULL for share in shares}
    assert columns_of(counts, "keyboard") == tuple(sorted(shares))


def test_a_count_that_is_not_final_says_so() -> None:
    assert [as_read(c) for c in (FULL, PART, None)] == ["221", "57 so far", ""]


def test_what_was_carried_is_counted_beside_it() -> None:
    assert as_read(Checked(221, True, 207)) == "221 (207 carried)"
    assert as_read(Checked(57, False, 1)) == "57 (1 carried) so far"
    assert as_read(Checked(57, False, 1, Order(True))) == "57 (1 carried, best first) so far"
    assert as_read(Checked(221, True, order=Order(False, served=True))) == "221 (partly best first)"
    assert in_lines(Checked(57, False, 1, Order(True))) == ("57 so far", "1 carried, best first")
    assert (in_lines(FULL), in_lines(None)) == (("221",), ("",))
