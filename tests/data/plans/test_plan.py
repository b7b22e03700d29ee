"""The plan of a whole paper: what is at hand, what it costs, what of it is done, and doing the rest."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import BadInput
from core.records import Task
from core.rules import Rules
from data.jobs.job import run_inline
from data.jobs.jobs import create, end, jobs
from data.jobs.records import JobState
from data.plans.at_hand import missing_model
from data.plans.plan import PaperPlan, paper_plan
from data.plans.request import PaperRequest
from data.plans.starting import run_here
from data.plans.words import missing, notes, rows, summary
from data.runs.scores import run_card, runs, scores
from data.workspace import Workspace
from tests.data.plans.plan_data import paper_data, similar
from tests.data.runs.run_data import reviews

SMALL = PaperRequest("romero", ("cnn",), limit=4, train_limit=40, device="cpu")


def no_hub() -> bool:
    return False


def plan_of(workspace: Workspace, request: PaperRequest = SMALL) -> PaperPlan:
    return paper_plan(workspace, request, no_hub)


def test_what_is_not_at_hand_is_named_and_the_rest_is_planned(workspace: Workspace) -> None:
    paper_data(workspace, "cola", "SST-2")
    plan = plan_of(workspace, replace(SMALL, models=("cnn", "distilbert/distilbert-base-cased")))
    assert [(task.task.dataset, task.dataset, task.samples, task.cells) for task in plan.to_start] == [
        ("cola", "cola", 4, 24),
        ("sst2", "SST-2", 4, 24),  # however it is spelled
    ]
    assert all(task.models == ("CNN",) and task.trainings == 1 for task in plan.to_start)
    said = missing(plan)
    assert [line.partition(":")[0] for line in said] == ["HSOL", "NLI", "SS", "distilbert/distilbert-base-cased"]
    assert "hub can't be reached" in said[-1]
    assert "2 of 5 data sets, 2 training runs, at most 200 texts" in summary(plan)  # 2 x (4 + 4 x 24)


def test_a_task_that_nobody_learns_yet_is_named_with_the_reason(workspace: Workspace) -> None:
    similar(workspace, "stsb")
    reviews(workspace, Task.PAIR_CLASSIFICATION)
    plan = plan_of(workspace, replace(SMALL, paper="moradi"))
    (task,) = (task for task in plan.tasks if task.task.dataset == "stsb")
    if task.missing:  # else similarities are learned by now
        assert task.missing.startswith("'stsb' is a similarity data set")
    assert plan.tasks[0].missing.startswith("the data set trec is not in the workspace")


def test_dev_stands_in_for_a_test_split_and_one_split_is_too_few(workspace: Workspace) -> None:
    paper_data(workspace, "cola", splits=("train", "dev"))
    paper_data(workspace, "hsol", splits=("train",))
    cola, hsol, *_ = plan_of(workspace).tasks
    assert (cola.split, cola.missing) == ("dev", "")
    assert "on dev" in cola.notes[0]
    assert "has no split to evaluate on, only its training split" in hsol.missing


def test_the_papers_own_recipe_trains_its_models_as_it_did(tmp_path: Path) -> None:
    nli = next(task for task in PaperRequest("romero").whole.tasks if task.name == "NLI")
    distil, *_, funnel = PaperRequest("romero").specs(nli, PaperRequest("romero").names)
    assert (distil.name, distil.search, distil.train_limit, distil.batch_size) == ("DistilBERT", "grid", 15_000, 32)
    assert funnel.name == "Funnel Transformer"
    moradi = PaperRequest("moradi", train_limit=100, seeds=1)
    bert = moradi.specs(moradi.whole.tasks[0], moradi.names)[0]
    assert (bert.learning_rate, bert.epochs, bert.max_length, bert.train_limit) == (2e-5, 20, 64, 100)
    other = replace(moradi, recipe="talman").specs(moradi.whole.tasks[0], moradi.names)[0]
    assert (other.learning_rate, other.epochs) == (2e-5, 3)
    (minilm,) = replace(moradi, models=("minilm",)).specs(moradi.whole.tasks[0], ["minilm"])
    assert (minilm.name, minilm.learning_rate) == ("MiniLM", 1e-4)


def test_a_folder_of_the_papers_own_weights_is_trained_and_called_as_the_paper_did(tmp_path: Path) -> None:
    request = PaperRequest("moradi", (f"{tmp_path}/roberta-large", "bert-large-cased", f"{tmp_path}/other"), seeds=1)
    roberta, bert, other = request.specs(request.whole.tasks[0], request.names)
    assert (roberta.name, roberta.learning_rate, roberta.epochs, roberta.batch_size) == ("RoBERTa", 1e-5, 20, 12)
    assert (bert.name, bert.learning_rate, bert.path) == ("BERT", 2e-5, "bert-large-cased")
    assert (other.name, other.epochs) == ("other", 3)
    (untrained,) = request.specs(request.whole.tasks[0], [f"untrained:{tmp_path}/roberta-large"])
    assert untrained.name == "roberta-large, untrained" and untrained.learning_rate == 1e-4
    both = request.specs(request.whole.tasks[0], [f"{tmp_path}/a/roberta-large", f"{tmp_path}/b/roberta-large"])
    assert [spec.name for spec in both] == ["RoBERTa (a)", "RoBERTa (b)"]


def test_elmo_answers_questions_in_the_papers_batches(tmp_path: Path) -> None:
    request = PaperRequest("moradi", (f"elmo:{tmp_path}",), seeds=1)
    trained = {task.name: request.specs(task, request.names)[0] for task in request.whole.tasks}
    assert {(spec.name, spec.epochs, spec.batch_size) for spec in trained.values()} == {
        ("ELMo", 20, 128),
        ("ELMo", 10, 256),
    }
    assert trained["QA"].epochs == 10  # Table 9


def test_models_that_the_papers_tables_do_not_know_are_named(workspace: Workspace) -> None:
    asked = PaperRequest("moradi", ("minilm", "cnn", "./roberta-large", "endpoint:http://localhost:1/v1#m"))
    own = "MiniLM and CNN use their own settings: the paper gives settings only for BERT, RoBERTa, XLNet and ELMo"
    assert any(note.startswith(own) for note in notes(plan_of(workspace, asked)))
    for request in (replace(asked, models=("./roberta-large",)), replace(asked, recipe="talman")):
        assert not any("the paper gives settings only for" in note for note in notes(plan_of(workspace, request)))


def test_what_endpoints_are_asked_and_class_weights_are_heeded_and_make_another_plan() -> None:
    usual = PaperRequest("moradi", ("minilm", "endpoint:http://127.0.0.1:9/v1#small"))
    asked = replace(usual, class_weights=True, prompt="{text}?", answer_tokens=900)
    minilm, *_, endpoint = replace(asked, seeds=1).specs(asked.whole.tasks[0], asked.names)
    assert (minilm.class_weights, minilm.prompt) == (True, "")
    assert (endpoint.prompt, endpoint.answer_tokens) == ("{text}?", 900)
    others = [{"class_weights": True}, {"prompt": "{text}?"}, {"answer_tokens": 900}]
    assert len({usual.id, *(replace(usual, **other).id for other in others)}) == 4


def test_a_plan_has_an_id_of_its_own_that_the_device_does_not_change() -> None:
    ids = {replace(SMALL, **one).id for one in ({}, {"limit": 5}, {"rules": Rules.OURS}, {"train_seed": 1})}
    assert len(ids) == 4 and all(id_.startswith("romero-") for id_ in ids)
    assert replace(SMALL, device="cuda").id == SMALL.id == replace(SMALL, models=("cnn", "cnn")).id


def test_a_model_is_at_hand_on_this_machine_or_on_the_hub(tmp_path: Path) -> None:
    assert missing_model("minilm", no_hub) == missing_model(str(tmp_path), no_hub) == ""
    assert missing_model("endpoint:http://localhost:1/v1#m", no_hub) == ""
    assert missing_model("somebody/something", lambda: True) == ""
    assert "is not on this machine" in missing_model("somebody/something", no_hub)
    assert "no address" in missing_model("endpoint:nowhere", no_hub)


@pytest.mark.slow
def test_what_is_done_is_not_done_again_and_what_stopped_goes_on(workspace: Workspace) -> None:
    paper_data(workspace, "cola", "sst2")
    plan = plan_of(workspace)
    cola = plan.tasks[0].evaluation
    assert cola
    done = run_inline(workspace, "evaluate", "by hand", replace(cola, plan="").arguments())
    stopped = create(workspace, "evaluate", "stopped", plan.tasks[3].evaluation.arguments())  # type: ignore[union-attr]
    end(workspace.jobs / stopped, JobState.CANCELLED)
    plan = plan_of(workspace)
    assert [row[-1] for row in rows(plan)] == ["done", "stopped, can be resumed"]
    assert [(task.dataset, fault) for task, fault in run_here(workspace, plan)] == [("sst2", "")]
    assert len(jobs(workspace)) == 2  # no third one
    assert {run.plan for run in runs(workspace)} == {SMALL.id}
    assert run_card(workspace, done).title == "by hand"
    after = plan_of(workspace)
    assert after.to_start == () and after.expected is None and summary(after) == "Nothing is left to start."
    more = plan_of(workspace, replace(SMALL, models=("cnn", "minilm")))
    left = more.tasks[0].evaluation
    assert left and [spec.name for spec in left.models] == ["MiniLM"]
    assert more.tasks[0].trainings == 9 and more.tasks[0].models == ("CNN", "MiniLM")
    assert all(score.model == "CNN" for score in scores(workspace, stopped))


def test_a_paper_of_which_nothing_is_at_hand_is_not_called_done(workspace: Workspace) -> None:
    plan = paper_plan(workspace, PaperRequest("moradi", ("cnn",)), lambda: False)
    assert plan.to_start == () and summary(plan) == "Can't start: all data sets are missing. Load one first."


def test_no_model_at_hand_leaves_nothing_to_start(workspace: Workspace) -> None:
    paper_data(workspace, "cola")
    plan = plan_of(workspace, PaperRequest("romero"))
    assert plan.to_start == () and len(plan.missing_models) == 4
    assert plan.tasks[0].missing == "no model is available."


def test_what_differs_from_the_paper_is_said(workspace: Workspace) -> None:
    once = PaperRequest("moradi", seeds=1)
    assert "The paper trained each model 5 times; here, each model is trained once." in notes(plan_of(workspace, once))
    assert not any("trained each model" in note for note in notes(plan_of(workspace, PaperRequest("moradi"))))
    assert any("three of them are draws" in note for note in notes(plan_of(workspace)))
    assert not any(
        "three of them are draws" in note for note in notes(plan_of(workspace, replace(SMALL, rules=Rules.OURS)))
    )
    own = "CNN uses its own settings, because the recipe romero does not cover it."
    assert own in notes(plan_of(workspace, replace(SMALL, models=("minilm", "cnn"))))
    with pytest.raises(BadInput, match="no recipe"):
        replace(SMALL, recipe="none").specs(SMALL.whole.tasks[0], ["cnn"])


def test_models_that_cannot_learn_a_task_are_left_out_of_it(workspace: Workspace) -> None:
    similar(workspace, "stsb")
    address = "endpoint:http://localhost:1/v1#m"
    *_, task, _ = plan_of(workspace, replace(SMALL, paper="moradi", models=("cnn", address), seeds=1)).tasks
    assert task.models == ("CNN",) and f"without {address}" in task.notes[0]
    *_, task, _ = plan_of(workspace, replace(SMALL, paper="moradi", models=(address,))).tasks
    assert task.missing.startswith("none of the chosen models can learn this task")


def test_an_untrained_model_needs_its_configuration_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert missing_model(f"untrained:{tmp_path}", no_hub) == ""
    assert "is not on this machine" in missing_model("untrained:somebody/something", no_hub)


def test_each_model_is_trained_as_often_as_in_the_paper(workspace: Workspace) -> None:
    paper_data(workspace, "sst5")
    asked = replace(SMALL, paper="moradi")
    (task,) = plan_of(workspace, asked).to_start
    assert task.models == tuple(f"CNN #{n}" for n in range(1, 6)) and task.trainings == 5
    assert task.evaluation and [spec.seed for spec in task.evaluation.models] == [0, 1, 2, 3, 4]
    (row,) = rows(plan_of(workspace, asked))
    assert row[2:5] == ("CNN x 5", "280", "5")  # 14 x 4 cells of each
    (once,) = plan_of(workspace, replace(asked, seeds=1)).to_start
    assert once.models == ("CNN",)
    assert asked.id == replace(asked, seeds=5).id != replace(asked, seeds=1).id
    assert SMALL.id == replace(SMALL, seeds=1).id  # the thesis trained once
