"""What an experiment costs beside its trainings, tried with a tiny network."""

from pathlib import Path

import pytest

from tests.tiny_bert import tiny_bert
from tools.bench.experiment import run
from tools.bench.sentences import demo_sentences


@pytest.mark.slow
def test_an_experiment_is_set_beside_its_trainings_alone(tmp_path: Path) -> None:
    lines: list[str] = []
    sentences = list(dict.fromkeys(demo_sentences()))[:80]
    model = str(tiny_bert(tmp_path, sentences))
    run(sentences, lines.append, trained=40, shares=(1.0,), trainings=3, model=model)
    asked, whole, alone, ratio, estimated = lines
    assert asked.startswith("  3 trainings of ") and "on 40 sentences, CPU" in asked and "(3 timed" in alone
    assert " s" in whole and " s " in alone and float(ratio.split()[-1]) > 0
    assert "all 51 trainings would take" in estimated
