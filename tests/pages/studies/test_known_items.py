"""Training, attention checks and gold are written in the form of a new study, and what is typed stays."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from curation.study.design import StudyPart
from pages.ui.studies.design.draft import DRAFT
from tests.pages.studies.test_studies_page import button

Open = Callable[[str], AppTest]


def part(app: AppTest, number: int = 0) -> StudyPart:
    found: StudyPart = app.session_state[DRAFT].parts[number]
    return found


def field(app: AppTest, label: str, at: int = 0) -> AppTest:
    return [one for one in (*app.text_area, *app.text_input) if one.label == label][at]


def test_a_training_example_is_changed_and_the_part_goes_by_it(open_page: Open) -> None:
    app = open_page("studies")
    app = field(app, "Changed text").set_value("The soop was hot.").run()
    app = field(app, "Feedback after the answer").set_value("Yes: *soop* can be read.").run()
    right = next(one for one in app.selectbox if one.label.startswith("Right answer to"))
    app = right.set_value(1).run()
    assert not app.exception
    first = part(app).training[0]
    assert (first.perturbed, first.feedback, dict(first.right)) == (
        "The soop was hot.", "Yes: *soop* can be read.", {"understood": 1},
    )  # fmt: skip
    assert len(part(app).training) == 2


def test_examples_are_added_and_removed_and_the_others_keep_what_was_typed(open_page: Open) -> None:
    app = open_page("studies")
    app = field(app, "Changed text", 1).set_value("Typed just now.").run()
    app = button(app, "Add an example")
    assert [one.perturbed for one in part(app).training][1:] == ["Typed just now.", ""]
    assert "training example of part 'part1' has no text" in app.warning[0].value.replace("\\", "")
    assert next(one for one in app.button if one.label == "Make the study").disabled
    app = field(app, "Original text", 2).set_value("A third.").run()
    app = field(app, "Changed text", 2).set_value("A thrid.").run()
    assert not app.warning
    app = button(app, "Remove example 1")
    assert [one.perturbed for one in part(app).training] == ["Typed just now.", "A thrid."]
    assert [field(app, "Changed text", n).value for n in range(2)] == ["Typed just now.", "A thrid."]
    assert not app.exception


def test_checks_and_gold_of_ones_own_are_added(open_page: Open) -> None:
    app = open_page("studies")
    items = part(app).items_each
    app = button(app, "Add a check")
    app = button(app, "Add a gold item")
    assert [field(app, "Original text", n).value for n in (2, 3)] == ["", ""]
    for at, text in ((2, "Press yes."), (3, "All of it is the same.")):
        app = field(app, "Original text", at).set_value(text).run()
        app = field(app, "Changed text", at).set_value(text).run()
    shaped = part(app)
    assert [one.perturbed for one in (*shaped.own_checks, *shaped.own_gold)] == ["Press yes.", "All of it is the same."]
    assert shaped.items_each == items + 2
    assert not app.warning and not app.exception


def test_what_a_check_says_can_be_worded_and_needs_its_answers(open_page: Open) -> None:
    app = open_page("studies")
    assert part(app).check_text == ""
    app = field(app, "Text of an attention check").set_value("Please press {answers} now.").run()
    assert part(app).check_text == "Please press {answers} now."
    app = field(app, "Text of an attention check").set_value("Please press something.").run()
    assert "{answers}" in app.warning[0].value.replace("\\", "")
