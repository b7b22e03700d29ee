"""Predictions in the playground without a browser: a model is chosen, flips are marked, a search finds one."""

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from core.design import Condition
from core.flip_search import FlipSearch
from core.models.predictor import Labelled, NumberAnswer, Tagged
from core.records import DatasetCard, Sample, Task, TextField
from core.rewrite import Piece, Rewrite
from core.severity import pps
from data.datasets.stored import save_dataset
from data.flips.answers import is_flip
from data.jobs.job import run_inline
from data.runs.model_process import model_process
from data.runs.stored_models import stored_models
from data.workspace import Workspace
from pages.ui.playground.cards import Extras, sheet
from pages.ui.playground.models import titles
from pages.ui.playground.results import StepResult
from pages.ui.playground.verdict import LEGEND, Verdicts
from tests.data.runs.run_data import CNN, asked, reviews

Open = Callable[[str], AppTest]
TEXT = "a great book with a dull end"


def shown(page: AppTest) -> str:
    return " ".join(html.proto.body for html in page.get("html"))


def to(text: str) -> Rewrite:
    """An edit of "a" that reads so."""
    return Rewrite.of("a", [Piece(0, 1, text)])


def test_a_flip_is_said_in_a_word_and_a_sign_with_how_sure_the_model_was() -> None:
    said = {"a": Labelled("good", (0.1, 0.9)), "b": Labelled("bad", (0.75, 0.25)), "c": Labelled("good", (0.4, 0.6))}
    verdicts = Verdicts("<b>", "a", ("bad", "good"), said)
    assert verdicts.flips(to("b")) and not verdicts.flips(to("c")) and not verdicts.flips(to("not asked"))
    assert "&lt;b&gt; on the original text: <b>good</b> 0.90" in verdicts.original_html()
    flipped = verdicts.html(to("b"))
    assert "⇄ flips: good → <b>bad</b> 0.75<" in flipped and "good 0.90 → 0.25<" in flipped
    assert "probability of good: 0.90 before, 0.25 after" in flipped
    assert "width:25%" in flipped and "left:90%" in flipped
    assert "= stays" in verdicts.html(to("c")) and "good 0.90 → 0.60" in verdicts.html(to("c"))
    assert "stays" not in verdicts.html(to("not asked")) and "fl-who" not in flipped
    assert '<span class="fl-who">&lt;b&gt;</span>' in replace(verdicts, alone=False).html(to("b"))


def test_bars_have_a_legend_where_there_are_any() -> None:
    step = StepResult(Condition("word_deletion", pps(1)), to("b"))
    sure = Verdicts("m", "a", ("bad", "good"), {"a": Labelled("good", (0.1, 0.9)), "b": Labelled("bad", (0.7, 0.3))})
    bare = replace(sure, answers={"a": Labelled("good", ()), "b": Labelled("bad", ())})
    assert sheet([step], Extras(verdicts=(bare, sure))).count(LEGEND) == 1
    assert LEGEND not in sheet([step], Extras(verdicts=(bare,)))


def test_a_model_without_probabilities_shows_its_labels_alone() -> None:
    said = {"a": Labelled("good", ()), "b": Labelled("(no label)", ()), "c": Labelled("good", ())}
    verdicts = Verdicts("chat", "a", ("bad", "good"), said)
    assert "good → <b>(no label)</b>" in verdicts.html(to("b")) and "fl-meter" not in verdicts.html(to("b"))
    assert "→" not in verdicts.html(to("c"))


def test_a_number_flips_by_a_move_and_tags_by_their_entities() -> None:
    said = {"a": NumberAnswer(4.0), "b": NumberAnswer(3.4), "c": NumberAnswer(3.6)}
    numbers = Verdicts("CNN", "a", (), said, lambda _, before, after: abs(before.value - after.value) > 0.5)
    assert "⇄ flips: 4.00 → <b>3.40</b><" in numbers.html(to("b"))
    assert "= stays" in numbers.html(to("c")) and "4.00 → 3.60" in numbers.html(to("c"))
    text = "Ann saw Paris"
    lost, kept = Rewrite.of(text, [Piece(4, 7, "met")]), Rewrite.of(text, [Piece(0, 4, "")])
    tags = {
        text: Tagged(("B-PER", "O", "B-LOC")), lost.perturbed: Tagged(("B-PER", "O", "O")),
        kept.perturbed: Tagged(("O", "B-LOC")),
    }  # fmt: skip
    flips = is_flip(Task.TAGGING, 0.0)
    told = Verdicts("BiLSTM", text, (), tags, lambda rewrite, one, other: flips(rewrite, one.label, other.label))
    assert "Ann PER, Paris LOC" in told.original_html()
    assert "Paris LOC → <b>no entity</b>" in told.html(lost)
    assert "= stays" in told.html(kept)  # an entity that was deleted has not flipped by that


def test_what_a_model_can_not_take_is_one_line_and_has_no_verdicts() -> None:
    told = Verdicts("RTE", "a", (), {}, trouble="RTE reads pairs: type the other text.")
    assert told.original_html() == '<p class="fl-said fl-none">RTE reads pairs: type the other text.</p>'
    assert told.html(to("b")) == "" and not told.flips(to("b"))


