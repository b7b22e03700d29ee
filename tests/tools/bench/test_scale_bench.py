"""The bench's grid is one that the project itself reads: five runs of one plan, as many predictions as asked for."""

import pytest

from data.runs.scores import has_scores, runs, scores
from data.workspace import Workspace
from tools.bench.scale.grid import PLAN, write_grid


@pytest.mark.slow
def test_the_grid_of_the_bench_is_scored_as_any_run_is(workspace: Workspace) -> None:
    written = write_grid(workspace, 4 * 27 * 100)
    assert {run.plan for run in runs(workspace)} == {PLAN} and len(written) == 5
    assert sum(card.samples * len(card.models) * (1 + len(card.cells)) for card in written) == pytest.approx(
        10_800, rel=0.02
    )
    assert all(has_scores(workspace, card) for card in written)
    kappas = [score for score in scores(workspace, written[-1].id) if score.metric == "kappa"]
    assert len(kappas) == 4 * 26 and all(score.n == written[-1].samples for score in kappas)
    # 90 of 100 labels stay: with two labels that are alike frequent kappa is near .8.
    assert 0.5 < sum(score.value for score in kappas) / len(kappas) < 0.95
