"""Samples: all that was said of one text, found by its words, its flips or a link."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core.errors import BadInput
from data.flips.samples import SampleFlips, answered_sample, samples_by_flips
from data.workspace import Workspace
from pages.ui.samples.answers import left_alone
from pages.ui.samples.choice import spoken
from tests.pages.heatmaps.finished_run import RUN, four_severities, write_run
from tests.pages.heatmaps.views import show

BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]  # samples 1 and 2 flip, 3 could not be perturbed


def shown(app: AppTest) -> str:
    return " ".join(html.proto.body for html in app.get("html"))


def test_samples_that_changed_the_most_minds_come_first(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, four_severities("negation"))
    found = samples_by_flips(workspace, RUN)
    # two models and four severities: eight predictions of each sample that could be perturbed
    assert [(s.id, s.flips, s.n) for s in found[:2]] == [("sample-1", 8, 8), ("sample-2", 8, 8)]
    assert {(s.id, s.flips, s.n) for s in found[2:]} == {("sample-0", 0, 8), ("sample-3", 0, 0), ("sample-4", 0, 8)}
    assert found[0].text == "What is thing 1?" and found[0].gold == "thing"


def test_a_sample_has_every_condition_with_every_models_answer(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, four_severities("negation"))
    sample = answered_sample(workspace, RUN, "sample-1")
    assert dict(sample.texts) == {"text": "What is thing 1?"} and sample.gold == "thing"
    assert {model: a.label for model, a in sample.answers.items()} == {"MiniLM": "thing", "CNN": "thing"}
    assert len(sample.variants) == 4 and all(sample.flipped(v) for v in sample.variants)
    first = sample.variants[0]
    assert first.rewrites[0].rewrite.perturbed == "What is not thing 1?"
    assert (first.answers["CNN"].label, first.answers["CNN"].probability) == ("place", 0.7)
    untouched = answered_sample(workspace, RUN, "sample-3")
    assert not any(v.answers or v.rewrites for v in untouched.variants)
    with pytest.raises(BadInput, match="no sample 'sample-9'"):
        answered_sample(workspace, RUN, "sample-9")


def test_without_a_run_the_page_says_how_to_get_one(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("samples")
    assert not app.exception and "Evaluate models" in app.info[0].value


def test_a_sample_is_found_by_its_words_and_shows_what_turned(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER)
    app = open_page("samples")
    assert not app.exception
    assert "CNN <b>thing → place</b> ✗ <span>0.70</span>" in shown(app) and "<ins>" in shown(app)
    app.text_input(key="samples-words").set_value("THING 4").run()
    assert "CNN <b>place</b>" in shown(app) and "→" not in shown(app)
    app.segmented_control(key="samples-shown").set_value("Flipped only").run()
    assert "No prediction flipped" in app.info[0].value
    app.text_input(key="samples-words").set_value("nowhere").run()
    assert "No sample of this run has these words" in app.info[0].value


def test_what_changed_nothing_is_named_with_its_severity(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, four_severities("negation"))
    said = left_alone(answered_sample(workspace, RUN, "sample-3"))
    assert said.startswith(" Nothing to change, or not predicted yet: negation, PPS 1; negation, PPS 2;")
    assert left_alone(answered_sample(workspace, RUN, "sample-1")) == ""


def test_a_link_from_a_flip_opens_its_sample(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, AFTER)
    app = open_page("heatmaps")
    app.query_params.update({"view": "Heatmap", "perturbation": "negation@pps-2", "model": "CNN"})
    show(app, "Heatmap")
    links = [link.proto.query_string for link in app.get("page_link") if "samples" in link.proto.page]
    assert len(links) == 2 and all(f"run={RUN}" in link and "sample=sample-" in link for link in links)
    app.query_params.clear()
    app.query_params.update({"run": RUN, "sample": "sample-3"})
    app.switch_page("pages/samples.py").run()
    assert not app.exception
    assert app.selectbox(key=f"samples-sample-{RUN}-").value == "sample-3"
    assert "Nothing could be changed in this sample" in app.info[0].value


def test_a_sample_of_several_lines_is_named_on_one() -> None:
    sample = SampleFlips("0123456789", "Who is it ?\nIs it you?\t", "thing", 4800, 10800)
    assert spoken(sample) == "Who is it ? Is it you? · 4,800 of 10,800 flipped · 012345"
