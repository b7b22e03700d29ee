"""F1, Matthews' correlation and weighted kappa: by hand, against scikit-learn, and whether their intervals cover."""

from collections.abc import Callable
from math import isnan, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, matthews_corrcoef

from core.errors import BadInput
from core.metrics import Estimate, accuracy, cohens_kappa, f1_binary, f1_macro, matthews, weighted_kappa
from core.metrics.paired import LabelledPredictions, f1_binary_lost, f1_macro_lost, matthews_lost
from core.metrics.posterior import MACRO_F1
from core.metrics.significance import exchange_test
from core.records import NO_LABEL
from tools.bench.intervals.figures import FIGURES, Judging, covered, judgings, run

pairs = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=60)
threes = st.lists(st.tuples(*[st.sampled_from("ab")] * 3), min_size=1, max_size=40)


def test_matthews_by_hand() -> None:
    # TP 6, TN 3, FP 1, FN 2: (18 - 2) / sqrt(7 * 8 * 4 * 5) = 16 / 33.466401
    gold, said = ["y"] * 8 + ["n"] * 4, ["y"] * 6 + ["n"] * 2 + ["n"] * 3 + ["y"]
    found = matthews(gold, said)
    assert (found.value, found.n) == (pytest.approx(0.478091), 12)
    assert -1 <= found.low < 0.2 and 0.7 < found.high < 1


def test_matthews_of_one_label_throughout() -> None:
    assert matthews(["y", "n", "n"], ["n", "n", "n"]).value == 0  # says nothing of the gold label
    assert isnan(matthews(["n", "n"], ["y", "n"]).value)  # there is no gold label to go with
    assert isnan(matthews([], []).value) and matthews([], []).n == 0


def test_weighted_kappa_by_hand() -> None:
    # places 0 1 2; of four samples one goes from 0 to 1 and one from 0 to 2. Before 3/4, 0, 1/4; after 1/4, 1/4, 1/2.
    # linear: found (1 + 2) / 4 = 3/4; chance 3/4 * (1/4 + 2 * 1/2) + 1/4 * (2 * 1/4 + 1/4) = 15/16 + 3/16 = 9/8
    before, after = ["bad", "bad", "bad", "good"], ["bad", "fair", "good", "good"]
    order = ("bad", "fair", "good")
    assert weighted_kappa(before, after, order).value == pytest.approx(1 - (3 / 4) / (9 / 8))
    # squared: found (1 + 4) / 4 = 5/4; chance 3/4 * (1/4 + 4 * 1/2) + 1/4 * (4 * 1/4 + 1/4) = 27/16 + 5/16 = 2
    assert weighted_kappa(before, after, order, squared=True).value == pytest.approx(1 - (5 / 4) / 2)
    assert isnan(weighted_kappa(["bad"], ["bad"], order).value)
    with pytest.raises(BadInput, match="'great' is not among the labels bad, fair, good"):
        weighted_kappa(["great"], ["bad"], order)


def test_bounds_of_weighted_kappa_are_those_of_a_sample_more() -> None:
    # nine of ten stayed: drawn with a sample that stayed the upper bound is nearly 1, with one that went it would be
    # near 0.93; the lower bound has the one that went
    found = weighted_kappa("aaaabbbbbb", "aaaabbbbba", "ab")
    assert found.value == pytest.approx(0.8)
    assert 0.1 < found.low < 0.2 and 0.98 < found.high < 1


@given(pairs)
def test_values_are_scikit_learns(labels: list[tuple[str, str]]) -> None:
    a, b = (list(side) for side in zip(*labels, strict=True))
    if len({*a}) > 1:
        assert matthews(a, b).value == pytest.approx(matthews_corrcoef(a, b))
    if len({*a, *b}) > 1:
        for squared, name in ((False, "linear"), (True, "quadratic")):
            theirs = cohen_kappa_score(a, b, labels=["a", "b", "c"], weights=name)
            assert weighted_kappa(a, b, "abc", squared=squared).value == pytest.approx(theirs)


