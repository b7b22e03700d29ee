"""The playground without a browser: what it shows, what it keeps in the address, what can be taken along."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.design import Condition
from core.errors import BadInput
from core.perturbations.conditions import parse_condition
from core.perturbations.registry import perturbations
from core.records import DatasetCard, Sample, Task, TextField
from core.rewrite import Piece, Rewrite
from core.severity import Severity, Unit, pps
from data.datasets.stored import save_dataset
from data.hints.server import ENGINES, Advice, NewIssue, advise
from data.workspace import Workspace
from pages.ui.playground.cards import NOTHING, SINCE, STEP, Extras, sheet, with_tags
from pages.ui.playground.recipe import as_commands, as_python
from pages.ui.playground.results import StepResult, results
from pages.ui.shared.diff import inline_html
from pages.ui.shared.perturbation_choice import fit_rows
from pages.ui.shared.view import OURS, View, from_address, handful, middle

Open = Callable[[str], AppTest]
ROOT = Path(__file__).parents[3]
STEPS = (Condition("negation", pps(1)), Condition("word_deletion", pps(2)))
ODD = """It's "odd" — <b>$HOME</b>, `ls` \\ and 'so' on;\nI am not 😀 sure."""


def shown(page: AppTest) -> str:
    return " ".join(html.proto.body for html in page.get("html"))


def test_a_handful_is_shown_at_once_and_a_new_seed_changes_it(open_page: Open) -> None:
    page = open_page("playground")
    assert not page.exception and not page.error
    assert "<ins" in shown(page) and "Negation" in shown(page)
    before = shown(page)
    page.button(key="playground-new-seed").click().run()
    assert page.number_input(key="playground-seed").value == 1
    assert shown(page) != before
    assert page.query_params["seed"] == "1"


def test_all_of_them_at_once(open_page: Open) -> None:
    page = open_page("playground")
    page.button_group(key="playground-sets").set_value("all").run()
    assert not page.exception and not page.error
    assert page.multiselect(key="playground-perturbations").value == [p.name for p in perturbations()]
    assert shown(page).count("<section>") == len(perturbations())
    assert page.button_group(key="playground-sets").value is None  # let go, so that it can be pressed again
    page.button_group(key="playground-sets").set_value("Talman").run()
    assert page.multiselect(key="playground-perturbations").value == ["word_class_removal"]


def test_what_each_does_by_its_papers_rules_stands_beside_ours(open_page: Open) -> None:
    page = open_page("playground")
    page.multiselect(key="playground-perturbations").set_value(["leet_letters", "negation"]).run()
    page.button_group(key="playground-sets").set_value("both rules").run()
    assert not page.exception and not page.error
    chosen = page.multiselect(key="playground-perturbations").value
    assert chosen[:2] == ["leet_letters", "leet_letters.paper"]
    assert "Leet letters (paper rules)" in shown(page) and shown(page).count("<section>") == len(chosen)
    assert "leet_letters.paper@" in str(page.query_params["steps"])


def test_nothing_to_change_is_said_in_words(open_page: Open) -> None:
    page = open_page("playground")
    page.text_area(key="playground-text").set_value("?")
    page.multiselect(key="playground-perturbations").set_value(["negation"]).run()
    assert NOTHING in shown(page)
    page.text_area(key="playground-text").set_value(" ").run()
    assert "Type a text" in page.info[0].value


def test_a_text_is_never_read_as_markup(open_page: Open) -> None:
    page = open_page("playground")
    page.text_area(key="playground-text").set_value("<img src=x> is not <b>here</b>.")
    page.toggle(key="playground-tags").set_value(True).run()
    assert "<img" not in shown(page) and "&lt;img" in shown(page)
    assert "<i>VBZ</i>" in shown(page)


def test_the_address_says_what_is_shown_and_brings_it_back(workspace: Workspace, open_page: Open) -> None:
    page = open_page("playground")
    page.text_area(key="playground-text").set_value("The dog is here.")
    page.multiselect(key="playground-perturbations").set_value(["word_deletion", "negation"]).run()
    asked = dict(page.query_params)
    assert asked == {"text": "The dog is here.", "steps": "word_deletion@2,negation@2"}
    view = from_address(asked)
    assert view == View("The dog is here.", (Condition("word_deletion", pps(2)), Condition("negation", pps(2))))


