"""Predictions in the playground without a browser: a model is chosen, flips are marked, a search finds one."""

import shutil
from collections.abc import Callable, Iterator

import pytest
from streamlit.testing.v1 import AppTest

from core.flip_search import FlipSearch
from core.models.predictor import Labelled
from data.jobs.job import run_inline
from data.runs.model_process import model_process
from data.runs.stored_models import stored_models
from data.workspace import Workspace
from pages.ui.playground.verdict import Verdicts
from tests.data.runs.run_data import asked, reviews

Open = Callable[[str], AppTest]
TEXT = "a great book with a dull end"


def shown(page: AppTest) -> str:
    return " ".join(html.proto.body for html in page.get("html"))


def test_a_flip_is_said_in_a_word_and_a_sign_with_how_sure_the_model_was() -> None:
    said = {"a": Labelled("good", (0.1, 0.9)), "b": Labelled("bad", (0.75, 0.25)), "c": Labelled("good", (0.4, 0.6))}
    verdicts = Verdicts("<b>", "a", ("bad", "good"), said)
    assert verdicts.flips("b") and not verdicts.flips("c") and not verdicts.flips("not asked")
    assert "&lt;b&gt; says of the text: <b>good</b> 0.90" in verdicts.original_html()
    flipped = verdicts.html("b")
    assert "⇄ flips" in flipped and "good 0.90 → <b>bad</b> 0.75" in flipped
    assert "probability of good: 0.90, then 0.25" in flipped and "width:25%" in flipped and "left:90%" in flipped
    assert "= stays" in verdicts.html("c") and "good 0.90 → 0.60" in verdicts.html("c")
    assert "stays" not in verdicts.html("not asked")


def test_a_model_without_probabilities_shows_its_labels_alone() -> None:
    said = {"a": Labelled("good", ()), "b": Labelled("(no label)", ()), "c": Labelled("good", ())}
    verdicts = Verdicts("chat", "a", ("bad", "good"), said)
    assert "good  → <b>(no label)</b>" in verdicts.html("b") and "fl-meter" not in verdicts.html("b")
    assert "→" not in verdicts.html("c")


def test_without_a_model_one_sentence_leads_to_evaluate(open_page: Open) -> None:
    page = open_page("playground")
    [link] = [link for link in page.get("page_link") if "Evaluate" in link.proto.label]
    assert link.proto.label == "Train a model on Evaluate to see its predictions here"
    assert (
        not [box for box in page.selectbox if box.label == "Model"]
        and "fl-said" not in shown(page).split("</style>")[-1]
    )


def searched(page: AppTest) -> FlipSearch:
    """What a search finds; a browser runs its fragment by itself."""
    page.button(key="playground-find").click().run(timeout=60)
    for _ in range(100):
        if page.session_state["playground-search"].over:
            break
        page.run()
    assert not page.exception and not page.error and not page.warning
    found = page.session_state["playground-search"].so_far
    assert isinstance(found, FlipSearch) and found.ended
    return found


@pytest.fixture
def ended() -> Iterator[None]:
    yield
    model_process(False).close()


def test_a_model_is_asked_searched_and_missed_when_it_is_gone(
    workspace: Workspace, open_page: Open, ended: None
) -> None:
    reviews(workspace)
    run_inline(workspace, "evaluate", "Reviews", asked().arguments())
    [model] = stored_models(workspace)
    page = open_page("playground")
    page.text_area(key="playground-text").set_value(TEXT)
    page.multiselect(key="playground-perturbations").set_value(["word_deletion", "word_repetition"]).run()
    assert "says of the text" not in shown(page)
    page.selectbox(key="playground-model").set_value(model.digest).run()
    assert not page.exception and not page.error and not page.warning
    assert "CNN says of the text: " in shown(page)
    assert shown(page).count("= stays") + shown(page).count("⇄ flips") == 2
    assert any(caption.value.endswith(" the label.") for caption in page.caption)
    search = searched(page)
    assert search.smallest
    assert "The smallest flip found" in shown(page)
    assert f"<i>seed</i> {search.smallest.seed}</span>" in shown(page)
    if search.smallest.seed:
        page.button(key="playground-to-flip").click().run()
        assert page.number_input(key="playground-seed").value == search.smallest.seed
        assert "The smallest flip found" in shown(page) and "⇄ flips" in shown(page)
    page.text_area(key="playground-text").set_value("a dull book").run()
    assert "The smallest flip found" not in shown(page)  # it was of another text
    page.text_area(key="playground-text").set_value(" ").run()
    assert "Type a text" in page.info[0].value and not page.exception
    shutil.rmtree(workspace.models / model.digest)
    page.text_area(key="playground-text").set_value(TEXT).run()
    assert not page.exception and not page.error
    assert [one.value for one in page.toast] == ["The model was removed; choose another."]
    assert "says of the text" not in shown(page)


def test_a_search_without_a_flip_says_what_was_tried(workspace: Workspace, open_page: Open, ended: None) -> None:
    reviews(workspace)
    run_inline(workspace, "evaluate", "Reviews", asked().arguments())
    page = open_page("playground")
    page.text_area(key="playground-text").set_value("lovely lovely lovely lovely lovely")
    page.multiselect(key="playground-perturbations").set_value(["word_repetition"]).run()
    page.selectbox(key="playground-model").set_value(stored_models(workspace)[0].digest).run()
    assert searched(page).smallest is None
    [said] = [info.value for info in page.info]
    assert said.startswith("No flip in 200 draws, ") and said.endswith("Choose more edits, or stronger ones.")
