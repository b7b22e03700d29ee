"""The forms of Prepare and Evaluate: papers in one choice, groups, what is kept and what the address says."""

from collections.abc import Callable, Mapping

import pytest
from streamlit.testing.v1 import AppTest

from core.design import Condition
from core.errors import BadInput
from core.papers import CLOUATRE, MORADI, PAPERS, ROMERO, TALMAN, ZHANG
from core.perturbations.conditions import parse_condition
from core.perturbations.registry import find, perturbations, under
from core.rules import Rules
from core.severity import Severity, Unit, pps
from pages.ui.shared.address import known, whole
from pages.ui.shared.perturbation_groups import EVERY_ONE, of_group
from pages.ui.shared.presets import Preset, to_curate, to_evaluate

Open = Callable[[str], AppTest]
SWAPS = "shuffle_word@0.5,shuffle_word@1"


def presets(of: tuple[Preset, ...]) -> Mapping[str, Preset]:
    return {preset.paper.short: preset for preset in of}


def lit(page: AppTest, form: str) -> str | None:
    """The paper whose pill is lit."""
    return str(pills(page, "Preset from paper").value) if pills(page, "Preset from paper").value else None


def pills(page: AppTest, label: str) -> object:
    return next(row for row in page.button_group if row.label == label)


def asked(page: AppTest) -> set[str]:
    """The steps that the address names."""
    return set(in_address(page, "steps").split(","))


def in_address(page: AppTest, name: str) -> str:
    """The value of this name; AppTest has it as a list or as it was written."""
    value = page.query_params[name]
    return value if isinstance(value, str) else value[0]


def spelled(steps: tuple[Condition, ...]) -> set[str]:
    return {step.spelled for step in steps}


def test_evaluating_as_a_paper_takes_all_of_it_at_its_severities() -> None:
    steps = presets(to_evaluate(Rules.OURS))
    assert set(steps) == {paper.short for paper in PAPERS.values()}
    assert len(steps[MORADI.short].steps) == 14 * 4
    assert len(steps[TALMAN.short].steps) == 8
    assert {"keyboard@1", "keyboard@5", "keyboard@10", "punctuation@100"} <= spelled(steps[ROMERO.short].steps)
    for paper in PAPERS.values():
        assert {step.perturbation for step in steps[paper.short].steps} == {p.name for p in under(paper, Rules.OURS)}
        assert all(model in steps[paper.short].about for model in paper.models)


def test_curating_as_a_paper_takes_what_may_change_the_label() -> None:
    for preset in (*to_curate(), *to_curate(Rules.OURS)):
        assert all(find(step.perturbation).alters_meaning for step in preset.steps)
    steps = presets(to_curate(Rules.OURS))
    assert len(steps[MORADI.short].steps) == 3 * 4
    assert "200 samples" in steps[MORADI.short].about and "3 of its 14" in steps[MORADI.short].about
    assert spelled(steps[ZHANG.short].steps) == {f"shuffle_word@{p}" for p in ("0.05", "0.1", "0.5", "1")}


def test_the_thesiss_design_is_what_it_prints_and_what_its_program_ran() -> None:
    ours, own = ({p.plain_name for p in under(ROMERO, rules)} for rules in (Rules.OURS, Rules.PAPER))
    assert len(ours) == len(own) == 14
    assert ours - own == {"swap_syn_word_embedding"} and own - ours == {"swap_named_entities"}


@pytest.mark.parametrize("form", ["prepare", "evaluate"])
def test_a_paper_is_one_choice_and_its_pill_says_when_it_holds_no_longer(open_page: Open, form: str) -> None:
    page = open_page(form)
    of = presets(to_curate() if form == "prepare" else to_evaluate())
    assert lit(page, form) == (MORADI.short if form == "prepare" else None)
    pills(page, "Preset from paper").set_value(ROMERO.short).run()  # type: ignore[attr-defined]
    assert lit(page, form) == ROMERO.short
    assert asked(page) == spelled(of[ROMERO.short].steps)
    assert "As in the paper's program" in pills(page, "Preset from paper").proto.help  # type: ignore[attr-defined]
    assert not page.button(key=f"{form}-start").disabled
    page.multiselect(key=f"{form}-perturbations").set_value(["negation"]).run()
    assert lit(page, form) is None
    assert not page.exception and not page.warning


def test_a_papers_own_rules_are_taken_first_and_ours_by_a_switch(open_page: Open) -> None:
    page = open_page("evaluate")
    pills(page, "Preset from paper").set_value(ZHANG.short).run()  # type: ignore[attr-defined]
    assert "butter_fingers.paper@0.5" in asked(page)
    page.toggle(key="evaluate-preset-rules").set_value(False).run()
    assert lit(page, "evaluate") == ZHANG.short and asked(page) == spelled(
        presets(to_evaluate(Rules.OURS))[ZHANG.short].steps
    )
    assert "Our rules" in pills(page, "Preset from paper").proto.help  # type: ignore[attr-defined]
    page.toggle(key="evaluate-preset-rules").set_value(True).run()
    assert asked(page) == spelled(presets(to_evaluate())[ZHANG.short].steps)
    assert not page.exception and not page.warning


