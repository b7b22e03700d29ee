"""The bench of intervals: what it simulates has the kappa it says, and the formulas beside ours are those of print."""

from math import sqrt

import numpy as np
import pytest

from tools.bench.intervals.coverage import METHODS, Truth, bootstrap, covered, fleiss, kappa_of, run, truths


def test_every_truth_has_its_kappa_and_is_one_sided_where_it_says_so() -> None:
    for truth in truths():
        table = truth.table
        assert table.sum() == pytest.approx(1) and kappa_of(table) == pytest.approx(truth.kappa)
        changes = np.count_nonzero(table > 1e-12) - truth.labels
        assert changes == (1 if truth.one_sided else truth.labels * (truth.labels - 1))
    assert len(list(truths())) == 36


def test_fleiss_by_hand() -> None:
    # Romero 2023, Figure 7, ten times as many; the arithmetic stands in tests/core/metrics/test_intervals.py
    error = sqrt((0.04624 + 0.06348 + 0.10188 - 0.01) / 500) / 0.5
    assert fleiss(np.array([[200, 50], [100, 150]])) == pytest.approx((0.4 - 1.959964 * error, 0.4 + 1.959964 * error))


def test_where_nothing_changed_the_usual_intervals_are_a_point() -> None:
    same = np.array([[100, 0], [0, 100]])
    assert fleiss(same) == pytest.approx((1, 1)) and bootstrap(same) == pytest.approx((1, 1))
    constant = np.array([[100, 0], [0, 0]])
    assert fleiss(constant) == bootstrap(constant) == (1, 1)


def test_coverage_counts_the_tables_whose_interval_holds_the_truth() -> None:
    truth = Truth(2, True, False, 0.9)
    assert covered(truth, 200, lambda _: (0.0, 1.0), 50) == 1
    assert covered(truth, 200, lambda _: (0.95, 1.0), 50) == 0
    above = covered(truth, 200, lambda times: (kappa_of(times), 1.0), 200)
    assert 0.3 < above < 0.7


def test_the_table_has_a_line_for_each_truth_and_number_of_samples() -> None:
    lines: list[str] = []
    run(lines.append, tables=1)
    assert len(lines) == 2 + 36 * 3 + 2
    assert all(name in lines[1] for name in METHODS)
    assert "6, uneven, one-sided" in lines[-3] and lines[-2].split()[0] == "lowest"