@given(threes)
def test_a_loss_is_the_difference_and_lies_in_its_interval(labels: list[tuple[str, str, str]]) -> None:
    gold, before, after = (list(side) for side in zip(*labels, strict=True))
    sides = LabelledPredictions(gold, before), LabelledPredictions(gold, after)
    f1: Callable[[list[str], list[str]], Estimate] = lambda g, p: f1_binary(g, p, "b")  # noqa: E731

    def lost(was: LabelledPredictions, now: LabelledPredictions) -> Estimate:
        return f1_binary_lost(was, now, "b")

    for metric, loss in ((f1, lost), (f1_macro, f1_macro_lost), (matthews, matthews_lost)):
        found, difference = loss(*sides), metric(gold, before).value - metric(gold, after).value
        assert isnan(found.value) == isnan(difference)
        if not isnan(difference):
            assert found.value == pytest.approx(difference)
            assert found.low <= found.value <= found.high and found.n == len(gold)


def test_a_loss_is_paired() -> None:
    # 200 samples, 100 right, before and after the same ones: nothing lost, and surely hardly anything
    gold, said = ["a", "b"] * 100, ["a", "a"] * 100
    same = f1_macro_lost(LabelledPredictions(gold, said), LabelledPredictions(gold, said))
    other = f1_macro_lost(
        LabelledPredictions(gold, said), LabelledPredictions(gold, ["b", "b"] * 100)
    )  # other ones: as much by itself
    assert same.value == pytest.approx(other.value) == 0
    assert same.high < 0.03 < 0.06 < other.high and same.low == pytest.approx(-same.high, abs=0.01)


def test_the_order_of_the_samples_changes_nothing() -> None:
    gold, said = ["a", "b", "c", "a"] * 9, ["a", "c", "c", "b"] * 9
    for metric in (f1_macro, matthews):
        assert metric(gold, said) == metric(gold[::-1], said[::-1])


@pytest.mark.parametrize(
    ("name", "truth", "n"),
    [
        ("F1", Judging((0.98, 0.02), 0.8), 200),
        ("F1", Judging((0.7, 0.3), 0.996), 200),
        ("macro F1", Judging((0.4, 0.3, 0.2, 0.07, 0.02, 0.01), 0.95), 200),
        ("Matthews", Judging((0.9, 0.1), 0.996), 200),
        ("weighted kappa", Judging((0.4, 0.3, 0.2, 0.07, 0.02, 0.01), 0.8, changed=0.05), 200),
        ("F1 lost", Judging((0.9, 0.1), 0.95, changed=0.05), 200),
        ("macro F1 lost", Judging((0.7, 0.3), 0.8, changed=0.2), 200),
        ("Matthews lost", Judging((0.7, 0.3), 0.95, changed=0.004), 200),
    ],
)
def test_an_interval_holds_the_truth_93_times_in_100(name: str, truth: Judging, n: int) -> None:
    assert covered(name, truth, n, 300) >= 0.93


def test_what_is_simulated_is_a_table_of_shares() -> None:
    for name in FIGURES:
        for truth in judgings(name):
            assert truth.table.sum() == pytest.approx(1) and truth.table.min() >= 0
            assert truth.table.sum(axis=(1, 2)) == pytest.approx(truth.shares)


def test_the_table_has_a_line_for_each_figure() -> None:
    lines: list[str] = []
    run(lines.append, tables=1)
    assert [line[2:18].rstrip() for line in lines[2:]] == list(FIGURES)


def test_that_no_label_was_given_is_wrong_and_another_mind_but_no_label_to_average() -> None:
    gold, said = ["good", "good", "bad", "bad"], ["good", NO_LABEL, "bad", "bad"]
    assert accuracy(gold, said).value == 0.75
    # F1 of good 2 / (2 + 1), of bad 1
    assert f1_macro(gold, said).value == pytest.approx(5 / 6)
    assert f1_macro_lost(LabelledPredictions(gold, gold), LabelledPredictions(gold, said)).value == pytest.approx(1 / 6)
    # 3 of 4 agree; by chance 1/2 * 1/4 + 1/2 * 1/2 = 3/8; (3/4 - 3/8) / (5/8)
    assert cohens_kappa(gold, said).value == pytest.approx(0.6)
    # c s = 12, sum(g p) = 2 + 4, s² - sum(p²) = 16 - 6, s² - sum(g²) = 16 - 8
    assert matthews(gold, said).value == pytest.approx(6 / sqrt(80))
    assert isnan(weighted_kappa(gold, said, ("bad", "good")).value)
    assert exchange_test(MACRO_F1, gold * 9, said * 9, gold * 9) < 0.05
