"""How to train stands in the address and, where it is not as usual, in a line by Start."""

from collections.abc import Callable, Mapping

import pytest
from streamlit.testing.v1 import AppTest

from core.errors import BadInput
from pages.ui.evaluate.settings import in_words, settings_of_one, taken
from pages.ui.evaluate.training import TrainingChoice

Open = Callable[[str], AppTest]
CHANGED: Mapping[str, float] = {
    "evaluate-train-limit": 200,
    "evaluate-limit": 50,
    "evaluate-trainings": 3,
    "evaluate-draws": 2,
    "evaluate-epochs": 2,
    "evaluate-rate": 1e-5,
    "evaluate-train-seed": 4,
    "evaluate-seed": 7,
}
SAID = {
    "train-limit": "200",
    "limit": "50",
    "trainings": "3",
    "draws": "2",
    "epochs": "2",
    "rate": "1e-05",
    "train-seed": "4",
    "seed": "7",
    "recipe": "talman",
    "precision": "exact",
    "weighted": "1",
}
ENDPOINT = "endpoint:http://127.0.0.1:9/v1#deep"


def by_link(open_page: Open, query: Mapping[str, object]) -> AppTest:
    page = open_page("evaluate")
    page.query_params.clear()
    page.query_params.update(query)  # type: ignore[arg-type]
    return page.run()


def settings(page: AppTest) -> dict[str, object]:
    return {name: value for name, value in page.query_params.items() if name in {*SAID, "prompt", "tokens"}}


def test_how_to_train_is_there_again_on_a_reload(open_page: Open) -> None:
    page = open_page("evaluate")
    assert not settings(page)
    for key, value in CHANGED.items():
        page.number_input(key=key).set_value(value)
    page.selectbox(key="evaluate-recipe").set_value("talman")
    page.selectbox(key="evaluate-precision").set_value("exact")
    page.checkbox(key="evaluate-class-weights").set_value(True).run()
    assert settings(page) == SAID
    again = by_link(open_page, dict(page.query_params))
    assert {key: again.number_input(key=key).value for key in CHANGED} == CHANGED
    assert (
        again.selectbox(key="evaluate-recipe").value == "talman" and again.checkbox(key="evaluate-class-weights").value
    )
    assert settings(again) == SAID and not again.exception and not again.warning
    plain = {name: value for name, value in again.query_params.items() if name not in SAID}
    assert not settings(by_link(open_page, plain))


def test_what_limits_a_run_stands_by_start(open_page: Open) -> None:
    page = open_page("evaluate")
    assert not any("at most" in caption.value for caption in page.caption)
    page.number_input(key="evaluate-train-limit").set_value(200)
    page.number_input(key="evaluate-limit").set_value(50).run()
    wanted = "Changed settings: test on at most 50 samples, train on at most 200 samples."
    assert any(wanted in caption.value.replace("\\", "") for caption in page.caption)


def test_every_setting_has_its_words() -> None:
    usual = TrainingChoice(None, None, 0, 0, 0, None, "auto")
    assert in_words(usual) == ""
    other = TrainingChoice(1, 1e-5, 0, 0, 2, 3, "cpu", "talman", True, "exact", 5, 2, "{text}?", 4000)
    assert in_words(other) == (
        "Changed settings: 5 trainings of each model, 2 draws per sample, "
        "the recipe “Talman et al.: 3 epochs at 2e-5”, 1 epoch, "
        "the learning rate 1e-05, the training seed 3, the perturbation seed 2, the device cpu, "
        "the precision exact, classes weighted equally, your own prompt for endpoints, "
        "at most 4,000 tokens in an answer."
    )


def test_a_grid_has_its_own_rates_and_epochs_and_says_so(open_page: Open) -> None:
    other = TrainingChoice(2, 1e-3, 0, 0, 0, 0, "auto", "romero")
    usual = TrainingChoice(None, None, 0, 0, 0, 0, "auto", "romero")
    (minilm, cnn), (as_usual, _) = other.specs(["minilm", "cnn"]), usual.specs(["minilm", "cnn"])
    assert minilm == as_usual and (cnn.epochs, cnn.learning_rate) == (2, 1e-3)
    assert usual.passed_over(["minilm"]) == other.passed_over(["cnn"]) == ""
    page = open_page("evaluate")
    page.multiselect(key="evaluate-models").set_value(["minilm", "cnn"])
    page.selectbox(key="evaluate-recipe").set_value("romero")
    page.number_input(key="evaluate-epochs").set_value(2).run()
    said = "MiniLM tries the recipe's learning rates and epochs. The values set here don't apply to it."
    assert any(said in caption.value.replace("\\", "") for caption in page.caption)


def test_what_endpoints_are_asked_is_in_the_address_only_while_one_is_asked(open_page: Open) -> None:
    page = by_link(open_page, {"models": ENDPOINT, "prompt": "{text}?", "tokens": "900"})
    assert page.text_area(key="evaluate-prompt").value == "{text}?" and not page.warning
    assert settings(page) == {"prompt": "{text}?", "tokens": "900"}
    page.multiselect(key="evaluate-models").set_value(["cnn"]).run()
    assert not settings(page)


@pytest.mark.parametrize("name", ["trainings", "epochs", "rate", "limit", "recipe", "device", "precision", "tokens"])
def test_an_address_that_asks_for_what_cant_be_changes_nothing(open_page: Open, name: str) -> None:
    with pytest.raises(BadInput, match=f"Invalid {name} in the page address: '-1'"):
        taken(settings_of_one(), {name: "-1"})
    page = by_link(open_page, {"dataset": "demo-sentiment", name: "-1"})
    assert page.warning and not page.exception
    assert page.selectbox(key="evaluate-dataset").value == "demo-questions"


def test_a_gpu_that_is_not_here_is_not_asked_for() -> None:
    assert taken(settings_of_one(), {"device": "cuda"})["evaluate-device"] in ("auto", "cuda")


def test_a_papers_recipe_and_trainings_are_there_again(open_page: Open) -> None:
    query = {"paper": "moradi", "models": "cnn", "limit": "9", "train": "20", "recipe": "talman", "trainings": "2"}
    page = by_link(open_page, query)
    assert page.selectbox(key="paper-recipe").value == "talman"
    assert page.number_input(key="paper-seeds-moradi").value == 2
    assert dict(page.query_params) == query
    page.number_input(key="paper-seeds-moradi").set_value(5).run()  # as the paper did
    assert "trainings" not in page.query_params
