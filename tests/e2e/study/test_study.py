"""A participant's way through a study in a real browser: nothing lost, nothing doubled, and a way out."""

import pytest
from playwright.sync_api import Browser

from data.study.study import Study
from tests.e2e.conftest import App, Tab, wait_until
from tests.e2e.study.steps import (
    SCREEN,
    agree,
    answered,
    begin,
    come,
    count,
    describe_oneself,
    judge,
    lines,
    paper,
    saved,
    shown,
    start_part,
)

pytestmark = pytest.mark.e2e


@pytest.fixture
def study(app: App) -> Study:
    return paper(app.workspace)


@pytest.fixture
def token(study: Study) -> str:
    return study.invite(1)[0].token


def test_the_papers_study_from_consent_to_the_completion_code(app: App, tab: Tab, study: Study, token: str) -> None:
    come(tab, app, token)
    kept = "Object.keys(localStorage).filter(name => name.startsWith('flinch-study/')).length"
    assert tab.page.evaluate(kept) == 0
    assert len(lines(study, token)) == 1  # the invitation: nothing is stored before consent
    begin(tab)
    assert count(tab) == "Text 1 of 12 · part 1 of 2"
    for _ in range(6):
        judge(tab)
    assert "You have judged 6 of 12 texts" in shown(tab)
    start_part(tab, "Go on")
    for _ in range(6):
        judge(tab, 3)
    tab.page.get_by_role("textbox").fill("It was <b>fine</b>.")
    tab.page.reload()
    wait_until(lambda: tab.page.get_by_role("textbox").is_visible(), 30, "the questionnaire did not come back")
    assert tab.page.get_by_role("textbox").input_value() == "It was <b>fine</b>."
    tab.page.get_by_role("button", name="Next").click()
    tab.page.get_by_text("C-7").wait_for(timeout=30_000)
    assert tab.page.get_by_role("link", name="Go back").get_attribute("href") == "https://example.org/back"
    done = answered(study, token)
    assert len(done) == len(set(done)) == 12 + 4
    stored = lines(study, token)
    assert len(stored) == len({line["id"] for line in stored})
    assert [line["responses"] for line in stored if line["name"] == "comments"] == [{"comment": "It was <b>fine</b>."}]
    assert all(0 < line["browser_ms"] < 60_000 for line in stored if line["kind"] == "answered")
    assert stored[-1]["kind"] == "finished"


def test_an_option_that_comes_under_a_still_pointer_is_not_tinted(app: App, tab: Tab, study: Study, token: str) -> None:
    come(tab, app, token)
    begin(tab)
    option = tab.page.locator(f"{SCREEN} .option").first
    option.wait_for()
    colour = "one => getComputedStyle(one).backgroundColor"
    plain = option.evaluate(colour)
    place = option.bounding_box()
    assert place
    tab.page.mouse.move(place["x"] + 40, place["y"] + 20)
    tab.page.mouse.move(place["x"] + 60, place["y"] + 22)
    assert option.evaluate(colour) != plain
    tab.page.wait_for_timeout(400)  # a sooner tap counts as not meant
    before = shown(tab)
    tab.page.mouse.down()
    tab.page.mouse.up()
    wait_until(lambda: shown(tab) != before, 10, "the next text did not come")
    assert option.evaluate("one => one.matches(':hover')") and option.evaluate(colour) == plain


def test_a_reload_and_a_second_device_go_on_where_one_stopped(
    app: App, tab: Tab, study: Study, token: str, chromium: Browser
) -> None:
    come(tab, app, token)
    begin(tab)
    judge(tab)
    judge(tab)
    saved(tab)
    third = shown(tab)
    tab.page.reload()
    wait_until(lambda: tab.page.locator(SCREEN).is_visible() and shown(tab) == third, 30, "the reload lost the place")
    other = Tab(chromium.new_context(viewport={"width": 360, "height": 740}).new_page())
    come(other, app, token)
    assert shown(other) == third
    judge(other)
    saved(other)
    judge(tab, 2)  # the same item, on the first device: the first answer stands
    saved(tab)
    other.page.context.close()
    done = answered(study, token)
    assert len(done) == len(set(done)) == 2 + 3


def test_back_shows_the_answer_given_and_changes_it(app: App, tab: Tab, study: Study, token: str) -> None:
    come(tab, app, token)
    begin(tab)
    assert tab.page.get_by_role("button", name="Back").count() == 0
    judge(tab)
    saved(tab)
    tab.page.get_by_role("button", name="Back").click()
    assert count(tab) == "Text 1 of 12 · part 1 of 2"
    assert tab.page.get_by_role("button", name="Back").count() == 0
    assert tab.page.get_by_role("button", name="Yes").get_attribute("aria-pressed") == "true"
    judge(tab, 2)
    assert count(tab) == "Text 2 of 12 · part 1 of 2"
    judge(tab)
    saved(tab)
    assert [one.answers["understood"] for one in study.answers()] == [1, 0]
    for _ in range(4):
        judge(tab)
    assert "You have judged 6 of 12 texts" in shown(tab)
    tab.page.get_by_role("button", name="Back").click()  # from the next part, before it begins
    assert count(tab) == "Text 6 of 12 · part 1 of 2"
    judge(tab, 2)
    assert "You have judged 6 of 12 texts" in shown(tab)
    tab.page.keyboard.press("Enter")  # goes on
    tab.page.get_by_role("button", name="Back").wait_for(state="detached")
    saved(tab)
    assert [one.answers["understood"] for one in study.answers()][-1] == 1


