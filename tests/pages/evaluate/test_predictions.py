"""Predictions made elsewhere, brought in on Evaluate."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from data.runs.scores import predictions_of, run_card
from data.workspace import Workspace
from tests.pages.as_read import captions
from tests.pages.heatmaps.finished_run import RUN, write_run

BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]


def test_files_become_another_model_of_a_run(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, [*AFTER[:3], "thing", *AFTER[4:]])
    app = open_page("evaluate")
    assert app.button(key="predictions-import").disabled
    lines = [f"{n},{variant},{label}" for variant in ("original", "negation@2") for n, label in enumerate(BEFORE)]
    content = "\n".join(["row,variant,prediction", *lines]).encode()
    app.file_uploader(key="predictions-files").set_value([("theirs.csv", content, "text/csv")])
    app.text_input(key="predictions-model").set_value("theirs").run()
    app.button(key="predictions-import").click().run()
    assert not app.exception
    assert "theirs: predictions for 1 cell imported." in app.success[0].value
    assert [model.name for model in run_card(workspace, RUN).models] == ["MiniLM", "CNN", "theirs"]
    app.button(key="predictions-import").click().run()
    assert "already" in app.error[0].value


def test_runs_are_named_as_elsewhere_and_a_refusal_names_the_pages_own_switch(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER)
    app = open_page("evaluate")
    assert app.selectbox(key="predictions-run").options == ["questions, by hand · n = 5 · 01 Jan 00:00", "A grid …"]
    app.file_uploader(key="predictions-files").set_value([("theirs.csv", b"row,prediction\n99,thing", "text/csv")])
    app.text_input(key="predictions-model").set_value("theirs").run()
    app.button(key="predictions-import").click().run()
    said = app.error[0].value.replace("\\", "")
    assert said.startswith("1 row matches nothing; switch on “Skip rows that match nothing”, or correct them:")
    assert "--" not in said and "99" in said


def test_original_texts_come_first_and_logits_go_through_softmax(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, [*AFTER[:3], "thing", *AFTER[4:]])
    app = open_page("evaluate")
    lines = [f"{n},{label},3.5,-1" for n, label in enumerate(BEFORE)]
    content = "\n".join(["row,prediction,p_thing,p_place", *lines]).encode()
    app.file_uploader(key="predictions-files").set_value([("theirs.csv", content, "text/csv")])
    app.text_input(key="predictions-model").set_value("theirs").run()
    app.button(key="predictions-import").click().run()
    assert not app.error, app.error[0].value
    assert "theirs: predictions for the original texts imported." in app.success[0].value
    assert any("do not sum to 1 (for example 3.5, -1 of " in caption for caption in captions(app)), captions(app)
    app.checkbox(key="predictions-softmax").check()
    app.text_input(key="predictions-model").set_value("softened").run()
    app.button(key="predictions-import").click().run()
    assert not any("do not sum to 1" in caption.value for caption in app.caption)
    kept = predictions_of(workspace, RUN, "softened", None)["probabilities"].to_pylist()
    assert {round(sum(row), 6) for row in kept} == {1.0}
