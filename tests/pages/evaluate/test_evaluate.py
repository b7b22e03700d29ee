"""The Evaluate page: a small evaluation started, followed to its end, and cancelled."""

import re
import time
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core.models.endpoint.prompt import TEMPLATE
from core.models.registry import usual_spec
from core.records import DatasetCard, Sample, Task, TextField
from data.datasets.stored import save_dataset
from data.jobs.jobs import cancel, jobs, status
from data.jobs.records import JobState
from data.runs.scores import runs
from data.workspace import Workspace
from pages.ui.evaluate.run_cards import details_of
from pages.ui.evaluate.training import TrainingChoice

Open = Callable[[str], AppTest]


def small(page: AppTest, train_limit: int = 60, epochs: int = 1) -> AppTest:
    """The page with the smallest evaluation chosen: a CNN, one perturbation, PPS 1, 20 samples."""
    page.multiselect(key="evaluate-models").set_value(["cnn"])
    page.multiselect(key="evaluate-perturbations").set_value(["word_deletion"])
    page.number_input(key="evaluate-train-limit").set_value(train_limit)
    page.number_input(key="evaluate-limit").set_value(20)
    page.number_input(key="evaluate-epochs").set_value(epochs)
    return page.run()


def texts(page: AppTest) -> str:
    return "\n".join(element.value for kind in (page.markdown, page.caption, page.text, page.info) for element in kind)


@pytest.mark.slow
def test_an_evaluation_is_started_once_and_ends_with_a_run(workspace: Workspace, open_page: Open) -> None:
    page = small(open_page("evaluate"))
    assert "CPU" in texts(page)
    page.button(key="evaluate-start").click().run()
    assert ["Started: " in toast.value for toast in page.toast] == [True]
    assert page.session_state["evaluate-new"] is False and "Running" in [one.value for one in page.header]
    page.button(key="evaluate-start").click().run()  # while it is under way: no second job
    assert not page.exception
    (job,) = jobs(workspace)
    assert job.title == "demo-questions: CNN"
    until_ended(workspace, job.id)
    assert status(workspace, job.id).state is JobState.DONE, status(workspace, job.id)
    page.run()
    shown = texts(page).replace("\\", "")
    assert "demo-questions: CNN" in shown and "done: 20 samples, 4 cells, 1 model" in shown
    [table] = [str(one.proto.body) for one in page.get("html") if "Lowest kappa" in one.proto.body]
    interval = r"\([\d.]+\sto\s[\d.]+\)"
    assert re.search(rf'CNN</th>.*[\d.]+ %\s{interval}<span class="fl-from-to".*data-high="100 %">', table)
    assert re.search(r">word deletion, PPS \d</a></small>.*<td>20</td><td>\d+ s</td>", table)
    (card,) = runs(workspace)
    details = details_of(card)
    assert details["Weights"].startswith("CNN, epoch ")
    assert (details["Data set"], details["Evaluated on"]) == ("demo-questions, demo", "test, 20 samples")
    assert details["Device"].startswith("CPU")
    assert (card.samples, card.finished, card.models[0].trained_on) == (20, True, 60)


@pytest.mark.slow
def test_an_evaluation_is_cancelled_and_resumed_from_the_page(workspace: Workspace, open_page: Open) -> None:
    page = small(open_page("evaluate"), train_limit=2000, epochs=100)
    page.button(key="evaluate-start").click().run()
    (job,) = jobs(workspace)
    page.button(key=f"cancel-{job.id}").click().run()
    until_ended(workspace, job.id)
    page.run()
    assert "cancelled" in texts(page)
    page.button(key=f"resume-{job.id}").click().run()
    assert not status(workspace, job.id).ended
    page.button(key=f"cancel-{job.id}").click().run()
    until_ended(workspace, job.id)


def test_training_and_perturbing_have_seeds_of_their_own(workspace: Workspace, open_page: Open) -> None:
    page = small(open_page("evaluate"))
    page.number_input(key="evaluate-seed").set_value(7)
    page.number_input(key="evaluate-train-seed").set_value(3).run()
    page.button(key="evaluate-start").click().run()
    (job,) = jobs(workspace)
    assert (job.arguments["design"]["seed"], job.arguments["models"][0]["seed"]) == (7, 3)
    cancel(workspace, job.id)
    until_ended(workspace, job.id)


