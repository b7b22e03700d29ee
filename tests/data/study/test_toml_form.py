"""A design as a file: what is written is read again, and what is wrong is said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput
from curation.study.design import KnownItem, Question, StudyDesign, StudyPart, TrainingItem
from curation.study.presets import preset
from curation.study.questionnaires import QUESTIONNAIRES
from data.study.toml_form import design_as_toml, design_of_toml
from tests.data.study.study_data import small_design

WORDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(lambda text: text.strip())


@given(WORDS, WORDS, st.dictionaries(st.just("same"), st.integers(0, 1), min_size=1), st.booleans())
def test_any_text_comes_back_as_it_was(one: str, two: str, right: dict[str, int], label: bool) -> None:
    question = Question("same", one, ("Yes", f"{two} or no"))
    training = (TrainingItem(one, two, right, two),)
    own = (KnownItem(two, one, right, two),)
    part = StudyPart(
        one, two, ("toy/test",), ("keyboard",), (), 3, (question,), two, training=training, show_label=label,
        own_checks=own, own_gold=own * 2, check_text=f"{one} {{answers}}",
    )  # fmt: skip
    design = StudyDesign(one, (part,), 4, 1, two, opening=tuple(QUESTIONNAIRES.values()), thanks=one)
    assert design_of_toml(design_as_toml(design)) == design


def test_the_preset_is_a_design_of_a_thousand_judgements() -> None:
    design = preset("moradi2021", ["trec/test", "sst5/test"])
    assert design_of_toml(design_as_toml(design)) == design
    assert design.participants * sum(part.per_participant for part in design.parts) == 1_000
    assert [len({c.perturbation for c in part.conditions}) for part in design.parts] == [10, 4]
    with pytest.raises(BadInput, match="no preset 'moradi'"):
        preset("moradi", [])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("title", "titel"), "title: it is missing"),
        (("participants = 4", "participants = 4.5"), "participants: 4.5 is not a whole number"),
        (("participants = 4", "participants = 4\nparticipant = 4"), "can't contain 'participant'; remove it"),
        (("show_label = false", "show_label = false\nlable = 1"), r"can't contain 'parts\[1\].lable'"),
        (("participants = 4", "participants = 1"), "can't be judged by 2 of 1 participants"),
        (("participants = 4", "participants = 0"), "A study can't have 0 participants"),
        (("judgements_per_item = 2", "judgements_per_item = 0"), "by 0 of 4 participants"),
        (("per_participant = 4", "per_participant = 0"), "Part 'one' has 0 samples for each"),
        (('data = ["toy/test"]', 'data = ["toy"]'), "Part 'one': 'toy' does not name a split"),
        (('"word_repetition"', '"word_repitition"'), "Part 'one': .*word_repitition"),
        (('"pps-1"', '"pps-9"'), "Part 'one': .*9"),
        (('name = "two"', 'name = "one"'), "The part 'one' appears twice"),
        (('options = ["Yes", "No"]', 'options = ["Yes"]'), "needs at least two options"),
        (("unchanged = 0", "unchanged = 2"), "no option 2"),
        (("right = { same = 0 }", "right = { same = 7 }"), "training example 'A rde door.'"),
        (('consent = "Do you agree?"', 'consent = " "'), "needs a consent text"),
        (('return_url = ""', 'return_url = "javascript:1"'), "is not a web address"),
        (('"A rde door."', '" "'), "A training example of part 'one' has no text"),
        (('check_text = ""', 'check_text = "Press yes."'), "lacks {answers}; write {answers} where"),
        (("checks = 1", "checks = 9"), "too many or too few checks or unchanged texts"),
        (("participants = 4", "participants = "), "This is not TOML"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(change: tuple[str, str], said: str) -> None:
    text = design_as_toml(small_design())
    assert change[0] in text
    with pytest.raises(BadInput, match=said):
        design_of_toml(text.replace(*change))


def test_a_title_that_is_a_date_is_taken_as_it_is_written() -> None:
    text = design_as_toml(small_design())
    assert text.endswith("\n") and not text.startswith("\n") and not text.endswith("\n\n")
    title = next(line for line in text.splitlines() if line.startswith("title ="))
    assert design_of_toml(text.replace(title, "title = 2026-01-01", 1)).title == "2026-01-01"
