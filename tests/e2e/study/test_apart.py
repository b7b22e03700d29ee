"""A participant's session holds the study and nothing else of Flinch; nobody is kept out of it by how they see it."""

import pytest

from data.study.study import Study
from tests.e2e.conftest import App, Tab
from tests.e2e.study.steps import SCREEN, agree, come, describe_oneself, judge, paper, saved
from tests.e2e.test_accessibility import drawn, findings

pytestmark = pytest.mark.e2e
ROUND = "document.querySelector('[data-testid=stSidebar], [data-testid=stSidebarNav], [data-testid=stMainMenu]')"


@pytest.fixture
def study(app: App) -> Study:
    return paper(app.workspace, each=2)


@pytest.fixture
def token(study: Study) -> str:
    return study.invite(1)[0].token


def nothing_else(tab: Tab) -> None:
    """Nothing of the rest can be seen or reached."""
    assert not tab.page.evaluate(f"Boolean({ROUND}?.getBoundingClientRect().width)")
    addresses = tab.page.locator("a[href]").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert [address for address in addresses if not address.startswith("#")] == []  # but for the one past the header
    assert "Flinch" not in tab.page.locator("body").inner_text()


def test_a_participant_sees_no_way_to_anything_else(app: App, tab: Tab, token: str) -> None:
    come(tab, app, token)
    nothing_else(tab)
    assert tab.page.title() == "Study"
    tab.page.evaluate("history.pushState({}, '', '/datasets')")
    tab.page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")  # as the button Back of the browser does
    tab.page.wait_for_timeout(2000)
    assert tab.page.get_by_role("heading", name="Data sets").count() == 0
    nothing_else(tab)
    tab.complaints.clear()


def test_of_a_team_no_participant_is_asked_to_sign_in_and_other_pages_stay_shut(
    app: App, tab: Tab, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.kill()
    monkeypatch.setenv("FLINCH_TEAM", "1")
    app.start()
    come(tab, app, token)
    agree(tab)
    nothing_else(tab)
    for page in ("", "datasets", "progress", "studies", "curate"):
        tab.page.goto(f"{app.url}/{page}?t={token}")
        tab.page.get_by_role("heading", name="Sign in").wait_for(timeout=30_000)
    come(tab, app, "nothing")
    tab.page.get_by_text("This link does not open a study").wait_for(timeout=30_000)
    nothing_else(tab)


def test_nobody_is_kept_out_of_any_screen_and_nothing_overflows_at_320_pixels(app: App, tab: Tab, token: str) -> None:
    tab.page.set_viewport_size({"width": 320, "height": 640})
    found = []

    def look(name: str) -> None:
        saved(tab) if name != "consent" else None
        for scheme in ("light", "dark"):
            tab.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            drawn(tab.page, scheme)
            found.extend(f"{name}, {scheme}: {one}" for one in findings(tab.page, {}))
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= 320, name
        small = "all => all.filter(one => one.getBoundingClientRect().height < 44).map(one => one.outerHTML)"
        assert tab.page.locator(f"{SCREEN} :is(button, .option)").evaluate_all(small) == [], name

    come(tab, app, token)
    look("consent")
    agree(tab)
    tab.page.get_by_role("button", name="Next").click()
    look("questionnaire with faults")
    describe_oneself(tab)
    look("instructions")
    tab.page.get_by_role("button", name="Go on").click()
    tab.page.get_by_role("button", name="Start").click()
    look("training")
    judge(tab, 2)
    look("feedback")
    tab.page.get_by_role("button", name="Go on").click()
    judge(tab)
    tab.page.get_by_role("button", name="Go on").click()
    judge(tab)
    look("item")
    tab.page.get_by_role("button", name="Withdraw from the study").click()
    look("withdrawing")
    assert not found, "\n".join(found)
