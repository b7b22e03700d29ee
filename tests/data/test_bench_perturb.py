"""The bench of perturbations: a line of figures for each that is registered, whatever the sentences."""

import pytest

from core.perturbations.registry import perturbations
from data.bench_perturb import run


@pytest.mark.parametrize("sentences", [[], ["He bought an old car ."] * 40])
def test_every_perturbation_is_measured(sentences: list[str]) -> None:
    said: list[str] = []
    run(sentences, said.append)
    each = said[1 : len(perturbations()) + 1]
    assert [line.split()[0] for line in each] == [p.name for p in perturbations()]
    rows = {line.split()[0]: line for line in each}
    assert "100.0% of the sentences, at PPS 1" in rows["word_deletion"] or not sentences
    assert all("  0.0% of" in line for line in each) or sentences


def test_the_runner_is_measured_on_all_cores() -> None:
    said: list[str] = []
    run(["He bought an old car ."] * 40, said.append)
    grid = sum(len(p.severities) for p in perturbations())
    assert f"written to {grid} Parquet files" in said[-1]
    assert "40 sentences in" in said[-1]
