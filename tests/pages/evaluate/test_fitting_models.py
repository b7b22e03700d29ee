"""Evaluate offers every data set, and says which of the chosen models can't do its task."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from core.records import DatasetCard, Sample, Task, TextField
from data.datasets.stored import save_dataset
from data.workspace import Workspace
from pages.ui.evaluate.form import beyond


def test_a_model_that_cannot_tag_is_named_and_nothing_starts(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    samples = [
        Sample("names", split, (TextField("text", "Ada lives here"),), "", 0, ("B-PER", "O", "O"))
        for split in ("train", "test")
    ]
    save_dataset(workspace, DatasetCard("names", Task.TAGGING, ("O", "B-PER"), ("text",), {}), samples)
    app = open_page("evaluate")
    app.selectbox(key="evaluate-dataset").set_value("names").run()
    assert not app.exception
    assert any("CNN can't tag the words of a text: remove it" in info.value for info in app.info)
    assert app.button(key="evaluate-start").disabled
    app.multiselect(key="evaluate-models").set_value(["minilm", "bilstm"]).run()
    assert not any("can't tag" in info.value for info in app.info)


def test_what_each_kind_of_model_can_do() -> None:
    assert not beyond(["minilm", "cnn", "textrnn", "some/bert"], Task.SIMILARITY)
    chat = "endpoint:http://localhost:1/v1#chat"
    assert beyond([chat], Task.SIMILARITY) == f"{chat} can't give a number for a pair: remove it from the models."
    assert beyond(["cnn", "textrnn", "bilstm"], Task.TAGGING).startswith("CNN, TextRNN can't tag the words")
