"""Metrics against arithmetic done by hand, and against scikit-learn."""

from math import isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, f1_score

from core.errors import BadInput
from core.metrics import accuracy, cohens_kappa, f1_macro, f1_micro, share
from core.metrics.classification import f1_binary

pairs = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=60)


def test_kappa_is_what_the_thesis_works_out() -> None:
    # Romero 2023, Figure 7: of 50 pairs 20 are yes/yes, 15 no/no, 5 yes/no and 10 no/yes.
    # p0 = 35/50 = 0.7; pe = 25/50 * 30/50 + 25/50 * 20/50 = 0.3 + 0.2 = 0.5; kappa = 0.2 / 0.5 = 0.4
    before = ["yes"] * 25 + ["no"] * 25
    after = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    found = cohens_kappa(before, after)
    assert found.value == pytest.approx(0.4)
    assert found.n == 50


def test_predictions_agree_with_themselves() -> None:
    assert cohens_kappa(["a", "b", "b"], ["a", "b", "b"]).value == 1


def test_a_model_that_always_says_the_same_is_not_scored() -> None:
    found = cohens_kappa(["a", "a"], ["a", "a"])
    assert isnan(found.value)
    assert found.n == 2


def test_one_constant_side_is_chance() -> None:
    # p0 = 1/2, pe = 1 * 1/2 + 0 * 1/2 = 1/2, kappa = 0
    assert cohens_kappa(["a", "a"], ["a", "b"]).value == 0


@given(pairs)
def test_kappa_and_f1_are_scikit_learns(labels: list[tuple[str, str]]) -> None:
    a, b = (list(side) for side in zip(*labels, strict=True))
    if len({*a, *b}) > 1:
        assert cohens_kappa(a, b).value == pytest.approx(cohen_kappa_score(a, b))
    assert f1_macro(a, b).value == pytest.approx(f1_score(a, b, average="macro"))
    assert f1_micro(a, b).value == pytest.approx(f1_score(a, b, average="micro"))


@given(pairs)
def test_intervals_hold_their_value(labels: list[tuple[str, str]]) -> None:
    a, b = (list(side) for side in zip(*labels, strict=True))
    for found in (accuracy(a, b), cohens_kappa(a, b)):
        assert isnan(found.value) or found.low - 1e-12 <= found.value <= found.high + 1e-12


def test_f1_of_one_label_by_hand() -> None:
    gold, said = ["a", "a", "b", "b"], ["a", "a", "a", "b"]
    assert f1_binary(gold, said, "a").value == pytest.approx(4 / 5)  # 2 TP = 4 of 4 + FP 1
    assert f1_binary(gold, said, "b").value == pytest.approx(2 / 3)  # 2 TP = 2 of 2 + FN 1
    assert f1_binary(gold, said, "a").n == 4
    assert isnan(f1_binary(gold, said, "c").value)  # there is none to find, and none was
    assert f1_binary(gold, said, "b", [1, 1, 1, 3]).value == pytest.approx(6 / 7)  # TP 3, FN 1
    assert isnan(f1_binary([], [], "a").value)


def test_the_interval_of_f1_of_one_label_is_clopper_and_pearsons() -> None:
    # TP 8 of TP + FP + FN 10: Clopper & Pearson give .443905 to .974789 for that share J, and F1 is 2 J / (1 + J)
    found = f1_binary(["a"] * 9 + ["b"], ["a"] * 8 + ["b", "a"], "a")
    assert (found.low, found.high) == (pytest.approx(0.6149, abs=0.02), pytest.approx(0.9872, abs=0.01))
    assert f1_binary(["a"] * 3, ["a"] * 3, "a").high == 1 and f1_binary(["a"] * 3, ["b"] * 3, "a").low == 0


def test_f1_macro_by_hand() -> None:
    # a: TP 2, FP 1, FN 0: 4/5; b: TP 1, FP 0, FN 1: 2/3; mean 11/15
    assert f1_macro(["a", "a", "b", "b"], ["a", "a", "a", "b"]).value == pytest.approx(11 / 15)


def test_wilson_by_hand() -> None:
    # p = 0.9, n = 10, z^2/n = 0.384146: middle (0.9 + 0.192073) / 1.384146 = 0.788987;
    # half 1.959964 * sqrt(0.009 + 0.0096036) / 1.384146 = 0.193135
    found = share(9, 10)
    assert (found.low, found.high) == (pytest.approx(0.595852, abs=1e-5), pytest.approx(0.982122, abs=1e-5))


def test_nothing_is_not_zero() -> None:
    assert all(isnan(metric([], []).value) for metric in (accuracy, f1_macro, f1_micro, cohens_kappa))
    assert isnan(share(0, 0).value)


def test_lists_of_two_lengths_are_refused() -> None:
    for metric in (accuracy, f1_macro, f1_micro, cohens_kappa):
        with pytest.raises(BadInput, match="2 and 1 labels"):
            metric(["a", "b"], ["a"])


def test_intervals_end_where_the_measure_does() -> None:
    perfect = share(5, 5)
    assert perfect.high == 1.0 and perfect.low < 1
    assert share(0, 5).low == 0.0 and share(0, 5).high > 0
    assert all(share(n, n).high == 1.0 and share(0, n).low == 0.0 for n in range(1, 300))
    same = cohens_kappa(["a", "b"] * 20, ["a", "b"] * 20)
    assert same.high == same.value == 1.0 and same.low < 0.95
