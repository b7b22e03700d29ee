"""What AppTest can't see of the playground and the catalogue: the key, the link, the address, a telephone."""

import re

import pytest

from tests.e2e.conftest import App, Tab

pytestmark = pytest.mark.e2e
TEXT = "The old dog sleeps in the warm sun, and nobody in the house wakes it before the evening."


def sheet(tab: Tab) -> str:
    return tab.page.locator(".fl-play").inner_text()


def typed(tab: Tab, text: str) -> None:
    area = tab.page.get_by_label("Text", exact=True)
    area.fill(text)
    tab.page.get_by_role("heading", name="Playground").click()  # leaving the text area sends it
    tab.page.wait_for_function("text => new URLSearchParams(location.search).get('text') === text", arg=text)
    tab.page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


def test_a_text_is_typed_a_perturbation_chosen_and_the_key_brings_a_new_seed(app: App, tab: Tab) -> None:
    tab.page.goto(f"{app.url}/playground?steps=negation@1")
    tab.page.locator(".fl-play ins").first.wait_for(timeout=60_000)
    typed(tab, TEXT)
    tab.page.get_by_role("combobox", name=re.compile("Perturbations")).click()
    tab.page.keyboard.type("word deletion")
    tab.page.get_by_role("option", name="word deletion · Moradi").click()
    tab.page.keyboard.press("Escape")
    tab.page.locator(".fl-play del").first.wait_for(timeout=30_000)
    tab.page.get_by_role("heading", name="Playground").click()
    before = sheet(tab)
    tab.page.keyboard.press("n")
    tab.page.wait_for_function("location.search.includes('seed=1')")
    tab.page.wait_for_function("before => document.querySelector('.fl-play').innerText !== before", arg=before)
    shared = tab.page.url
    after = sheet(tab)
    tab.page.goto("about:blank")
    tab.page.goto(shared)  # what is sent on shows the same
    tab.page.locator(".fl-play del").first.wait_for(timeout=30_000)
    assert sheet(tab) == after


def test_the_key_is_no_command_while_one_types(app: App, tab: Tab) -> None:
    tab.page.goto(f"{app.url}/playground?steps=word_deletion@1")
    tab.page.locator(".fl-play del").first.wait_for(timeout=60_000)
    tab.page.get_by_label("Text", exact=True).click()
    tab.page.keyboard.type("nnn")
    tab.page.get_by_role("combobox", name=re.compile("Perturbations")).click()
    tab.page.keyboard.type("n")
    tab.page.wait_for_function("location.search.includes('nnn')")
    tab.page.wait_for_timeout(500)
    assert "seed" not in tab.page.url


def test_markup_in_a_text_is_shown_as_it_stands(app: App, tab: Tab) -> None:
    tab.page.goto(f"{app.url}/playground?steps=word_deletion@1,word_class_removal@ADJ")
    tab.page.locator(".fl-play").wait_for(timeout=60_000)
    typed(tab, '<img src=x onerror="document.title=1"> is a bad dog & a good cat.')
    assert tab.page.title() == "Playground · Flinch"
    assert tab.page.locator(".fl-play img").count() == 0


def test_the_catalogue_leads_to_the_playground(app: App, tab: Tab) -> None:
    tab.page.goto(f"{app.url}/catalogue")
    tab.page.get_by_role("heading", name="Perturbations", exact=True).wait_for(timeout=60_000)
    tab.page.get_by_label("Example sentence").fill("Nobody <b>knows</b> the two dogs.")
    tab.page.keyboard.press("Enter")
    tab.page.get_by_text("Not applicable to this sentence.").first.wait_for()
    tab.page.locator("[data-testid=stHorizontalBlock]", has_text="word_repetition").get_by_role("link").click()
    tab.page.locator(".fl-play ins").first.wait_for(timeout=30_000)
    assert tab.page.get_by_label("Text", exact=True).input_value() == "Nobody <b>knows</b> the two dogs."
    assert sheet(tab).startswith("Word repetition")


@pytest.mark.parametrize("page", ["catalogue", "playground"])
def test_the_pages_fit_a_telephone(app: App, tab: Tab, page: str) -> None:
    tab.page.set_viewport_size({"width": 360, "height": 740})
    tab.page.goto(f"{app.url}/{page}")
    tab.page.locator(".fl-text").first.wait_for(timeout=60_000)
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert tab.page.locator("[data-testid=stMain]").evaluate("e => e.scrollWidth <= e.clientWidth")
