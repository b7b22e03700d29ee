"""What a participant answered stays, or they hear that it does not."""

from dataclasses import replace

import pytest

from data.study.study import Study
from tests.data.study.study_data import new_study, small_design
from tests.e2e.conftest import App, Tab
from tests.e2e.study.steps import begin, come, count, judge, paper, saved

pytestmark = pytest.mark.e2e


@pytest.fixture
def study(app: App) -> Study:
    return paper(app.workspace)


def test_whoever_went_back_is_not_led_to_an_answer_that_stands(app: App, tab: Tab, study: Study) -> None:
    come(tab, app, study.invite(1)[0].token)
    begin(tab)
    judge(tab)
    judge(tab)
    tab.page.get_by_role("button", name="Back").click()
    assert count(tab) == "Text 2 of 12 · part 1 of 2"
    assert tab.page.get_by_role("button", name="Back").count() == 0
    judge(tab, 2)
    assert count(tab) == "Text 3 of 12 · part 1 of 2"
    saved(tab)
    assert [one.answers["understood"] for one in study.answers()] == [0, 1]


def test_what_can_not_be_taken_stays_in_its_field_with_the_reason(app: App, tab: Tab) -> None:
    design = replace(small_design(participants=1, each=1, k=1), opening=small_design().closing, instructions="")
    study = new_study(app.workspace, replace(design, closing=()))
    come(tab, app, study.invite(1)[0].token)
    tab.page.get_by_role("button", name="I agree, begin").click()
    box = tab.page.get_by_role("textbox")
    box.evaluate("box => box.removeAttribute('maxlength')", timeout=30_000)  # as a browser's extension may
    box.fill("ü" * 2001)
    tab.page.get_by_role("button", name="Next").click()
    tab.page.get_by_text("shorten it to 2,000").first.wait_for(timeout=20_000)
    assert box.input_value() == "ü" * 2001
    box.fill("ü" * 2000)
    tab.page.get_by_role("button", name="Next").click()
    tab.page.get_by_role("heading", name="First").wait_for()
    saved(tab)
    assert [one.responses for one in study.responses()] == [{"comment": "ü" * 2000}]