def test_a_switch_that_comes_late_when_no_paper_is_lit_changes_nothing(open_page: Open) -> None:
    page = open_page("evaluate")
    pills(page, "Preset from paper").set_value(ZHANG.short).run()  # type: ignore[attr-defined]
    pills(page, "Preset from paper").set_value(None)  # type: ignore[attr-defined]
    page.toggle(key="evaluate-preset-rules").set_value(False).run()
    assert not page.exception
    assert lit(page, "evaluate") == ZHANG.short and "butter_fingers.paper@0.5" in asked(page)


def test_a_pill_that_the_browser_still_thinks_lit_does_not_undo_what_is_chosen_next(open_page: Open) -> None:
    page = open_page("prepare")
    page.multiselect(key="prepare-perturbations").set_value([]).run()
    assert lit(page, "prepare") is None
    page.multiselect(key="prepare-perturbations").set_value(["word_deletion"])
    pills(page, "Preset from paper").set_value(MORADI.short)  # type: ignore[attr-defined]
    page.run()
    assert page.multiselect(key="prepare-perturbations").value == ["word_deletion"]
    assert lit(page, "prepare") is None
    pills(page, "Preset from paper").set_value(MORADI.short).run()  # type: ignore[attr-defined]
    assert lit(page, "prepare") == MORADI.short


def test_an_address_of_a_moment_ago_undoes_nothing(open_page: Open) -> None:
    page = open_page("prepare")
    first = dict(page.query_params)
    page.selectbox(key="prepare-dataset").set_value("demo-sentiment").run()
    page.query_params.clear()
    page.query_params.update(first)  # the browser has not heard of the new one
    page.number_input(key="prepare-seed").set_value(7).run()
    assert page.selectbox(key="prepare-dataset").value == "demo-sentiment"
    assert (in_address(page, "dataset"), in_address(page, "seed")) == ("demo-sentiment", "7")
    page.switch_page("pages/progress.py").run()
    page.switch_page("pages/prepare.py")
    page.query_params.update(first | {"seed": "7"})  # a link from elsewhere
    page.run()
    assert page.selectbox(key="prepare-dataset").value == "demo-questions"


def test_the_papers_lost_values_are_called_ours(open_page: Open) -> None:
    page = open_page("evaluate")
    pills(page, "Preset from paper").set_value(CLOUATRE.short).run()  # type: ignore[attr-defined]
    assert any("Rho values are ours: the paper's own are unavailable." in caption.value for caption in page.caption)


def test_severities_left_out_come_back_with_the_paper(open_page: Open) -> None:
    page = open_page("prepare")
    pills(page, "Perturbations per sample, at most (PPS)").set_value([pps(1)]).run()  # type: ignore[attr-defined]
    assert lit(page, "prepare") is None and len(asked(page)) == 3
    pills(page, "Preset from paper").set_value(MORADI.short).run()  # type: ignore[attr-defined]
    assert lit(page, "prepare") == MORADI.short and len(asked(page)) == 12


def test_groups_are_the_levels_the_papers_and_all() -> None:
    assert len(of_group(EVERY_ONE)) == len(perturbations())
    assert len(of_group("character")) == 17
    assert set(of_group(TALMAN.short)) == {"word_class_removal"}


def test_clear_leaves_nothing_chosen(open_page: Open) -> None:
    page = open_page("evaluate")
    page.button(key="evaluate-perturbations-clear").click().run()
    assert page.multiselect(key="evaluate-perturbations").value == []
    assert "steps" not in page.query_params


def test_prepare_is_as_it_was_left(open_page: Open) -> None:
    page = open_page("prepare")
    page.selectbox(key="prepare-dataset").set_value("demo-sentiment").run()
    page.multiselect(key="prepare-perturbations").set_value(["negation", "word_class_removal"]).run()
    pills(page, "Word class").set_value([Severity(Unit.WORD_CLASS, "NUM")])  # type: ignore[attr-defined]
    page.number_input(key="prepare-limit").set_value(40)
    page.number_input(key="prepare-seed").set_value(7)
    page.selectbox(key="prepare-grammar").set_value("off").run()
    before = dict(page.query_params)
    page.switch_page("pages/progress.py").run()
    page.switch_page("pages/prepare.py").run()
    assert page.selectbox(key="prepare-dataset").value == "demo-sentiment"
    assert page.multiselect(key="prepare-perturbations").value == ["negation", "word_class_removal"]
    assert pills(page, "Word class").value == [Severity(Unit.WORD_CLASS, "NUM")]  # type: ignore[attr-defined]
    assert page.number_input(key="prepare-limit").value == 40
    assert page.number_input(key="prepare-seed").value == 7
    assert page.selectbox(key="prepare-grammar").value == "off"
    assert dict(page.query_params) == before