def test_severities_that_no_paper_uses_are_written_out(open_page: Open) -> None:
    page = open_page("playground")
    page.multiselect(key="playground-perturbations").set_value(["negation"])
    page.text_input(key="playground-severities-written").set_value(" keyboard@7 , word class removal@NOUN+VERB,").run()
    assert page.query_params["steps"] == "negation@2,keyboard@7,word_class_removal@NOUN+VERB"
    assert "7 % of characters" in shown(page)
    page.text_input(key="playground-severities-written").set_value("negation@9").run()
    assert "negation can't have the severity 9; give pps: 1, 2, 3 or 4" in page.warning[0].value


def test_steps_that_rows_can_not_say_come_back_in_writing(open_page: Open) -> None:
    assert fit_rows(parse_condition("negation@1,word_deletion@1,keyboard@5,keyboard@10").steps)
    assert not fit_rows(parse_condition("keyboard@5,negation@1,keyboard@10").steps)
    assert not fit_rows(parse_condition("keyboard@5,ocr@10").steps)
    page = open_page("start")
    page.query_params["steps"] = "keyboard@5,negation@1,keyboard@10"
    page.switch_page("pages/playground.py").run()
    assert page.query_params["steps"] == "keyboard@5,negation@1,keyboard@10"
    assert page.multiselect(key="playground-perturbations").value == []


