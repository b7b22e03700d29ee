"""The bench of several draws, on a few texts."""

import re

import pytest

from tools.bench.draws import run


@pytest.mark.slow
def test_it_prints_what_draws_cost_and_how_many_of_their_texts_repeat() -> None:
    said: list[str] = []
    run(said.append, limit=10, draws=2)
    rows = [line.split() for line in said[2:4]]
    (one, _, _, made, asked), (two, _, _, made_by_two, asked_by_two) = rows
    assert (one, two) == ("1", "2") and made == asked and int(asked) <= int(asked_by_two) < int(made_by_two)
    assert re.fullmatch(r"  2 draws beside one: [\d.]+ x the time, 1\.\d x the texts, [\d.]+ x the memory", said[-1])
