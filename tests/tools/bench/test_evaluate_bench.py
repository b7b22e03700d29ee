"""The texts on which predictions are timed: a paper's whole grid, and few sentences that hardly repeat."""

from tools.bench.evaluate.grid import romero_grid, varied_grid
from tools.bench.sentences import demo_sentences

SENTENCES = list(dict.fromkeys(demo_sentences()))[:400]


def test_romeros_grid_has_a_row_for_each_sentence_and_cell_and_asks_only_for_what_changed() -> None:
    grid = romero_grid(SENTENCES, 1_000)
    chosen = grid.cells[""]
    versions, rest = divmod(len(grid.rows), len(chosen))
    assert rest == 0 and versions == 27 and len(grid.rows) <= 1_000
    assert grid.rows[: len(chosen)] == chosen == SENTENCES[: len(chosen)]
    asked = [text for texts in grid.cells.values() for text in texts]
    assert len(asked) < len(grid.rows)
    assert set(grid.rows) == set(asked)  # what no condition changed has its sentence's answer
    assert "keyboard@percent-characters-5" in grid.cells or "keyboard@5" in grid.cells


def test_few_sentences_under_every_perturbation_hardly_repeat() -> None:
    grid = varied_grid(SENTENCES, 600)
    assert len(set(grid.rows)) > 0.85 * len(grid.rows)
    assert 300 < len(grid.rows) <= 600
    assert grid.rows == [text for texts in grid.cells.values() for text in texts]
