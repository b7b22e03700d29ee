"""What AppTest can't see of the pages Playground and Perturbations: the key, the link, the address, a telephone."""

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.models.registry import usual_spec
from core.perturbations.registry import every_perturbation
from data.jobs.job import run_inline
from data.plugins import load_plugins
from data.workspace import Workspace
from tests.data.runs.run_data import asked, reviews
from tests.e2e.conftest import App, Tab, free_port

pytestmark = pytest.mark.e2e
SLOW = """import time

import flinch


@flinch.model("slow")
def slow(text):
    time.sleep(0.05)
    return "good"
"""
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


def test_a_text_pasted_too_long_is_not_dropped_without_a_word(app: App, tab: Tab) -> None:
    from playwright.sync_api import expect

    tab.page.goto(f"{app.url}/playground?steps=word_repetition@1")
    tab.page.locator(".fl-play ins").first.wait_for(timeout=60_000)
    tab.page.get_by_label("Text", exact=True).fill("dog " * 2501)
    tab.page.get_by_role("heading", name="Playground").click()
    said = tab.page.get_by_text("This text has 10,004 characters. Only the first 10,000 are used here")
    expect(said).to_be_visible(timeout=30_000)
    expect(tab.page.get_by_label("Text", exact=True)).to_have_value("dog " * 2501)
    expect(tab.page.get_by_text("dog dog dog").first).to_be_visible()


def test_markup_in_a_text_is_shown_as_it_stands(app: App, tab: Tab) -> None:
    tab.page.goto(f"{app.url}/playground?steps=word_deletion@1,word_class_removal@ADJ")
    tab.page.locator(".fl-play").wait_for(timeout=60_000)
    typed(tab, '<img src=x onerror="document.title=1"> is a bad dog & a good cat.')
    assert tab.page.title() == "Playground · Flinch"
    assert tab.page.locator(".fl-play img").count() == 0


def test_a_text_is_typed_a_model_chosen_and_a_flip_seen_and_searched(app: App, tab: Tab) -> None:
    reviews(app.workspace)
    run_inline(app.workspace, "evaluate", "Reviews", asked().arguments())
    tab.page.goto(f"{app.url}/playground?steps=word_deletion@4&seed=1")
    tab.page.locator(".fl-play del").first.wait_for(timeout=60_000)
    typed(tab, "a lovely lovely film, dull and dull")
    tab.page.get_by_role("combobox", name="Models").click()
    tab.page.get_by_role("option", name=re.compile("^CNN · reviews")).click()
    tab.page.keyboard.press("Escape")
    said = tab.page.locator(".fl-play .fl-said")
    tab.page.get_by_text("CNN on the original text: ").wait_for(timeout=60_000)
    outcome = r"(= stays|⇄ flips: \w+ → \w+ [01]\.\d\d)\s+(good|bad) [01]\.\d\d → "
    assert said.count() == 2 and re.search(outcome, said.nth(1).inner_text())
    tab.page.get_by_role("button", name="Find a flip").click()
    smallest = tab.page.locator(".fl-smallest")
    smallest.wait_for(timeout=60_000)
    assert "⇄ flips" in smallest.inner_text() and re.search(
        r"changed\s+\d words?, \d+ characters?", smallest.inner_text()
    )
    seed = re.search(r"seed\s+(\d+)", smallest.inner_text())
    assert seed
    if seed[1] != "1":
        tab.page.get_by_role("button", name=f"Go to seed {seed[1]}").click()
        tab.page.wait_for_function(
            "seed => (location.search.match(/seed=(\\d+)/) ?? [0, '0'])[1] === seed", arg=seed[1]
        )
    tab.page.locator(".fl-play:not(.fl-smallest) .fl-flips").wait_for(timeout=30_000)
    assert re.search(r"[?&]models=\w+", tab.page.url)
    shared = tab.page.url
    tab.page.goto("about:blank")
    tab.page.goto(shared)  # the model goes along
    tab.page.locator(".fl-play .fl-flips").wait_for(timeout=60_000)