def test_without_a_model_one_sentence_leads_to_evaluate(open_page: Open) -> None:
    page = open_page("playground")
    [link] = [link for link in page.get("page_link") if "Evaluate" in link.proto.label]
    assert link.proto.label == "Train a model on Evaluate to see its predictions here"
    assert (
        not [box for box in page.multiselect if box.label == "Models"]
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
    found = page.session_state["playground-search"].by_model[0].so_far
    assert isinstance(found, FlipSearch) and found.ended
    return found


@pytest.fixture(scope="module")
def ended() -> Iterator[None]:
    """The process of the models, which takes seconds to start, is one for all these tests."""
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
    assert "on the original text" not in shown(page)
    page.multiselect(key="playground-models").set_value([model.digest]).run()
    assert not page.exception and not page.error and not page.warning
    assert "CNN on the original text: " in shown(page)
    assert shown(page).count("= stays") + shown(page).count("⇄ flips") == 2
    assert any(re.fullmatch(r"Changed texts: 2 of 2; flips: \d\.", one.value) for one in page.caption)
    search = searched(page)
    assert search.smallest
    assert "The smallest flip" in shown(page)
    assert f"<i>seed</i> {search.smallest.seed}</span>" in shown(page)
    if search.smallest.seed:
        page.button(key=f"playground-to-flip-{model.digest}").click().run()
        assert page.number_input(key="playground-seed").value == search.smallest.seed
        assert "The smallest flip" in shown(page) and "⇄ flips" in shown(page)
    page.text_area(key="playground-text").set_value("a dull book").run()
    assert "The smallest flip" not in shown(page)  # it was of another text
    page.text_area(key="playground-text").set_value(" ").run()
    assert "Type a text" in page.info[0].value and not page.exception
    shutil.rmtree(workspace.models / model.digest)
    page.text_area(key="playground-text").set_value(TEXT).run()
    assert not page.exception and not page.error
    assert [one.value for one in page.toast] == ["A model was removed; choose another."]
    assert "on the original text" not in shown(page)


def test_a_search_without_a_flip_says_what_was_tried(workspace: Workspace, open_page: Open, ended: None) -> None:
    reviews(workspace)
    run_inline(workspace, "evaluate", "Reviews", asked().arguments())
    page = open_page("playground")
    page.text_area(key="playground-text").set_value("lovely lovely lovely lovely lovely")
    page.multiselect(key="playground-perturbations").set_value(["word_repetition"]).run()
    page.multiselect(key="playground-models").set_value([stored_models(workspace)[0].digest]).run()
    assert searched(page).smallest is None
    [said] = [info.value for info in page.info]
    assert said.startswith("No flip in 200 draws, ")
    assert said.endswith(".  \nChoose more perturbations, or higher severities.")


def test_several_models_are_asked_and_searched_and_stand_in_the_address(
    workspace: Workspace, open_page: Open, ended: None
) -> None:
    reviews(workspace)
    run_inline(workspace, "evaluate", "Reviews", asked(CNN, replace(CNN, name="Other", seed=3)).arguments())
    one, other = stored_models(workspace)
    assert titles({"a": one, "b": other}) == {"a": f"{one.name} · reviews", "b": f"{other.name} · reviews"}
    alike = titles({"a": one, "b": replace(one, run=one.run)})["a"]  # the time of the run, and the end of its id
    assert re.fullmatch(rf"{one.name} · reviews · \d+ \w+ \d\d:\d\d · {one.run[-4:]}", alike)
    page = open_page("playground")
    page.text_area(key="playground-text").set_value(TEXT)
    page.multiselect(key="playground-perturbations").set_value(["word_deletion"])
    page.multiselect(key="playground-models").set_value([one.digest, other.digest]).run()
    assert not page.exception and not page.error and not page.warning
    for name in (one.name, other.name):
        assert f"{name} on the original text: " in shown(page) and f'<span class="fl-who">{name}</span>' in shown(page)
    flips = rf"Changed texts: 1 of 1; flips: {one.name} \d, {other.name} \d\."
    assert any(re.fullmatch(flips, caption.value) for caption in page.caption)
    assert page.query_params["models"] == f"{one.digest},{other.digest}"
    searched(page)
    for name in (one.name, other.name):
        assert f"The smallest flip found for {name}" in shown(page)
    page.switch_page("pages/start.py").run()
    page.query_params["models"] = f"{other.digest},gone"
    page.switch_page("pages/playground.py").run()
    assert page.multiselect(key="playground-models").value == [other.digest]
    assert [toast.value for toast in page.toast] == ["A model was removed; choose another."]


def test_a_model_of_pairs_says_what_it_needs_and_reads_both_texts(
    workspace: Workspace, open_page: Open, ended: None
) -> None:
    rows = [("a lovely film", "a fine film", "same"), ("a dull film", "a fine film", "other")] * 12
    samples = (
        Sample("pairs", "train" if n % 3 else "test", (TextField("one", a), TextField("two", b)), label, n)
        for n, (a, b, label) in enumerate(rows)
    )
    card = DatasetCard("pairs", Task.PAIR_CLASSIFICATION, ("same", "other"), ("one", "two"), {})
    save_dataset(workspace, card, samples)
    run_inline(workspace, "evaluate", "Pairs", asked(dataset="pairs").arguments())
    [model] = stored_models(workspace, tuple(Task))
    page = open_page("playground")
    page.multiselect(key="playground-perturbations").set_value(["word_deletion"])
    page.multiselect(key="playground-models").set_value([model.digest]).run()
    assert "CNN reads pairs: type the other text, or choose a pair from a data set." in shown(page)
    page.selectbox(key="playground-dataset").set_value("pairs").run()
    page.button(key="use-two").click().run()
    assert page.text_area(key="playground-text").value == "a fine film"
    assert page.text_area(key="playground-beside").value in ("a lovely film", "a dull film")
    assert page.toggle(key="playground-second").value and page.query_params["second"] == "1"
    assert not page.exception and not page.error and not page.warning
    assert "CNN on the original text: " in shown(page) and "fl-none" not in shown(page).split("</style>")[-1]
