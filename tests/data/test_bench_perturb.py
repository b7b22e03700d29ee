"""The bench of perturbations: one line of figures for each that is registered, whatever the sentences."""

import pytest

from core.perturbations.registry import perturbations
from data.bench_perturb import run


@pytest.mark.parametrize("sentences", [[], ["He bought an old car ."] * 40])
def test_every_perturbation_is_measured(sentences: list[str]) -> None:
    said: list[str] = []
    run(sentences, said.append)
    assert [line.split()[0] for line in said[1:]] == [p.name for p in perturbations()]
    share = "100.0%" if sentences else "0.0%"
    assert all(share in line for line in said[1:] if "negation" not in line or not sentences)