@pytest.fixture
def slow_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """The app, with a model that takes its time to say "good" of everything."""
    plugin = tmp_path / "slow_model_plugin.py"
    plugin.write_text(SLOW, encoding="utf-8")
    monkeypatch.setenv("FLINCH_PLUGINS", str(plugin))
    load_plugins()
    app = App(Workspace(tmp_path / "workspace").prepare(), free_port())
    reviews(app.workspace)
    run_inline(app.workspace, "evaluate", "Reviews", asked(usual_spec("slow"), limit=3).arguments())
    app.start()
    yield app
    app.kill(signal.SIGTERM)


def test_a_search_is_stopped_and_says_how_far_it_came(slow_app: App, tab: Tab) -> None:
    tab.page.goto(f"{slow_app.url}/playground?steps=keyboard@10")
    tab.page.locator(".fl-play del").first.wait_for(timeout=60_000)
    tab.page.get_by_role("combobox", name="Models").click()
    tab.page.get_by_role("option", name=re.compile("^slow · reviews")).click()
    tab.page.keyboard.press("Escape")
    tab.page.get_by_text("slow on the original text: ").wait_for(timeout=60_000)
    tab.page.get_by_role("button", name="Find a flip").click()
    tab.page.get_by_text("of 200 draws, no flip yet").wait_for(timeout=60_000)
    stop = tab.page.get_by_test_id("stMainBlockContainer").get_by_role("button", name="Stop")
    stop.click()
    tab.page.get_by_text(re.compile(r"Stopped without a flip after \d+ draws")).wait_for(timeout=60_000)
    assert stop.count() == 0


def test_perturbations_are_opened_searched_and_leads_to_the_playground(app: App, tab: Tab) -> None:
    tab.page.goto(f"{app.url}/perturbations")
    tab.page.locator("summary", has_text="Negation").click(timeout=60_000)
    tab.page.locator("#to-negation ins").wait_for()
    assert tab.page.locator("article.fl-entry").count() == 1
    tab.page.get_by_label("Example").fill("Nobody <b>knows</b> the two dogs.")
    tab.page.keyboard.press("Enter")
    tab.page.locator("#to-negation", has_text="Not applicable to this sentence.").wait_for()
    tab.page.get_by_label("Find").press_sequentially("repetition moradi")  # and no Enter
    tab.page.get_by_text(f"2 of {len(every_perturbation())} perturbations.").wait_for()
    tab.page.wait_for_function(
        "location.search.includes('find=repetition') && location.search.includes('sentence=Nobody')"
    )
    tab.page.reload()
    tab.page.get_by_text(f"2 of {len(every_perturbation())} perturbations.").wait_for()
    tab.page.locator("summary", has_text="Word repetition").click()
    found = tab.page.locator("[data-testid=stExpander]", has_text="word_repetition")
    found.get_by_role("link", name="Try it").click()
    tab.page.locator(".fl-play ins").first.wait_for(timeout=30_000)
    tab.page.wait_for_function("document.querySelector('textarea')?.value === 'Nobody <b>knows</b> the two dogs.'")
    assert sheet(tab).startswith("Word repetition")


@pytest.mark.parametrize("page", ["perturbations", "playground"])
def test_the_pages_fit_a_telephone(app: App, tab: Tab, page: str) -> None:
    tab.page.set_viewport_size({"width": 360, "height": 740})
    tab.page.goto(f"{app.url}/{page}")
    if page == "perturbations":
        tab.page.locator("summary", has_text="Negation").click(timeout=60_000)
    tab.page.locator(".fl-text").first.wait_for(timeout=60_000)
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert tab.page.locator("[data-testid=stMain]").evaluate("e => e.scrollWidth <= e.clientWidth")
    if page == "playground":  # what became of the text is seen at once, and above it what is chosen, when wanted
        text, chosen = tab.page.locator(".fl-text").first, tab.page.get_by_test_id("stMultiSelect")
        assert text.bounding_box()["y"] < 740 and chosen.is_hidden()
        tab.page.get_by_text("Perturbations and options").click()
        chosen.wait_for()
        assert chosen.bounding_box()["y"] < text.bounding_box()["y"]
