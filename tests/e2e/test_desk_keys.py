"""Keys at the desk do what is said of them, and where they can't, that is seen."""

import pytest

from core.records import Task, Verdict
from tests.data.store.store_data import CELL
from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import OTHER, prepare, put, ready, saved, shown, sit_down, stored, verdicts, wait_stored

pytestmark = pytest.mark.e2e
SAID = "[data-at=say]"


def test_keys_that_mean_nothing_here_do_nothing_and_refusals_are_seen(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20, cells=(CELL, OTHER))
    sit_down(tab, app)
    page, said = tab.page, tab.page.locator(SAID)
    first, address = shown(tab), page.url
    page.keyboard.press("Enter")  # the way to the next cell is not on the screen
    page.wait_for_timeout(700)
    assert (shown(tab), page.url) == (first, address)
    page.keyboard.press("u")
    assert said.inner_text() == "There is nothing to undo."
    page.keyboard.press("1")  # "thing" is its label
    assert "This sample already has the label thing" in said.inner_text()
    page.keyboard.press("h")
    assert not said.is_visible()
    page.keyboard.press("h")
    page.keyboard.press("?")
    assert "L" not in page.locator("[data-at=keys] dt").all_inner_texts()
    page.keyboard.press("Escape")
    page.keyboard.press("k")
    second = shown(tab)
    page.wait_for_timeout(900)
    page.keyboard.type("lhuman", delay=90)  # what L does where there are many labels, and a name: no undo, no hints
    assert shown(tab) == second
    assert "Choose a label by its number, 1 to 3" in said.inner_text()
    assert page.locator("[data-do=hints]").get_attribute("aria-pressed") == "true"
    page.wait_for_timeout(900)
    page.keyboard.type("place", delay=90)  # its first letter does nothing
    page.wait_for_timeout(6500)
    assert not said.is_visible()
    page.keyboard.press("2")
    saved(tab)
    assert verdicts(wait_stored(app.workspace, 2)) == [Verdict.KEEP, Verdict.RELABEL]


def test_while_a_label_is_being_entered_every_key_belongs_to_it(app: App, tab: Tab) -> None:
    labels = tuple(f"{coarse} {fine}" for coarse in ("ABBR", "DESC", "ENTY", "HUM") for fine in ("one", "two", "three"))
    put(app.workspace, "fine", Task.CLASSIFICATION, labels, labels[0], ["Who?"])
    sit_down(tab, app)
    first, keep = shown(tab), tab.page.get_by_role("button", name="Keep the label")
    stood = keep.bounding_box()
    tab.page.keyboard.press("l")
    tab.page.locator("[data-typed]").evaluate("field => field.blur()")
    tab.page.keyboard.type("hum")
    assert tab.page.locator("[data-typed]").input_value() == "hum"
    assert tab.page.locator("[role=option]").count() == 3
    assert keep.bounding_box() == stood
    tab.page.keyboard.type("xyz")
    tab.page.keyboard.press("Enter")
    assert tab.page.locator(SAID).inner_text() == "There is no label with this name."
    tab.page.keyboard.press("Escape")
    assert (shown(tab), stored(app.workspace)) == (first, [])
    tab.page.keyboard.press("k")
    assert len(wait_stored(app.workspace, 1)) == 1
    tab.page.set_viewport_size({"width": 360, "height": 740})
    tab.page.keyboard.press("l")
    tab.page.keyboard.type("hum three")
    tab.page.keyboard.press("Enter")
    assert [d.label for d in wait_stored(app.workspace, 2)] == ["", "HUM three"]


def test_a_letter_is_chosen_and_goes_with_the_person(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20)
    sit_down(tab, app)
    page = tab.page
    page.keyboard.press("?")
    page.locator("[data-do=rekey][data-value=keep]").click()
    page.keyboard.press("7")
    assert page.locator(SAID).inner_text() == "Choose a letter from A to Z."
    page.locator("[data-do=rekey][data-value=keep]").click()
    page.keyboard.press("u")
    assert page.locator(SAID).inner_text() == "U is now the key of “keep”. “undo” now has K."
    page.keyboard.press("u")
    saved(tab)
    assert verdicts(wait_stored(app.workspace, 1)) == [Verdict.KEEP]
    page.evaluate("localStorage.clear()")
    page.reload()
    ready(tab)
    assert page.locator("[data-do=keep] kbd").inner_text() == "U"
    page.keyboard.press("k")
    assert verdicts(wait_stored(app.workspace, 2)) == [Verdict.KEEP, Verdict.UNDO]
    page.keyboard.press("?")
    page.locator("[data-do=usualkeys]").click()
    page.keyboard.press("k")
    assert verdicts(wait_stored(app.workspace, 3))[-1] is Verdict.KEEP