def test_evaluate_is_as_it_was_left(open_page: Open) -> None:
    page = open_page("evaluate")
    page.multiselect(key="evaluate-models").set_value(["cnn"])
    page.multiselect(key="evaluate-perturbations").set_value(["keyboard"])
    page.selectbox(key="evaluate-Test on-demo-questions").set_value("train")
    page.selectbox(key="evaluate-Train on-demo-questions").set_value("test")
    page.number_input(key="evaluate-epochs").set_value(2).run()
    page.switch_page("pages/progress.py").run()
    page.switch_page("pages/evaluate.py").run()
    assert page.multiselect(key="evaluate-models").value == ["cnn"]
    assert page.multiselect(key="evaluate-perturbations").value == ["keyboard"]
    assert page.selectbox(key="evaluate-Test on-demo-questions").value == "train"
    assert page.selectbox(key="evaluate-Train on-demo-questions").value == "test"
    assert page.number_input(key="evaluate-epochs").value == 2


def by_link(open_page: Open, form: str, **query: str) -> AppTest:
    page = open_page(form)
    for name, value in query.items():
        page.query_params[name] = value
    return page.run()


def test_an_address_is_followed_and_kept_up_to_date(open_page: Open) -> None:
    page = by_link(open_page, "prepare", dataset="demo-sentiment", split="train", steps=SWAPS, limit="50", seed="3")
    assert page.selectbox(key="prepare-dataset").value == "demo-sentiment"
    assert page.selectbox(key="split-demo-sentiment").value == "train"
    assert page.number_input(key="prepare-limit").value == 50
    assert asked(page) == set(SWAPS.split(","))
    page.number_input(key="prepare-seed").set_value(4).run()
    assert in_address(page, "seed") == "4"
    assert page.number_input(key="prepare-seed").value == 4


def test_an_address_of_an_evaluation_is_followed(open_page: Open) -> None:
    models = ["cnn", "untrained:minilm", "elmo:/some folder"]
    steps = "keyboard@7,negation@2"
    page = by_link(open_page, "evaluate", dataset="demo-questions", models=",".join(models), steps=steps)
    assert page.multiselect(key="evaluate-models").value == models
    assert asked(page) == {"keyboard@7", "negation@2"}  # no paper's severity: written out
    assert parse_condition(page.text_input(key="evaluate-severities-written").value.replace(" ", ""))


@pytest.mark.parametrize("form", ["prepare", "evaluate"])
def test_what_was_picked_stays_picked_and_what_was_typed_in_stays_typed_in(open_page: Open, form: str) -> None:
    page = open_page(form)
    page.multiselect(key=f"{form}-perturbations").set_value(["negation", "word_deletion", "keyboard"]).run()
    page.text_input(key=f"{form}-severities-written").set_value("keyboard@7, negation@1").run()
    again = by_link(open_page, form, steps=in_address(page, "steps"))
    assert again.multiselect(key=f"{form}-perturbations").value == ["negation", "word_deletion", "keyboard"]
    assert again.text_input(key=f"{form}-severities-written").value == "keyboard@7"  # the other one is in a row
    assert in_address(again, "steps") == in_address(page, "steps") and not again.exception


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"dataset": "none"}, "Invalid dataset in the page address: 'none'"),
        ({"dataset": "demo-questions", "split": "far"}, "Invalid split in the page address: 'far'"),
        ({"steps": "negatio@1"}, "There is no perturbation 'negatio'"),
        ({"limit": "-4"}, "Invalid limit in the page address: '-4'"),
    ],
)
def test_an_address_that_asks_for_what_does_not_exist_leaves_the_form(
    open_page: Open, query: dict[str, str], said: str
) -> None:
    page = by_link(open_page, "prepare", **query)
    assert any(said in text.value for text in page.text) and page.warning
    assert lit(page, "prepare") == MORADI.short
    page.number_input(key="prepare-seed").set_value(1).run()
    assert not page.warning


def test_values_of_an_address() -> None:
    assert (whole({}, "limit", 5), whole({"limit": "0"}, "limit", 5)) == (0 + 5, 0)
    assert (known({}, "split", ("test",)), known({"split": "test"}, "split", ("test",))) == (None, "test")
    for wrong in ("-1", "1.5", "x", "", "9" * 16, "²"):
        with pytest.raises(BadInput, match="whole number"):
            whole({"limit": wrong}, "limit", 5)