def test_what_is_missing_is_said_and_nothing_can_be_started(open_page: Open) -> None:
    page = open_page("evaluate")
    page.multiselect(key="evaluate-models").set_value([]).run()
    assert texts(page).count("Choose at least one model") == 2  # at the models, and below the button
    page.text_input(key="evaluate-severities-written").set_value("foo@3").run()
    assert any("There is no perturbation 'foo'" in caption.value for caption in page.caption)
    assert page.button(key="evaluate-start").disabled


def until_ended(workspace: Workspace, job_id: str, seconds: float = 90) -> None:
    began = time.monotonic()
    while not status(workspace, job_id).ended:
        assert time.monotonic() - began < seconds, status(workspace, job_id)
        time.sleep(0.1)


def test_a_recipe_and_class_weights_reach_the_models(open_page: Open) -> None:
    page = open_page("evaluate")
    page.selectbox(key="evaluate-recipe").set_value("romero").run()
    assert not page.exception
    assert "0.2 F1 on train + 0.8 F1 on dev" in texts(page)
    minilm, cnn = TrainingChoice(None, 0.01, 5, 0, 0, 3, "cpu", "talman", True).specs(["minilm", "cnn"])
    assert (minilm.keep, minilm.warm_up, minilm.class_weights, minilm.seed) == ("last", 0, True, 3)
    assert (cnn.keep, cnn.class_weights, cnn.train_limit) == ("best", True, 5)
    assert minilm.learning_rate == cnn.learning_rate == 0.01  # what is typed counts more than the recipe


def test_what_an_endpoint_is_asked_is_on_the_form_once_there_is_one(open_page: Open) -> None:
    page = open_page("evaluate")
    assert "evaluate-prompt" not in [area.key for area in page.text_area]
    page.multiselect(key="evaluate-models").set_value(["endpoint:http://127.0.0.1:9/v1#deep"]).run()
    assert page.text_area(key="evaluate-prompt").value == TEMPLATE
    assert page.number_input(key="evaluate-tokens").value == 32
    assert "will run on the CPU" not in texts(page)  # it runs elsewhere
    page.text_area(key="evaluate-prompt").set_value("Good or bad?").run()
    page.button(key="evaluate-start").click().run()
    assert not page.exception
    assert "The prompt of 'deep' has no {text}" in "\n".join(e.value for e in page.error)


def test_endpoints_need_no_split_to_learn_from_and_are_asked_so_much_at_most(
    workspace: Workspace, open_page: Open
) -> None:
    samples = [Sample("bare", "test", (TextField("text", f"text number {n}"),), "yes") for n in range(30)]
    save_dataset(workspace, DatasetCard("bare", Task.CLASSIFICATION, ("no", "yes"), ("text",), {}), samples)
    page = open_page("evaluate")
    page.selectbox(key="evaluate-dataset").set_value("bare").run()
    assert "bare has only one split" in texts(page)
    page.multiselect(key="evaluate-models").set_value(["endpoint:http://127.0.0.1:9/v1#deep"])
    page.multiselect(key="evaluate-perturbations").set_value(["word_deletion"]).run()
    assert not page.exception and "only one split" not in texts(page)
    assert "Each endpoint gets at most 150 prompts" in texts(page)  # 30 texts, as they are and at 4 severities
    page.number_input(key="evaluate-limit").set_value(10).run()
    assert "Each endpoint gets at most 50 prompts" in texts(page)
    assert "train" not in page.query_params
    page.button(key="evaluate-start").click().run()
    assert not page.exception and not page.error
    (job,) = jobs(workspace)
    assert job.arguments["train_split"] == ""
    cancel(workspace, job.id)
    until_ended(workspace, job.id)


def test_the_prompt_and_the_room_for_an_answer_reach_endpoints_alone() -> None:
    paths = ["endpoint:http://127.0.0.1:9/v1#deep", "cnn"]
    chosen = TrainingChoice(None, None, 0, 0, 0, 0, "cpu", prompt="{text}?", answer_tokens=4000)
    deep, cnn = chosen.specs(paths)
    assert (deep.prompt, deep.answer_tokens) == ("{text}?", 4000)
    assert (cnn.prompt, cnn.answer_tokens) == ("", 0)
    usual, _ = TrainingChoice(None, None, 0, 0, 0, 0, "cpu").specs(paths)
    assert usual == usual_spec(paths[0])
