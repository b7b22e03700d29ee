"""Evaluate, a whole paper: the plan before anything is started, models that stand in, and one button for all of it."""

import time
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core.models.endpoint.prompt import TEMPLATE
from core.models.registry import catalogue
from data.jobs.jobs import cancel, jobs
from data.workspace import Workspace
from pages.ui.evaluate.whole_paper import EvaluationScope
from tests.data.plans.plan_data import paper_data

Open = Callable[[str], AppTest]


@pytest.fixture(autouse=True)
def no_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that no hub answers, whatever the real one does."""
    monkeypatch.setattr("data.models.hub.HUB_SECONDS", 0.0)


def whole(page: AppTest) -> AppTest:
    page.segmented_control(key="evaluate-what").set_value(EvaluationScope.PAPER)
    return page.run()


def said(page: AppTest) -> str:
    kinds = (page.markdown, page.caption, page.info)
    shown = "\n".join(element.value for kind in kinds for element in kind).replace("\\", "")
    return shown + "\n".join(element.proto.body for element in page.get("html"))


def test_the_plan_stands_there_before_anything_is_started(workspace: Workspace, open_page: Open) -> None:
    paper_data(workspace, "cola")
    page = whole(open_page("evaluate"))
    assert not page.exception
    assert "distilbert/distilbert-base-cased: the model is not on this machine" in said(page)
    assert "Can't start: see what is missing above" in said(page) and page.button(key="paper-start").disabled
    page.button(key="paper-models-ours").click().run()
    at_hand = [entry.name for entry in catalogue() if entry.at_first]
    assert page.multiselect(key="paper-models-romero").value == at_hand
    shown = said(page)
    assert "GC: cola" in shown and "not on this machine" not in shown
    assert "SA: the data set sst2 is not in the workspace" in shown
    assert page.button(key="paper-load-sst2").disabled  # no hub answers
    assert page.button(key="paper-start").label == "Start runs on 1 of 5 data sets"
    page.multiselect(key="paper-models-romero").set_value([]).run()
    assert "Choose at least one model" in said(page)


def test_going_from_one_to_the_other_and_back_asks_the_address_for_nothing_odd(open_page: Open) -> None:
    page = open_page("evaluate")
    assert "train" in page.query_params
    whole(page)
    assert not page.warning and "paper" in page.query_params
    page.segmented_control(key="evaluate-what").set_value(EvaluationScope.ONE)
    page.run()
    assert not page.warning
    assert page.multiselect(key="evaluate-models").value == [e.name for e in catalogue() if e.at_first]


def test_another_paper_has_models_of_its_own(open_page: Open) -> None:
    page = whole(open_page("evaluate"))
    page.session_state["paper-key"] = "moradi"
    page.run()
    assert "elmo: give the folder" in said(page)
    assert page.number_input(key="paper-seeds-moradi").value == 5
    page.number_input(key="paper-seeds-moradi").set_value(1).run()
    assert "trained each model 5 times; here, each model is trained once" in said(page)


def test_what_is_chosen_for_a_paper_and_for_one_data_set_stays_apart(open_page: Open) -> None:
    page = open_page("evaluate")
    page.multiselect(key="evaluate-models").set_value(["cnn"]).run()
    whole(page).multiselect(key="paper-models-romero").set_value(["minilm"]).run()
    page.number_input(key="paper-limit").set_value(7).run()
    page.segmented_control(key="evaluate-what").set_value(EvaluationScope.ONE).run()
    assert page.multiselect(key="evaluate-models").value == ["cnn"]
    whole(page)
    assert page.multiselect(key="paper-models-romero").value == ["minilm"]
    assert page.number_input(key="paper-limit").value == 7


def test_an_endpoint_in_a_papers_models_is_asked_what_people_say(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests = []
    monkeypatch.setattr("pages.ui.evaluate.whole_paper.draw_plan", requests.append)
    page = whole(open_page("evaluate"))
    assert "paper-prompt" not in [area.key for area in page.text_area]
    page.multiselect(key="paper-models-romero").set_value(["endpoint:http://127.0.0.1:9/v1#small"]).run()
    assert page.text_area(key="paper-prompt").value == TEMPLATE
    page.text_area(key="paper-prompt").set_value("Good or bad? {text}").run()
    page.number_input(key="paper-tokens").set_value(900).run()
    assert (requests[-1].prompt, requests[-1].answer_tokens) == ("Good or bad? {text}", 900)
    assert "will run on the CPU" not in said(page)


def test_a_link_to_a_paper_opens_its_plan_also_for_whoever_looked_at_one_data_set(open_page: Open) -> None:
    page = open_page("evaluate")
    page.query_params.clear()
    page.query_params.update({"paper": "moradi", "models": "cnn", "limit": "9", "rules": "ours"})
    page.run()
    assert not page.exception
    assert page.multiselect(key="paper-models-moradi").value == ["cnn"]
    assert page.number_input(key="paper-limit").value == 9
    assert "Our rules" in said(page)


def test_going_back_shows_the_form_that_was_there(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    page = open_page("evaluate")
    one = dict(page.query_params)
    paper = dict(whole(page).query_params)
    page.segmented_control(key="evaluate-what").set_value(EvaluationScope.ONE).run()
    monkeypatch.setattr("pages.ui.shared.address.gone_back", lambda: True)
    for address, what in ((paper, EvaluationScope.PAPER), (one, EvaluationScope.ONE)):
        page.query_params.clear()
        page.query_params.update(address)
        assert page.run().segmented_control(key="evaluate-what").value == what
        assert dict(page.query_params) == address and not page.warning


def test_a_link_to_one_data_set_opens_it_also_for_whoever_looked_at_a_paper(open_page: Open) -> None:
    page = whole(open_page("evaluate"))
    page.query_params.clear()
    page.query_params.update({"dataset": "demo-sentiment"})
    page.run()
    assert page.selectbox(key="evaluate-dataset").value == "demo-sentiment" and not page.warning


@pytest.mark.slow
def test_one_button_queues_a_job_for_each_data_set_and_not_twice(workspace: Workspace, open_page: Open) -> None:
    paper_data(workspace, "cola", "sst2")
    page = whole(open_page("evaluate"))
    page.multiselect(key="paper-models-romero").set_value(["cnn"])
    page.number_input(key="paper-limit").set_value(3)
    page.number_input(key="paper-train-limit").set_value(20).run()
    page.button(key="paper-start").click().run()
    assert not page.exception
    started = jobs(workspace)
    assert sorted(job.title for job in started) == ["Romero 2023 on cola: CNN", "Romero 2023 on sst2: CNN"]
    assert page.button(key="paper-start").disabled and "under way" in said(page)
    for job in started:
        cancel(workspace, job.id)
    began = time.monotonic()
    while not all(job.ended for job in jobs(workspace)):
        assert time.monotonic() - began < 60
        time.sleep(0.1)
    assert page.run().button(key="paper-start").label == "Start runs on 2 of 5 data sets"
