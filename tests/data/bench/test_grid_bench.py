"""A whole paper's predictions, tried with small networks of the four architectures."""

import pytest

from data.bench.grid.measured import enough, run
from data.bench.grid.untrained import ARCHITECTURES
from data.bench.sentences import demo_sentences
from tests.tiny_models import CONFIGS

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
