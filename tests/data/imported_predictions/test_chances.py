"""Probabilities as they should be, percents, logits and what is none: each counted, with an example."""

import json
from math import exp
from pathlib import Path

import pytest

from core.errors import BadInput
from data.imported_predictions.matching import Matched, match_predictions
from data.imported_predictions.reading import read_rows
from data.imported_predictions.texts import Texts

LABELS = ("bad", "good")
SAMPLES = ("s0", "s1", "s2", "s3")


def read(path: Path, said: list[object], softmax: bool = False) -> Matched:
    """What comes of these probabilities, a sample each."""
    rows = [{"sample": f"s{n}", "prediction": "good", "probs": one} for n, one in enumerate(said)]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    texts = Texts(SAMPLES, dict.fromkeys(SAMPLES, "good"), {})
    return match_predictions([("", lambda: read_rows(path, LABELS))], texts, LABELS, softmax=softmax)


def chances(found: Matched) -> list[list[float]]:
    known = found.answers[None].chances
    assert known is not None
    return [[round(float(p), 4) for p in row if p == p] for row in known]


def test_percents_are_divided(tmp_path: Path) -> None:
    found = read(tmp_path / "theirs", [[20, 80], [0.2, 0.8], {"good": 99.5, "bad": 0.5}])
    assert chances(found) == [[0.2, 0.8], [0.2, 0.8], [0.005, 0.995], []]
    [told] = found.odd
    assert told == (
        "In 2 of 3 rows the probabilities are percentages (for example 20, 80 of sample s0); Flinch divided them by 100"
    )


def test_what_is_no_probability_is_left_out_and_told(tmp_path: Path) -> None:
    found = read(tmp_path / "theirs", [[-1.5, 2.25], [float("nan"), 1.0], [0.9], [0.1, 0.9]])
    assert chances(found) == [[], [], [], [0.1, 0.9]]
    assert found.odd == (
        "In 1 of 4 rows the probabilities do not sum to 1 (for example -1.5, 2.25 of sample s0); Flinch left them out. "
        "If they are logits, turn on softmax",
        "In 1 of 4 rows the probabilities are not all finite numbers (for example nan, 1 of sample s1); "
        "Flinch left them out",
        "In 1 of 4 rows the probabilities are not one number for each of the 2 labels (for example 0.9 of sample s2); "
        "Flinch left them out",
    )


def test_softmax_makes_probabilities_of_logits_and_is_refused_for_probabilities(tmp_path: Path) -> None:
    found = read(tmp_path / "theirs", [[-1.5, 2.25], [1000.0, 1000.0], [0.4, 0.6]], softmax=True)
    first, last = 1 / (1 + exp(3.75)), 1 / (1 + exp(0.2))
    assert chances(found) == [
        [round(first, 4), round(1 - first, 4)],
        [0.5, 0.5],
        [round(last, 4), round(1 - last, 4)],
        [],
    ]
    assert not found.odd
    with pytest.raises(BadInput, match="sum to 1 already; leave softmax out"):
        read(tmp_path / "theirs", [[0.4, 0.6], [1, 0]], softmax=True)
    with pytest.raises(BadInput, match="The predictions have no logits; leave softmax out"):
        read(tmp_path / "theirs", [None], softmax=True)
