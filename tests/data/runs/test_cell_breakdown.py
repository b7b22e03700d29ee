"""A cell taken apart, against values worked by hand."""

from math import isnan

import pytest

from core.design import Condition
from core.errors import BadInput
from core.metrics.shift import mean_shift
from core.severity import pps
from data.runs.cell_breakdown import Answers, KappaOf, cell_breakdown
from data.workspace import Workspace
from tests.pages.heatmaps.finished_run import RUN, write_run

BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]  # the fourth was not changed; all are things
NEGATION = Condition("negation", pps(2))


def test_answers_before_and_after_are_counted_over_changed_samples(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER)
    found = cell_breakdown(workspace, RUN, "CNN", NEGATION)
    assert found.labels == ("thing", "place")
    assert found.before == {Answers("thing", "thing"): 2, Answers("thing", "place"): 2}
    assert found.after == {Answers("thing", "thing"): 2, Answers("thing", "place"): 2}


def test_kappa_by_label_and_by_length(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER)
    found = cell_breakdown(workspace, RUN, "CNN", NEGATION)
    # thing thing place place against thing place thing place: observed 2/4, chance 1/2 * 1/2 + 1/2 * 1/2; kappa 0
    (by_label,) = found.by_label
    assert (by_label.name, by_label.kappa.value, by_label.kappa.n) == ("thing", 0.0, 4)
    assert found.by_length == (KappaOf("1 to 5", by_label.kappa),)  # "What is thing 0?" has four words


def test_confidence_is_that_of_the_first_label_apart_for_what_flipped(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER)
    held, flipped = cell_breakdown(workspace, RUN, "CNN", NEGATION).confidence
    # thing is given at 0.9, place at 0.7. Held: 0.9 and 0.7 stay. Flipped: 0.9 to 0.3 of thing, 0.7 to 0.1 of place.
    assert (held.flipped, held.before, held.shift.value, held.shift.n) == (False, pytest.approx(0.8), 0.0, 2)
    assert (flipped.flipped, flipped.before, flipped.after) == (True, pytest.approx(0.8), pytest.approx(0.2))
    assert flipped.shift.value == pytest.approx(-0.6) and isnan(flipped.shift.low)


def test_a_mean_shift_has_students_interval_from_ten_samples_on() -> None:
    # ten differences, five of 0 and five of 1: mean 0.5, sd sqrt(10 * 0.25 / 9) = 0.527; t(9) = 2.262; half 0.377
    found = mean_shift([0.0] * 10, [0.0] * 5 + [1.0] * 5)
    assert (found.value, found.n) == (0.5, 10)
    assert (found.low, found.high) == (pytest.approx(0.123, abs=2e-3), pytest.approx(0.877, abs=2e-3))
    assert isnan(mean_shift([0.0] * 9, [1.0] * 9).low) and isnan(mean_shift([], []).value)


def test_a_condition_that_the_run_lacks_is_named(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER)
    with pytest.raises(BadInput, match="has no negation@4"):
        cell_breakdown(workspace, RUN, "CNN", Condition("negation", pps(4)))
