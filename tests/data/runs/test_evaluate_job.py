"""Evaluations of small real models: complete, resumed, cancelled, killed in the middle."""

import json
import os
import signal
import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from core.design import Condition, order
from core.errors import BadInput
from core.perturbations.conditions import parse_condition
from core.records import CuratedSample, Score, Task
from core.severity import pps
from data.datasets.stored import read_samples
from data.jobs.job import Job, run_inline, work
from data.jobs.jobs import cancel, create, log_tail, resume, status, submit
from data.jobs.records import JobState
from data.lexicon.resources import perturber
from data.runs.counts import counts_path
from data.runs.evaluation import parse_evaluation
from data.runs.files import predictions_path, read_predictions
from data.runs.scores import flips, run_card, runs, scores
from data.workspace import Workspace
from pages.ui.evaluate.run_cards import details_of
from tests.data.plans.plan_data import similar
from tests.data.runs.run_data import CNN, asked, reviews, tiny


def evaluated(workspace: Workspace, evaluation: object) -> str:
    return run_inline(workspace, "evaluate", "reviews", evaluation.arguments())  # type: ignore[attr-defined]


def figures(workspace: Workspace, run_id: str) -> list[Score]:
    """The scores without the run's id, so that two runs can be compared; NaN becomes a value that equals itself."""
    return [
        replace(s, run="", **{k: -9.0 for k in ("value", "low", "high") if getattr(s, k) != getattr(s, k)})
        for s in scores(workspace, run_id)
    ]


def test_a_run_is_complete_and_its_card_says_what_was_done(
    workspace: Workspace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reviews(workspace)
    run_id = evaluated(workspace, asked(tiny(tmp_path / "tiny"), CNN))
    card = run_card(workspace, run_id)
    assert card.finished and card.started == status(workspace, run_id).started.isoformat()
    assert [model.name for model in card.models] == ["tiny", "CNN"]
    assert all(model.dev_accuracy is not None and model.trained_on for model in card.models)
    for model in card.models:
        (attempt,) = model.history.attempts
        assert attempt.epochs[attempt.kept - 1].dev == model.dev_accuracy
        assert (workspace.models / model.digest).is_dir()
    assert "CNN, epoch 4 of 4: training loss" in capsys.readouterr().out
    assert card.device.startswith("CPU")
    assert {"torch", "transformers"} <= set(card.versions)
    assert [(c.perturbation, c.severity, c.applied) for c in card.cells] == [
        ("word_deletion", pps(1), card.samples - 1),  # the sample of one word can't lose it
        ("word_deletion", pps(3), card.samples - 1),
    ]
    table = {(s.model, s.metric, s.perturbation, s.severity): s for s in scores(workspace, run_id)}
    assert len(table) == 2 * (5 + 2 * 15)
    assert table["CNN", "accuracy", "", None].value > 0.8
    share = table["CNN", "share_perturbed", "word_deletion", pps(1)]
    assert (share.value, share.n) == (pytest.approx(1 - 1 / card.samples), card.samples)
    assert table["CNN", "accuracy", "word_deletion", pps(3)].n == card.samples


def test_the_candidates_are_those_that_people_curate(workspace: Workspace) -> None:
    reviews(workspace)
    run_id = evaluated(workspace, asked(limit=10, seed=7))
    card = run_card(workspace, run_id)
    cell = card.cell(card.cells[1])
    first = sorted(read_samples(workspace, "reviews", "test"), key=lambda sample: order(sample.id, 7))[:10]
    curated = [perturber().sample(sample, cell.perturbation, cell.severity, 7) for sample in first]
    rows = read_predictions(predictions_path(workspace.runs / run_id, card.models[0], cell))
    assert all(counts_path(workspace.runs / run_id, card.models[0], one).exists() for one in (None, cell))
    assert {row.candidate_id for row in rows} == {candidate.id for candidate in curated if candidate}
    originals = read_predictions(predictions_path(workspace.runs / run_id, card.models[0], None))
    assert {row.sample_id for row in originals} == {sample.id for sample in first}


def test_a_run_says_both_seeds_and_one_of_before_had_one_for_both(workspace: Workspace) -> None:
    reviews(workspace)
    models = (CNN, replace(CNN, name="again", seed=5))
    folder = workspace.runs / evaluated(workspace, asked(*models, limit=5, seed=7))
    card = run_card(workspace, folder.name)
    assert (card.seed, card.train_seeds) == (7, (0, 5))
    said = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    for model in said["models"]:
        del model["seed"]
    (folder / "run.json").write_text(json.dumps(said), encoding="utf-8")
    before = run_card(workspace, folder.name)
    assert (before.seed, before.train_seeds) == (7, (7,))
    assert details_of(before)["Seeds"] == "perturbations 7, training 7"


def test_a_job_done_twice_trains_once(workspace: Workspace) -> None:
    reviews(workspace)
    first = evaluated(workspace, asked())
    kept = list(workspace.models.iterdir())
    made = [path.stat().st_mtime_ns for path in kept]
    second = evaluated(workspace, asked())
    assert len(kept) == 1
    assert [path.stat().st_mtime_ns for path in workspace.models.iterdir()] == made
    assert figures(workspace, first) == figures(workspace, second)
    assert [card.id for card in runs(workspace)] == [second, first]


def test_resuming_makes_only_what_is_missing(workspace: Workspace) -> None:
    reviews(workspace)
    run_id = evaluated(workspace, asked())
    before = figures(workspace, run_id)
    card = run_card(workspace, run_id)
    folder = workspace.runs / run_id
    original, first, second = (
        predictions_path(folder, card.models[0], card.cell(cell) if cell else None) for cell in (None, *card.cells)
    )
    kept = original.stat().st_mtime_ns, first.stat().st_mtime_ns
    second.unlink()
    (workspace.variants / card.variants / f"{card.cell(card.cells[1]).condition.key}.parquet").unlink()
    assert work(Job(workspace.jobs / run_id)) is JobState.DONE
    assert (original.stat().st_mtime_ns, first.stat().st_mtime_ns) == kept
    assert figures(workspace, run_id) == before


def test_a_cancelled_evaluation_stops_and_goes_on_when_resumed(workspace: Workspace) -> None:
    reviews(workspace)
    job_id = create(workspace, "evaluate", "reviews", asked().arguments())

    def told(done: int, total: int, message: str) -> None:
        if message.startswith("Training CNN: epoch 2"):
            cancel(workspace, job_id)

    assert work(Job(workspace.jobs / job_id, told)) is JobState.CANCELLED
    assert not list(workspace.models.glob("[!.]*"))
    assert not run_card(workspace, job_id).finished
    assert scores(workspace, job_id) == []
    (workspace.jobs / job_id / "cancel").unlink()
    assert work(Job(workspace.jobs / job_id)) is JobState.DONE
    assert figures(workspace, job_id) == figures(workspace, evaluated(workspace, asked()))


def test_progress_has_its_total_from_the_start_and_reaches_it(workspace: Workspace) -> None:
    reviews(workspace)
    job_id = create(workspace, "evaluate", "reviews", asked().arguments())
    seen: list[tuple[int, int]] = []
    work(Job(workspace.jobs / job_id, lambda done, total, message: seen.append((done, total))))
    _, *rest = [step for step in seen if step[1] > 2]  # the first two count cells to perturb
    assert len({total for _, total in rest}) == 1
    assert [done for done, _ in rest] == sorted(done for done, _ in rest)
    assert rest[-1][0] == rest[-1][1]


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        ({"dataset": "review"}, "did you mean reviews"),
        ({"split": "dve"}, "no split 'dve'"),
        ({"split": "train"}, "choose two different splits"),
        ({"conditions": (Condition("word_removal", pps(1)),)}, "no perturbation 'word_removal'"),
        ({"conditions": (Condition("word_deletion", pps(9)),)}, "can't have the severity 9; give pps: 1, 2, 3 or 4"),
        ({"conditions": ()}, "At least one perturbation"),
        ({"device": "tpu"}, "no device 'tpu'"),
    ],
)
def test_what_can_not_be_is_said_in_one_sentence(
    workspace: Workspace, others: dict[str, object], sentence: str
) -> None:
    reviews(workspace)
    with pytest.raises(BadInput, match=sentence) as told:
        evaluated(workspace, asked(**others))
    assert "\n" not in str(told.value)