def test_a_killed_app_holds_nobody_up_and_loses_nothing(app: App, tab: Tab, study: Study, token: str) -> None:
    come(tab, app, token)
    begin(tab)
    app.kill()
    for _ in range(2):
        judge(tab)
    tab.page.get_by_text("There is no connection now").wait_for(timeout=30_000)
    tab.page.wait_for_timeout(3000)  # by then Streamlit has put a window of its own over any other page
    before = shown(tab)
    tab.page.get_by_role("button", name="Yes").click(timeout=5000)
    assert shown(tab) != before
    app.start()
    saved(tab)
    done = answered(study, token)
    assert len(done) == len(set(done)) == 2 + 3
    tab.complaints.clear()  # the browser says, rightly, that the app was gone


def test_an_app_that_restarts_while_the_consent_is_read_goes_on_with_it(
    app: App, tab: Tab, study: Study, token: str
) -> None:
    come(tab, app, token)
    app.kill()
    app.start()
    tab.page.wait_for_timeout(5000)  # Streamlit finds the app again
    begin(tab)
    assert count(tab) == "Text 1 of 12 · part 1 of 2"
    saved(tab)
    assert len(answered(study, token)) == 2  # those of the training
    tab.complaints.clear()  # the browser says, rightly, that the app was gone


def test_a_cut_network_loses_nothing(app: App, tab: Tab, study: Study, token: str) -> None:
    come(tab, app, token)
    begin(tab)
    saved(tab)
    tab.page.context.set_offline(True)
    for _ in range(2):
        judge(tab)
    assert len(answered(study, token)) == 2
    tab.page.context.set_offline(False)
    saved(tab)
    done = answered(study, token)
    assert len(done) == len(set(done)) == 2 + 2
    tab.complaints.clear()  # the browser says, rightly, that the app was gone


def test_who_withdraws_leaves_nothing_behind(app: App, tab: Tab, study: Study, token: str) -> None:
    come(tab, app, token)
    agree(tab)
    describe_oneself(tab)
    instructions = shown(tab)
    tab.page.get_by_role("button", name="Withdraw from the study").click()
    tab.page.keyboard.press("Enter")  # goes on nowhere while this is asked
    tab.page.get_by_role("button", name="Stay in the study").click()
    assert shown(tab) == instructions
    tab.page.get_by_role("button", name="Go on").click()
    start_part(tab, "Start")
    judge(tab)
    tab.page.get_by_role("button", name="Withdraw from the study").click()
    tab.page.get_by_role("button", name="Stay in the study").click()
    judge(tab)
    saved(tab)
    tab.page.get_by_role("button", name="Withdraw from the study").click()
    tab.page.get_by_role("button", name="Delete my answers and stop").click()
    tab.page.get_by_role("heading", name="You have withdrawn").wait_for(timeout=30_000)
    tab.page.wait_for_timeout(1000)  # the page looks twice a second at what is saved
    assert tab.page.locator("[data-at=saved]").inner_text() == ""  # nothing is
    assert b"answered" not in b"".join(path.read_bytes() for path in (study.folder / "participants").glob("*.jsonl"))
    mine = "Object.keys(localStorage).filter(name => name.startsWith('flinch-study/'))"
    kept = f"{mine}.map(name => localStorage[name]).join()"
    assert tab.page.evaluate(kept) == ""
    gone = shown(tab)
    tab.page.reload()
    tab.page.get_by_text("This link does not open a study").wait_for(timeout=30_000)
    assert "withdrawn" in gone
    assert "withdrawn" not in shown(tab)
    come(tab, app, "AAAAAAAAAAAAAAAAAAAAAA")
    assert "This link does not open a study" in shown(tab)


def test_an_open_link_leads_to_a_link_of_ones_own(app: App, tab: Tab, study: Study) -> None:
    door = study.open_link(1)
    come(tab, app, door)
    agree(tab)
    own = tab.page.url.partition("?t=")[2]
    assert own != door
    describe_oneself(tab)
    saved(tab)
    tab.page.goto(f"{app.url}/study?t={door}")
    tab.page.get_by_role("button", name="Go on where I stopped").click()
    tab.page.get_by_role("heading", name="Before you begin").wait_for(timeout=30_000)
    assert tab.page.url.endswith(own)
    assert len(study.participants()) == 1
