"""A participant's session holds the study and nothing else of Flinch; nobody is kept out of it by how they see it."""

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from curation.study.design import Question
from curation.study.questionnaires import nasa_tlx, sus
from data.study.study import Study
from pages.ui.study.served import PROGRAM
from tests.data.study.study_data import new_study, small_design
from tests.e2e.conftest import App, Tab, wait_until
from tests.e2e.study.proxy import proxy
from tests.e2e.study.steps import SCREEN, agree, come, describe_oneself, judge, paper
from tests.e2e.test_accessibility import findings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.e2e


@pytest.fixture
def study(app: App) -> Study:
    return paper(app.workspace, each=2)


@pytest.fixture
def token(study: Study) -> str:
    return study.invite(1)[0].token


def nothing_else(tab: Tab) -> None:
    """Nothing of the rest can be seen or reached, and the page got nothing of it."""
    assert tab.page.locator("a[href]").count() == 0
    assert "Flinch" not in tab.page.locator("body").inner_text()
    fetched = tab.page.evaluate("performance.getEntriesByType('resource').map(one => new URL(one.name).pathname)")
    assert {path for path in fetched if path != "/study"} == {f"/{PROGRAM.address}"}


def test_a_participant_sees_no_way_to_anything_else(app: App, tab: Tab, token: str) -> None:
    come(tab, app, token)
    nothing_else(tab)
    assert tab.page.title() == "Study"
    tab.page.goto(f"{app.url}/study/?t={token}")  # as some mail programs write it
    tab.page.get_by_role("button", name="I agree, begin").wait_for(timeout=30_000)
    assert tab.page.url == f"{app.url}/study?t={token}"
    nothing_else(tab)


def test_a_page_whose_program_does_not_come_says_what_to_do(app: App, tab: Tab, token: str) -> None:
    tab.page.route(f"**/{PROGRAM.address}", lambda route: route.abort())
    tab.page.goto(f"{app.url}/study?t={token}")
    words = tab.page.get_by_text("reload the page")
    assert not words.is_visible()  # it mostly comes within moments
    words.wait_for(timeout=10_000)
    tab.complaints.clear()  # of the program
    tab.page.unroute(f"**/{PROGRAM.address}")
    come(tab, app, token)
    tab.page.wait_for_timeout(3_500)
    assert not words.is_visible()


def test_a_browser_that_takes_part_opens_nothing_else_until_it_is_closed(
    app: App, tab: Tab, token: str, chromium: "Browser"
) -> None:
    come(tab, app, token)
    other = tab.page.context.new_page()
    other.goto(f"{app.url}/studies")
    other.get_by_role("heading", name="Studies").wait_for(timeout=30_000)  # whoever only looks is kept out of nothing
    agree(tab)
    for page in ("", "studies", "datasets"):
        other.goto(f"{app.url}/{page}")
        other.get_by_text("A participant uses this browser for a study").wait_for(timeout=30_000)
        assert other.get_by_role("link", name="Studies").count() == 0
        assert other.get_by_role("heading", name="Studies").count() == 0
    tab.page.reload()
    tab.page.get_by_role("heading", name="About you").wait_for(timeout=30_000)
    elsewhere = chromium.new_context().new_page()
    elsewhere.goto(f"{app.url}/studies")
    elsewhere.get_by_role("heading", name="Studies").wait_for(timeout=30_000)
    elsewhere.context.close()


def test_who_comes_through_a_proxy_has_to_sign_in(app: App, tab: Tab, token: str) -> None:
    with proxy(app.port, "203.0.113.7") as between:
        seen = replace(app, port=between.port)
        tab.page.goto(f"{seen.url}/studies")
        tab.page.get_by_role("heading", name="Sign in").wait_for(timeout=30_000)
        assert tab.page.get_by_role("link", name="Studies").count() == 0
        come(tab, seen, token)
        assert tab.page.get_by_role("button", name="I agree, begin").count() == 1
        tab.page.goto("about:blank")
    tab.page.goto(f"{app.url}/studies")
    tab.page.get_by_role("heading", name="Studies").wait_for(timeout=30_000)  # whoever sits at this machine


