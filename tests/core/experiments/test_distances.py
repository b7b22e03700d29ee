"""The spread of measures over texts and their agreement, on numbers worked by hand."""

import pytest

from core.experiments.distances import between, quartiles


def test_quartiles_of_five_numbers_and_of_one() -> None:
    assert quartiles([5.0, 1.0, 3.0, 2.0, 4.0]) == (1.0, 2.0, 3.0, 4.0, 5.0)
    assert quartiles([0.0, 1.0]) == (0.0, 0.25, 0.5, 0.75, 1.0)
    assert quartiles([0.3]) == (0.3,) * 5


def test_likenesses_agree_over_the_texts_of_all_perturbations() -> None:
    # DND 0, 1, 2 and BLEU-4 1, 0.5, 0: as likenesses 1, 0, -1 and 1, 0.5, 0, which go together exactly
    first, second = {"DND": [0.0, 1.0], "BLEU-4": [1.0, 0.5]}, {"DND": [2.0], "BLEU-4": [0.0], "IDC": [0.4]}
    found = between([first, second])
    assert found["DND"]["BLEU-4"] == found["BLEU-4"]["DND"] == pytest.approx(1)
    assert found["DND"]["DND"] == pytest.approx(1)
    assert "IDC" not in found  # of one text there is no correlation
    assert between([]) == {}


def test_distances_that_grow_where_bleu_does_disagree() -> None:
    # as likenesses -0, -1, -4 and 0, 1, 2: deviations 5/3, 2/3, -7/3 and -1, 0, 1, r = -4 / sqrt(78/9 * 2) = -0.9608
    assert between([{"IDC": [1.0, 2.0, 5.0], "BLEU-4": [0.0, 1.0, 2.0]}])["IDC"]["BLEU-4"] == pytest.approx(
        -0.9608, abs=1e-4
    )
