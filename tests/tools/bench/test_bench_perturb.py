"""The bench of perturbations: a line of figures for each that is registered, whatever the sentences."""

import pytest

from core.perturbations.registry import perturbations
from tools.bench.perturb import run
from tools.bench.quoted import QUOTED


@pytest.mark.slow
@pytest.mark.parametrize("sentences", [[], ["He bought an old car ."] * 40])
def test_every_perturbation_is_measured(sentences: list[str]) -> None:
    lines: list[str] = []
    run(sentences, lines.append)
    each = lines[2 : len(perturbations()) + 2]
    assert [line.split()[0] for line in each] == [p.name for p in perturbations()]
    rows = {line.split()[0]: line for line in each}
    assert "100.0% of the sentences, at PPS 1" in rows["word_deletion"] or not sentences
    assert all("  0.0% of" in line for line in each) or sentences
    assert rows["keyboard"].endswith("  NL-Augmenter 18,900")
    assert sum(line.endswith(tuple(f"{q.library} {q.throughput:,}" for q in QUOTED)) for line in each) == len(QUOTED)


@pytest.mark.slow
def test_the_runner_is_measured_on_all_cores() -> None:
    lines: list[str] = []
    run(["He bought an old car ."] * 40, lines.append)
    grid = sum(len(p.severities) for p in perturbations())
    assert f"written to {grid} Parquet files" in lines[-1]
    assert "40 sentences in" in lines[-1]