def test_of_a_team_no_participant_is_asked_to_sign_in_and_other_pages_stay_shut(
    app: App, tab: Tab, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from playwright.sync_api import expect

    app.kill()
    monkeypatch.setenv("FLINCH_TEAM", "1")
    app.start()
    come(tab, app, token)
    agree(tab)
    nothing_else(tab)
    for page in ("", "datasets", "progress", "studies", "curate"):
        tab.page.goto(f"{app.url}/{page}?t={token}")
        expect(tab.page.get_by_role("heading", name="Sign in")).to_be_visible(timeout=30_000)
    come(tab, app, "nothing")
    expect(tab.page.get_by_text("This link does not open a study")).to_be_visible(timeout=30_000)
    nothing_else(tab)


def look(tab: Tab, name: str) -> list[str]:
    """What axe-core finds of this screen in light and in dark; it fits into the window and can be hit by a finger."""
    found = []
    for scheme in ("light", "dark"):
        tab.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        tab.page.wait_for_function(f"matchMedia('(prefers-color-scheme: {scheme})').matches")
        found += [f"{name}, {scheme}: {one}" for one in findings(tab.page, {})]
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 320, name
    small = "all => all.filter(one => one.getBoundingClientRect().height < 44).map(one => one.outerHTML)"
    assert tab.page.locator(f"{SCREEN} :is(button, .option)").evaluate_all(small) == [], name
    return found


def test_nobody_is_kept_out_of_any_screen_and_nothing_overflows_at_320_pixels(app: App, tab: Tab, token: str) -> None:
    tab.page.set_viewport_size({"width": 320, "height": 640})
    come(tab, app, token)
    found = look(tab, "consent")
    agree(tab)
    tab.page.get_by_role("button", name="Next").click()
    found += look(tab, "questionnaire with faults")
    describe_oneself(tab)
    found += look(tab, "instructions")
    tab.page.get_by_role("button", name="Go on").click()
    tab.page.get_by_role("button", name="Start").click()
    judge(tab, 2)
    found += look(tab, "feedback")
    tab.page.get_by_role("button", name="Go on").click()
    judge(tab)
    tab.page.get_by_role("button", name="Go on").click()
    judge(tab)
    tab.page.get_by_role("button", name="Withdraw from the study").click()
    found += look(tab, "sample, and withdrawing")
    assert not found, "\n".join(found)


def test_nobody_is_kept_out_of_what_comes_after_the_samples(app: App, tab: Tab) -> None:
    whole = small_design(participants=1, each=1, k=1)
    more = (Question("sure", "How sure are you?", ("Not sure", "Rather sure", "Very sure")),)
    first = replace(whole.parts[0], questions=(*whole.parts[0].questions, *more), show_changes=True, training=())
    design = replace(whole, parts=(first,), opening=(), closing=(sus(), nasa_tlx()), completion_code="C-7")
    study = new_study(app.workspace, design)
    tab.page.set_viewport_size({"width": 320, "height": 640})
    come(tab, app, study.invite(1)[0].token)
    tab.page.get_by_role("button", name="I agree, begin").click()
    tab.page.get_by_role("button", name="Start").click()
    found = look(tab, "sample with two questions")
    for n in range(3):
        for digit in "12":  # of the first question the first answer, of the second the second
            tab.page.wait_for_timeout(200)
            tab.page.keyboard.press(digit)
            tab.page.evaluate("document.activeElement?.shadowRoot?.activeElement?.blur()")
        tab.page.get_by_role("button", name="Next").click()
        wait_until(lambda n=n: len(study.answers()) == n + 1, 20, "the answers were not saved")  # type: ignore[misc]
    assert [dict(one.answers) for one in study.answers()] == [{"same": 0, "sure": 1}] * 3
    tab.page.get_by_role("heading", name="How easy").wait_for()
    found += look(tab, "Likert scales")
    for group in tab.page.locator(f"{SCREEN} fieldset").all():
        group.get_by_role("radio", name="Agree", exact=True).check(force=True)
    tab.page.get_by_role("button", name="Next").click()
    found += look(tab, "sliders")
    for slider in tab.page.get_by_role("slider").all():
        slider.press("ArrowLeft")
    tab.page.get_by_role("button", name="Next").click()
    tab.page.get_by_text("C-7").wait_for(timeout=30_000)
    found += look(tab, "thanks")
    assert not found, "\n".join(found)
    said = [dict(one.responses) for one in study.responses()]
    assert said[0] == {f"sus{n}": "Agree" for n in range(1, 11)}
    assert set(said[1].values()) == {"45"}
