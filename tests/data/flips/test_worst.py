"""The worst of several draws, against a run that is worked out by hand."""

import pytest

from core.design import Condition
from core.errors import BadInput
from core.records import Task
from core.severity import pps
from data.flips.worst import fallen_flip, worst_of_draws
from data.runs.scores import run_card
from data.workspace import Workspace
from tests.pages.heatmaps.finished_run import RUN, write_run
from tests.pages.heatmaps.test_other_tasks import RUN as OTHER
from tests.pages.heatmaps.test_other_tasks import written

GOLD = "thing"
BEFORE = [GOLD, GOLD, "place", GOLD, "place"]
AFTER = [GOLD, "place", GOLD, "", "place"]  # the second and third change; the fourth was not perturbed


def test_what_is_kept_and_what_is_right_before_and_after(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    card = run_card(workspace, RUN)
    found = worst_of_draws(workspace.runs / RUN, card, card.models[0])
    assert [(one.value, one.n) for one in found.kept] == [(3 / 5, 5)]
    assert [(one.value, one.n) for one in found.right] == [(2 / 5, 5)]  # the first, and the fourth as it stood
    assert sorted((one.before, one.after, one.times, one.draw) for one in found.fallen) == [
        ("place", GOLD, 1, 0), (GOLD, "place", 1, 0),
    ]  # fmt: skip
    assert found.kappa.value == pytest.approx((3 / 5 - 13 / 25) / (1 - 13 / 25))  # 3 of 3 x 3 and 2 x 2 of 25 agree


def test_a_condition_that_the_run_has_not_is_named(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    card = run_card(workspace, RUN)
    with pytest.raises(BadInput, match="has no word_deletion@4; its perturbations are "):
        worst_of_draws(workspace.runs / RUN, card, card.models[0], [Condition("word_deletion", pps(4))])


def test_a_sentence_with_tags_keeps_its_entities_or_falls(workspace: Workspace) -> None:
    answers = [  # gold, before, after, of "Old0 day in Rome" and "New day in Rome"
        ("B-PER O O B-LOC", "B-PER O O B-LOC", "O O O B-LOC"),  # falls
        ("O O O B-LOC", "O O O B-LOC", "O O O B-LOC"),  # kept, and right in both
        ("B-LOC O O O", "B-PER O O O", "B-PER O O O"),  # kept, and wrong in both
        ("B-PER O O O", "B-PER O O B-LOC", "B-PER O O O"),  # falls, and is right only then
    ]
    written(workspace, Task.TAGGING, answers)
    card, folder = run_card(workspace, OTHER), workspace.runs / OTHER
    found = worst_of_draws(folder, card, card.models[0])
    assert [(one.value, one.n) for one in found.kept] == [(2 / 4, 4)]
    assert [(one.value, one.n) for one in found.right] == [(1 / 4, 4)]
    assert found.kappa.n == 0
    flips = [fallen_flip(folder, card, one) for one in found.fallen]
    assert {(flip.before, flip.after) for flip in flips} == {("Old0 PER", "no entity"), ("Rome LOC", "no entity")}