def test_models_are_needed_and_each_has_its_own_name(workspace: Workspace) -> None:
    reviews(workspace)
    odd = replace(CNN, name="two\nlines")
    for models, sentence in (
        ((), "at least one model"),
        ((CNN, CNN), "have the same name"),
        ((odd,), "rename the model's folder"),
    ):
        with pytest.raises(BadInput, match=sentence):
            evaluated(workspace, replace(asked(), models=models))


def test_class_weights_are_refused_where_there_are_no_labels(workspace: Workspace) -> None:
    similar(workspace, "reviews")
    for plan in ("", "moradi-12345678"):  # a whole paper has tasks with labels too
        scored = replace(asked(replace(CNN, class_weights=True)), plan=plan)
        with (
            nullcontext() if plan else pytest.raises(BadInput, match="has no classes; turn class weights off for 'CNN'")
        ):
            scored.check(workspace)


def test_an_evaluation_survives_its_arguments() -> None:
    chain = parse_condition("word_deletion@1,word_class_removal@NOUN")
    some = asked(conditions=(*asked().design.conditions, chain))
    assert parse_evaluation(json.loads(json.dumps(some.arguments()))) == some


def test_a_chain_is_evaluated_like_any_condition(workspace: Workspace) -> None:
    reviews(workspace)
    chain = parse_condition("word_deletion@1,word_repetition@1")
    run_id = evaluated(workspace, asked(conditions=(chain,)))
    table = {(s.metric, s.perturbation, s.severity): s for s in scores(workspace, run_id)}
    assert table["kappa", chain.perturbation, chain.severity].n == run_card(workspace, run_id).samples
    changed = flips(workspace, run_id, "CNN", chain)
    assert all(len(flip.rewrites[0].rewrite.edits) >= 1 for flip in changed)