def test_going_back_takes_back_what_was_chosen_last(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    page = open_page("playground")
    page.multiselect(key="playground-perturbations").set_value(["negation", "keyboard"]).run()
    before = dict(page.query_params)
    page.button_group(key="playground-severities-pps-1-2-3-4").set_value([pps(4)]).run()
    page.text_area(key="playground-text").set_value("The dog is here.").run()
    assert page.query_params["steps"] == "negation@4,keyboard@5"
    monkeypatch.setattr("pages.ui.shared.address.gone_back", lambda: True)
    page.query_params.clear()
    page.query_params.update(before)
    page.run()
    assert dict(page.query_params) == before and not page.exception
    assert page.button_group(key="playground-severities-pps-1-2-3-4").value == [pps(2)]


def test_what_was_left_is_there_on_coming_back(open_page: Open) -> None:
    page = open_page("playground")
    page.text_area(key="playground-text").set_value("The dog is here.").run()
    page.switch_page("pages/start.py").run()
    page.switch_page("pages/playground.py").run()
    assert page.text_area(key="playground-text").value == "The dog is here."


def test_an_address_that_can_not_be_is_said_and_ours_is_shown() -> None:
    assert from_address({}) is None
    assert from_address({"text": "Hello"}) == View("Hello", handful())
    with pytest.raises(BadInput, match="There is no perturbation 'negatoin'"):
        from_address({"steps": "negatoin@1"})
    with pytest.raises(BadInput, match="Invalid seed in the page address: '-1'; give a whole number"):
        from_address({"seed": "-1"})


def test_a_wrong_address_is_said_in_plain_text(open_page: Open) -> None:
    page = open_page("start")
    page.query_params["steps"] = "[here](http://example.org)@1"
    page.switch_page("pages/playground.py").run()
    assert not page.exception and not page.error
    assert "There is no perturbation '[here](http" in page.text[0].value
    assert "example.org" not in page.warning[0].value
    assert "<ins" in shown(page)


def test_the_view_survives_its_address() -> None:
    steps = tuple(Condition(p.name, severity) for p in perturbations() for severity in p.severities)
    view = View(OURS, steps, 7, True)
    assert from_address(view.address) == view
    long = View("a" * 5000, STEPS)
    assert "text" not in long.address


def test_in_a_chain_each_step_starts_from_what_the_last_one_made() -> None:
    view = View(OURS, STEPS, 3, chained=True)
    first, second = results(view)
    assert first.rewrite and second.rewrite
    assert first.rewrite.source == second.rewrite.source == view.text
    alone = results(View(view.text, STEPS, 3))
    assert first == alone[0]
    own = second.own
    assert own and own.source == first.rewrite.perturbed and own.perturbed == second.rewrite.perturbed
    told = sheet([second], Extras(chained=True))
    assert inline_html(own) in told and inline_html(second.rewrite) not in told  # marks and counts are this step's
    assert f"<b>{STEP}</b><span>{len(own.edits)} <i>edit" in told and SINCE not in told
    whole = {(view.text, second.rewrite.perturbed): Advice(0.5, (), 0)}
    since = f"<b>{SINCE}</b><span><i>similarity</i> 0.50</span><span><i>grammar</i> no new issues</span>"
    assert since in sheet([second], Extras(whole, chained=True))
    assert STEP not in sheet([second], Extras(whole)) and SINCE not in sheet([second], Extras(whole))
    passed = results(
        View("Dog ?", (Condition("word_deletion", pps(1)), Condition("negation", pps(1))), 0, chained=True)
    )
    assert [result.rewrite for result in passed][1:] == [None]


def test_tags_stand_below_their_tokens() -> None:
    assert with_tags([("<b>", "NN")]) == "<span>&lt;b&gt;<i>NN</i></span>"


def test_figures_of_a_reordering_and_of_an_insertion() -> None:
    moved = Rewrite.moved("ab cd", [(0, 2), (3, 5)], [1, 0])
    told = sheet([StepResult(STEPS[0], moved)], Extras(measures=True))
    assert "<i>IDC</i> 0.48" in told  # |0-3|+|1-4|+0+|3-0|+|4-1| = 12 over 5 characters, over 5
    assert "IDC" not in sheet([StepResult(STEPS[0], moved)], Extras())
    inserted = Rewrite.of("He is here.", [Piece(6, 6, "not ")])
    issues = (NewIssue("<is>", "No <verb>."), NewIssue("<is>", "Odd."), NewIssue("here", "Odd."))
    advice = {(inserted.source, inserted.perturbed): Advice(0.838, issues, 1)}
    told = sheet([StepResult(STEPS[0], inserted)], Extras(advice))
    for figure in ("1 <i>edit</i>", "<i>similarity</i> 0.84", "<i>grammar</i> 3 new issues<"):
        assert figure in told
    assert "<summary>“&lt;is&gt;”, “here”</summary><ul><li>No &lt;verb&gt;.</li><li>Odd.</li></ul>" in told  # each once


def test_a_measure_without_a_value_is_left_out() -> None:
    inserted = Rewrite.of("He is here.", [Piece(6, 6, "not ")])
    unknown = {(inserted.source, inserted.perturbed): Advice(float("nan"), None, 0)}
    told = sheet([StepResult(STEPS[0], inserted)], Extras(unknown, measures=True))
    assert "1 <i>edit</i>" in told
    for measure in ("IDC", "DND", "similarity", "grammar", "–"):
        assert measure not in told


def test_a_text_that_is_too_long_is_cut_and_the_page_says_so(open_page: Open) -> None:
    page = open_page("playground")
    page.multiselect(key="playground-perturbations").set_value(["word_repetition"])
    page.text_area(key="playground-text").set_value("dog " * 2500).run()
    assert not page.warning
    page.text_area(key="playground-text").set_value("dog " * 2500 + "cat").run()
    assert "This text has 10,003 characters. Only the first 10,000 are used here" in page.warning[0].value
    assert "dog" in shown(page) and "cat" not in shown(page)


def test_entity_tags_follow_the_rewrite(workspace: Workspace, open_page: Open) -> None:
    fields = (TextField("text", "Ann lives in New York ."),)
    sample = Sample("people", "test", fields, "", tags=("B-PER", "O", "O", "B-LOC", "I-LOC", "O"))
    save_dataset(workspace, DatasetCard("people", Task.TAGGING, ("PER", "LOC"), ("text",), {}), [sample])
    page = open_page("playground")
    page.multiselect(key="playground-perturbations").set_value(["word_deletion"])
    page.button(key="use-text").click().run()
    assert page.text_area(key="playground-text").value == "Ann lives in New York ."
    assert "B-LOC" in shown(page) or "B-PER" in shown(page)
    page.text_area(key="playground-text").set_value("Ann lives in New Orleans .").run()
    assert "B-" not in shown(page)


@pytest.mark.parametrize("chained", [False, True])
@pytest.mark.parametrize("text", [OURS, ODD])
def test_the_python_script_prints_what_is_shown(text: str, chained: bool) -> None:
    view = View(text, STEPS, 5, chained)
    ran = subprocess.run([sys.executable, "-c", as_python(view)], cwd=ROOT, capture_output=True, timeout=60)
    assert ran.returncode == 0, ran.stderr.decode()
    made = [result.rewrite.perturbed if result.rewrite else "not applicable" for result in results(view)]
    expected = [(Condition.chain(STEPS), made[-1])] if chained else list(zip(STEPS, made, strict=True))
    assert ran.stdout.decode() == "".join(f"{condition.spelled}\t{text}\n" for condition, text in expected)


@pytest.mark.parametrize("chained", [False, True])
def test_the_commands_print_what_is_shown(chained: bool, tmp_path: Path) -> None:
    view = View(ODD, STEPS, 5, chained)
    script = as_commands(view).replace("python cli.py", f"{sys.executable} {ROOT / 'cli.py'}")
    ran = subprocess.run(["bash", "-e", "-c", script], cwd=tmp_path, capture_output=True, timeout=120)
    assert ran.returncode == 0, ran.stderr.decode()
    made = [json.loads(line)["perturbed"] for line in ran.stdout.decode().splitlines()]
    seen = [result.rewrite.perturbed if result.rewrite else ODD for result in results(view)]
    assert made == (seen[-1:] if chained else seen)


@pytest.mark.slow
def test_hints_follow_what_is_shown_and_say_who_speaks(open_page: Open) -> None:
    page = open_page("playground")
    page.toggle(key="playground-hints").set_value(True).run()
    assert "<i>similarity</i> 0." in shown(page) and "<i>grammar</i>" in shown(page)
    assert any("grammar: " in caption.value for caption in page.caption)
    page.button(key="playground-new-seed").click().run()
    assert "<i>similarity</i> 0." in shown(page)
    ENGINES.close()


@pytest.mark.slow
def test_hints_come_from_a_process_of_their_own() -> None:
    had_torch = "torch" in sys.modules
    rewrites = [Rewrite.of("He is here.", [Piece(6, 6, "not ")]), Rewrite.of("He is here.", [Piece(3, 5, "are")])]
    try:
        advice, engines = advise(rewrites)
        assert [0 < one.similarity < 1 for one in advice] == [True, True]
        assert [len(one.added or ()) for one in advice] == [0, 1]
        assert [issue.words for issue in advice[1].added or ()] == ["are"]
        assert "similarity" in engines
        assert advise([])[0] == []
        assert ("torch" in sys.modules) == had_torch
        ENGINES.close()
        ((again,), _) = advise(rewrites[:1])  # started again; alone in its batch the last digits differ
        assert again.similarity == pytest.approx(advice[0].similarity, abs=1e-5)
        assert again.added == advice[0].added
    finally:
        ENGINES.close()


def test_every_middle_is_one_of_the_papers() -> None:
    assert all(middle(p) in p.severities for p in perturbations())
    assert Severity(Unit.PPS, 2) == middle(next(p for p in perturbations() if p.name == "negation"))
    assert parse_condition("negation@1").steps[0] == STEPS[0]


def test_a_text_is_found_by_its_words_or_drawn(workspace: Workspace, open_page: Open) -> None:
    texts = ("One red door.", "A blue house.", "Two RED doors.")
    samples = [Sample("toy", "test", (TextField("text", text),), "a") for text in texts]
    save_dataset(workspace, DatasetCard("toy", Task.CLASSIFICATION, ("a",), ("text",), ()), samples)
    page = open_page("playground")
    page.text_input(key="playground-words-toy-test").set_value("red").run()
    (row,) = (one for one in page.number_input if one.label == "Text found (of 2)")
    row.set_value(2).run()
    page.button(key="use-text").click().run()
    assert page.text_area(key="playground-text").value == "Two RED doors."
    next(one for one in page.button if one.label == "Random").click().run()
    assert not page.exception and page.button(key="use-text")
    page.text_input(key="playground-words-toy-test").set_value("green").run()
    assert any(caption.value == "No text was found." for caption in page.caption)
