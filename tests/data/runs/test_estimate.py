"""What an evaluation and a job of candidates are expected to take: by hand from sizes, costs and paces."""

import pytest

from core.design import Condition, Design
from core.models.registry import family
from core.models.spec import Example, Material, ModelSpec
from core.records import Task
from core.severity import pps
from data.candidates import estimate as candidates_estimate
from data.candidates.request import CandidatesRequest
from data.datasets.stored import dataset_card
from data.hints.engines import HintRequest
from data.jobs.job import run_inline
from data.jobs.pace import Expected, paces, remember
from data.runs import estimate
from data.runs.estimate import time_expected, work_of
from data.workspace import Workspace
from tests.data.runs.run_data import CNN, asked, reviews

TEXT = Example(("fine",), "good")


@pytest.mark.parametrize("spec", [CNN, ModelSpec("MiniLM", "transformer", "minilm", epochs=2)])
def test_a_plan_costs_what_its_family_says_beforehand(spec: ModelSpec) -> None:
    material = Material([TEXT] * 30, [TEXT] * 10)
    plan = family(spec.kind).plan(spec, Task.CLASSIFICATION, ("bad", "good"), material)
    assert plan.cost == family(spec.kind).cost(spec, 30, 10)
    assert plan.cost.training == pytest.approx(plan.cost.text * spec.epochs * (3 * 30 + 10))


def test_an_evaluation_goes_by_the_pace_of_its_models_here(workspace: Workspace) -> None:
    reviews(workspace)
    card = dataset_card(workspace, "reviews")
    sizes = card.splits
    assert (sizes["train"], sizes["dev"], sizes["test"]) == (88, 16, 25)
    untimed = time_expected(workspace, card, asked(CNN), "cpu")
    assert untimed.timed == 0
    remember(workspace, work_of(CNN, "cpu"), 100, 10)
    # Training 0.05 * 4 * (3 * 88 + 16) = 56; 25 texts and, of 2 conditions, 25 to 50 more: 2.5 to 3.75.
    first, last = estimate.START
    expected = Expected(first + 58.5 / 12.5, last + 59.75 / 8, 1)
    found = time_expected(workspace, card, asked(CNN), "cpu")
    assert (found.low, found.high, found.timed) == pytest.approx((expected.low, expected.high, 1))


def test_a_model_somebody_names_is_taken_for_a_large_one(workspace: Workspace) -> None:
    reviews(workspace)
    card = dataset_card(workspace, "reviews")
    small, large = (
        time_expected(workspace, card, asked(ModelSpec("m", "transformer", path)), "cpu")
        for path in ("minilm", "bert-base-cased")
    )
    assert large.high - estimate.START[1] == pytest.approx(estimate.BASE_SIZED * (small.high - estimate.START[1]))


def test_candidates_go_by_the_pace_of_their_hints(workspace: Workspace) -> None:
    reviews(workspace)
    card = dataset_card(workspace, "reviews")
    request = CandidatesRequest(Design("reviews", "test", (Condition("word_deletion", pps(1)),)))
    remember(workspace, candidates_estimate.work_of(request.hints), 100, 10)
    (low, high), (slow, fast) = candidates_estimate.START, candidates_estimate.PERTURBED
    # Half of 25 candidates at 12.5 a second to all of them at 8.
    found = candidates_estimate.time_expected(workspace, card, request)
    assert (found.low, found.high) == pytest.approx((low + 25 / fast + 1, high + 25 / slow + 25 / 8))
    without = CandidatesRequest(request.design, HintRequest("off", "off"))
    none = candidates_estimate.time_expected(workspace, card, without)
    assert (none.low, none.high) == pytest.approx((low + 25 / fast, high + 25 / slow))


def test_a_run_notes_how_fast_its_models_went(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.jobs.pace.SHORTEST", 0.0)
    reviews(workspace)
    run_inline(workspace, "evaluate", "a run", asked(CNN).arguments())
    (pace,) = paces(workspace, work_of(CNN, "cpu"))
    assert 58.5 <= pace.steps <= 59.8
    run_inline(workspace, "evaluate", "again", asked(CNN).arguments())
    assert paces(workspace, work_of(CNN, "cpu")) == [pace]  # trained and predicted before: nothing was done