def test_other_tasks_are_refused_with_what_can_be_done(workspace: Workspace) -> None:
    reviews(workspace, Task.TAGGING)
    with pytest.raises(BadInput, match="'CNN' can't tag the words of a text; choose minilm or another"):
        evaluated(workspace, asked())


def test_arguments_are_read_back_as_they_were_written() -> None:
    assert parse_evaluation(asked().arguments()) == asked()
    with pytest.raises(BadInput, match="incomplete or unknown: 'models'"):
        parse_evaluation({"design": {}})


def test_verdicts_given_after_the_run_change_its_scores(workspace: Workspace) -> None:
    reviews(workspace)
    run_id = evaluated(workspace, asked())
    card = run_card(workspace, run_id)
    cell = card.cell(card.cells[0])
    rows = read_predictions(predictions_path(workspace.runs / run_id, card.models[0], cell))
    wrong = "bad" if rows[1].label == "good" else "good"
    curated = {
        rows[0].candidate_id: CuratedSample(rows[0].candidate_id, rows[0].sample_id, rows[0].label, False, ("ada",)),
        rows[1].candidate_id: CuratedSample(rows[1].candidate_id, rows[1].sample_id, wrong, True, ("ada",)),
    }
    found = {(s.metric, s.severity): s for s in scores(workspace, run_id, curated) if s.perturbation}
    # Two samples count: one kept with the label the model gives, one relabelled to the other: 1 right of 2.
    assert (found["accuracy", pps(1)].value, found["accuracy", pps(1)].n) == (0.5, 2)
    assert found["accuracy", pps(3)].n == 0  # nobody looked at this cell: NaN, not 0
    assert found["accuracy", pps(3)].value != found["accuracy", pps(3)].value
    assert found["share_perturbed", pps(3)].n == card.samples


def test_flips_are_the_samples_that_lower_kappa(workspace: Workspace) -> None:
    reviews(workspace)
    run_id = evaluated(workspace, asked(replace(CNN, epochs=1)))
    card = run_card(workspace, run_id)
    found = flips(workspace, run_id, "CNN", Condition("word_deletion", pps(3)))
    folder, cell = workspace.runs / run_id, card.cell(card.cells[1])
    before = {row.sample_id: row.label for row in read_predictions(predictions_path(folder, card.models[0], None))}
    after = read_predictions(predictions_path(folder, card.models[0], cell))
    assert {flip.candidate_id for flip in found} == {r.candidate_id for r in after if r.label != before[r.sample_id]}
    for flip in found:
        assert flip.before != flip.after
        assert min(flip.p_before, flip.p_after) >= 0.5  # of two labels the named one has at least half
        assert flip.rewrites[0].rewrite.applied
    assert flips(workspace, run_id, "CNN", Condition("word_deletion", pps(3)), curated={}) == []
    with pytest.raises(BadInput, match="has no model 'BERT'"):
        flips(workspace, run_id, "BERT", Condition("word_deletion", pps(3)))
    with pytest.raises(BadInput, match="has no word_deletion@2; its perturbations are"):
        flips(workspace, run_id, "CNN", Condition("word_deletion", pps(2)))


@pytest.mark.slow
def test_a_killed_worker_is_lost_and_resumed_to_the_same_scores(workspace: Workspace, tmp_path: Path) -> None:
    reviews(workspace)
    evaluation = asked(CNN, replace(tiny(tmp_path / "tiny"), epochs=40))
    job_id = submit(workspace, "evaluate", "reviews", evaluation.arguments())
    wait(workspace, job_id, "Training tiny")
    os.kill(json.loads((workspace.jobs / job_id / "worker.json").read_text())["pid"], signal.SIGKILL)
    began = time.monotonic()
    while status(workspace, job_id).state is not JobState.LOST:
        assert time.monotonic() - began < 60
        time.sleep(0.05)
    assert not run_card(workspace, job_id).finished
    assert {score.model for score in scores(workspace, job_id)} == {"CNN"}  # what was finished can be looked at
    resume(workspace, job_id)
    began = time.monotonic()
    while not status(workspace, job_id).ended:
        assert time.monotonic() - began < 600
        time.sleep(0.05)
    assert status(workspace, job_id).state is JobState.DONE, log_tail(workspace, job_id)
    assert figures(workspace, job_id) == figures(workspace, evaluated(workspace, evaluation))


def wait(workspace: Workspace, job_id: str, message: str) -> None:
    """Until the job says so; the test fails after two minutes, or when the job has failed."""
    began = time.monotonic()
    while message not in status(workspace, job_id).message:
        assert status(workspace, job_id).state is not JobState.FAILED, log_tail(workspace, job_id)
        assert time.monotonic() - began < 120, status(workspace, job_id)
        time.sleep(0.05)
