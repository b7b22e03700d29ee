"""The papers' table of samples checked."""

from core.records import Cell
from core.severity import Severity, Unit, pps
from curation.checked import COLUMNS, CheckedRow, as_read, checked_rows, columns_of, in_lines
from curation.order import BY_SEED, Order
from curation.records import CellProgress


def of(cell: Cell, checked: int, kept: int, carried: int = 0, order: Order = BY_SEED) -> CellProgress:
    """A cell with a quota of 200."""
    discarded = checked - kept
    return CellProgress(cell, 500, 0, checked, kept, 0, discarded, 0, 200, 0, carried=carried, order=order)


def full(cell: Cell, carried: int = 0, order: Order = BY_SEED) -> CellProgress:
    return of(cell, 221, 200, carried, order)


def part(cell: Cell, carried: int = 0, order: Order = BY_SEED) -> CellProgress:
    return of(cell, 57, 50, carried, order)


def cell(perturbation: str, dataset: str, n: int) -> Cell:
    return Cell(dataset, "test", perturbation, pps(n))


ONE = cell("negation", "trec", 1)


def test_rows_are_perturbation_by_data_set_and_columns_pps_1_to_4() -> None:
    second, first = part(cell("word_deletion", "trec", 2)), full(cell("word_deletion", "trec", 1))
    fourth = part(cell("negation", "sst", 4))
    other = full(Cell("sst", "test", "ocr", Severity(Unit.PERCENT_WORDS, 5)))  # not of this table
    assert checked_rows([second, first, fourth, other]) == [
        CheckedRow("negation", "sst", "test", (None, None, None, fourth)),
        CheckedRow("word_deletion", "trec", "test", (first, second, None, None)),
    ]
    assert checked_rows([]) == []


def test_a_perturbation_in_another_unit_has_its_own_columns() -> None:
    five, ten = Severity(Unit.PERCENT_CHARACTERS, 5), Severity(Unit.PERCENT_CHARACTERS, 10)
    more, less = (of(Cell("sst", "test", "keyboard", share), 57, 50) for share in (ten, five))
    cells = [more, less, part(cell("negation", "sst", 4))]
    assert columns_of(cells, "keyboard") == (five, ten)
    assert columns_of(cells, "negation") == columns_of(cells, "word_deletion") == COLUMNS
    assert checked_rows(cells, (five, ten)) == [CheckedRow("keyboard", "sst", "test", (less, more))]


def test_other_columns_stand_by_size() -> None:
    shares = [Severity(Unit.PERCENT_CHARACTERS, n) for n in (40, 5, 30, 20, 15, 10, 35, 25)]
    cells = [full(Cell("sst", "test", "keyboard", share)) for share in shares]
    assert columns_of(cells, "keyboard") == tuple(sorted(shares))


def test_a_count_that_is_not_final_says_so() -> None:
    assert [as_read(c) for c in (full(ONE), part(ONE), None)] == ["221", "57 so far", ""]


def test_what_was_carried_is_counted_beside_it() -> None:
    best, partly = Order(True), Order(False, served=True)
    assert as_read(full(ONE, 207)) == "221 (207 carried)"
    assert as_read(part(ONE, 1)) == "57 (1 carried) so far"
    assert as_read(part(ONE, 1, best)) == "57 (1 carried, best first) so far"
    assert as_read(full(ONE, order=partly)) == "221 (partly best first)"
    assert in_lines(part(ONE, 1, best)) == ("57 so far", "1 carried, best first")
    assert (in_lines(full(ONE)), in_lines(None)) == (("221",), ("",))
