"""A whole paper's predictions, tried with small networks of the four architectures."""

import pytest

from tests.tiny_models import CONFIGS
from tools.bench.grid.measured import enough, run
from tools.bench.grid.untrained import ARCHITECTURES
from tools.bench.sentences import demo_sentences

SENTENCES = list(dict.fromkeys(demo_sentences()))[:300]


def test_there_are_as_many_different_sentences_as_are_wanted() -> None:
    assert enough(SENTENCES, 20) == SENTENCES[:20]
    more = enough(SENTENCES, 700)
    assert len(set(more)) == len(more) == 700 and more[:300] == SENTENCES


@pytest.mark.slow
def test_every_architecture_predicts_the_grid_and_answers_the_same_again() -> None:
    lines: list[str] = []
    run(SENTENCES, lines.append, 4, CONFIGS.__getitem__)
    assert "108 rows of Romero's grid" in lines[0]
    for kind, (timed, checked) in zip(ARCHITECTURES, zip(lines[1:-1:2], lines[2:-1:2], strict=True), strict=True):
        assert kind in timed and "rows a second" in timed
        assert "asked again 0, in float32 0" in checked
    assert "all four: 432 rows" in lines[-1]


@pytest.mark.slow
def test_a_device_is_checked_on_one_page() -> None:
    lines: list[str] = []
    run(SENTENCES[:60], lines.append, 4, CONFIGS.__getitem__, gpu_check=True)
    trained = [line for line in lines if "trained twice by one seed" in line]
    assert [line.split()[0] for line in trained] == ["minilm", "textrnn", "cnn"]
    assert all("equal to the bit; in float32" in line for line in trained)  # as is promised for a CPU
