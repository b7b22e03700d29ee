"""A campaign in a real browser: set up by a researcher, judged by three people at once, paused and gone on with."""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest
from playwright.sync_api import Browser, Locator, Page
from playwright.sync_api import TimeoutError as NotThere

from core.records import Decision, Verdict
from curation.campaigns.campaigns import Campaign
from tests.data.store.store_data import CELL
from tests.e2e.conftest import App, Tab, wait_until
from tests.e2e.desk_steps import prepare, ready, sit_down, stored, wait_stored

pytestmark = pytest.mark.e2e
QUOTA = 6
GUIDELINES = "# Our rules\n\nKeep what *still* asks the same.\n\n<img src=x onerror=\"document.title='taken'\">"


@pytest.fixture
def others(chromium: Browser) -> Iterator[list[Tab]]:
    """Two more people's browsers."""
    with ExitStack() as opened:
        contexts = [chromium.new_context() for _ in range(2)]
        for context in contexts:
            opened.callback(context.close)
        yield [Tab(context.new_page()) for context in contexts]


def set_up(page: Page, url: str) -> None:
    """Set the campaign up on Prepare: every second sample by three people, hints for a random half."""
    page.goto(f"{url}/prepare")
    page.get_by_text("Set up a campaign").click()
    form = page.locator(".st-key-campaign-new-open")
    form.get_by_label("Name").fill("First round")
    choose_the_first(page, form.get_by_role("combobox", name="Cells"))
    page.keyboard.press("Escape")
    for label, value in (("Quota per cell", QUOTA), ("People per shared sample", 3), ("Shared samples, %", 50)):
        form.get_by_role("spinbutton", name=label).fill(str(value))
    form.get_by_text("Shown for a random half").click()
    form.get_by_role("textbox", name="Guidelines").fill(GUIDELINES)
    form.get_by_role("button", name="Set up the campaign").click()
    page.get_by_text("set up · 1 cell · quota 6 · 50 % of samples judged by 3 people").wait_for(timeout=20_000)


def choose_the_first(page: Page, cells: Locator) -> None:
    """Open the list and choose what comes first; a run of the page that ends meanwhile closes it again."""
    first = page.get_by_role("option").first
    for _ in range(10):
        cells.click()
        with suppress(NotThere):
            first.click(timeout=3000)
            return
    raise AssertionError("the list of cells did not stay open")


def cleared(tab: Tab) -> str:
    """What the desk says instead of a sample; "" while there is one."""
    card = tab.page.locator("[data-at=cleared]")
    return str(card.inner_text()) if card.is_visible() else ""


def work(tabs: list[Tab], app: App, presses: int) -> None:
    """Everybody decides one sample after another, in turns, until nobody is given any."""
    for _ in range(presses):
        before = len(stored(app.workspace))
        busy = [tab for tab in tabs if tab.page.locator("[data-at=card]").is_visible()]
        for tab in busy:
            tab.page.keyboard.press("k")
        if busy:
            wait_stored(app.workspace, before + len(busy))
        for tab in tabs:
            tab.page.wait_for_timeout(100)
        if not busy and all("complete" in cleared(tab) for tab in tabs):
            return
        if not busy:
            tabs[0].page.wait_for_timeout(500)  # a desk without a sample asks again by itself


def test_three_people_and_shared_samples(app: App, tab: Tab, others: list[Tab]) -> None:
    prepare(app.workspace, samples=40)
    set_up(tab.page, app.url)
    tab.page.goto(f"{app.url}/curate")
    tab.page.get_by_label("Your name").fill("Ann")
    tab.page.keyboard.press("Enter")
    tab.page.get_by_text("has not been started yet").wait_for(timeout=20_000)
    tab.page.goto(f"{app.url}/prepare")
    tab.page.get_by_role("button", name="Start", exact=True).click()
    tab.page.get_by_text("running · 1 cell").wait_for(timeout=20_000)

    tab.page.goto(f"{app.url}/curate")
    ready(tab)
    for one, name in zip(others, ("Bob", "Cat"), strict=True):
        sit_down(one, app, name)
    tab.page.get_by_text("Campaign: First round").wait_for()
    tab.page.keyboard.press("g")
    guide = tab.page.locator("[data-at=guide]")
    guide.get_by_role("heading", name="Our rules").wait_for()
    assert "<img src=x" in guide.inner_text() and guide.locator("img").count() == 0
    assert tab.page.title() != "taken"
    tab.page.keyboard.press("Escape")

    tab.page.keyboard.press("k")
    wait_stored(app.workspace, 1)
    others[0].page.keyboard.press("x")
    wait_stored(app.workspace, 2)
    for one in (tab, *others):
        said = one.page.locator("[data-at=count]").inner_text()
        assert not one.page.locator("[data-at=count]").get_attribute("title")
        assert "kept" not in said and "disputed" not in said and "quota 6" in said
    paused(app, tab, others)
    work([tab, *others], app, 40)
    check(stored(app.workspace), [cleared(one) for one in (tab, *others)])
    assert tab.complaints == []


def paused(app: App, tab: Tab, others: list[Tab]) -> None:
    """The researcher pauses it and starts it again: the desks say so, and go on by themselves."""
    researcher = others[0].page.context.new_page()
    researcher.goto(f"{app.url}/prepare")
    researcher.get_by_role("button", name="Pause", exact=True).click()
    researcher.get_by_text("paused · 1 cell").wait_for(timeout=20_000)
    before = len(stored(app.workspace))
    tab.page.keyboard.press("k")  # what is on the screen is still taken
    wait_stored(app.workspace, before + 1)
    tab.page.get_by_text("The campaign “First round” is paused.").wait_for(timeout=20_000)
    researcher.get_by_role("button", name="Start", exact=True).click()
    researcher.get_by_text("running · 1 cell").wait_for(timeout=20_000)
    ready(tab)
    researcher.close()


def check(events: list[Decision], said: list[str]) -> None:
    """Every shared sample has three people's verdicts, every other one, and exactly the quota is collected."""
    wait_until(lambda: bool(events), 1, "nothing was stored")
    half = Campaign("First round", (CELL.id,), QUOTA, judgements=3, share=0.5)
    judged = Counter(event.candidate_id for event in events)
    people = Counter((event.candidate_id, event.annotator) for event in events)
    assert set(people.values()) == {1}
    assert {id_: half.wanted(id_) for id_ in judged} == dict(judged)
    assert set(judged.values()) == {1, 3}
    spoilt = {event.candidate_id for event in events if event.verdict is Verdict.DISCARD}
    assert len(judged.keys() - spoilt) == QUOTA
    assert not any(event.second for event in events)
    assert said == ["This cell is complete"] * 3
