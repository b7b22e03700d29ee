"""Relabelling by list and by number, text that looks like markup, late hints and two people at one cell."""

import json
from dataclasses import replace

import pytest

from core.identity import content_id
from core.records import Bounds, Task
from data.tables import hints_table, write_parquet
from tests.data.store.store_data import CELL, hint
from tests.e2e.conftest import App, Tab, wait_until
from tests.e2e.desk_steps import prepare, put, ready, saved, shown, sit_down, stored, wait_stored

pytestmark = pytest.mark.e2e
MARKUP = "<img src=x onerror='document.title=1'> & <b>"


def test_many_labels_are_searched_for(app: App, tab: Tab) -> None:
    labels = tuple(f"{coarse} {fine}" for coarse in ("ABBR", "DESC", "ENTY", "HUM") for fine in ("one", "two", "three"))
    put(app.workspace, "fine", Task.CLASSIFICATION, labels, labels[0], ["Who?"])
    sit_down(tab, app)
    tab.page.keyboard.press("1")  # no digits here: nothing happens
    tab.page.keyboard.press("l")
    tab.page.keyboard.type("enty")
    tab.page.keyboard.press("ArrowDown")
    assert tab.page.locator("[role=option][aria-selected=true]").inner_text() == "ENTY two"
    tab.page.keyboard.press("Enter")
    tab.page.keyboard.press("k")  # the field is left, so that keys decide again
    decisions = wait_stored(app.workspace, 2)
    assert [d.label for d in decisions] == ["ENTY two", ""]


def test_the_label_a_sample_has_is_marked_on_one_line(app: App, tab: Tab) -> None:
    labels = ("abbreviation", "description", "entity", "human", "location", "number")
    put(app.workspace, "coarse", Task.CLASSIFICATION, labels, "abbreviation", ["Who?"])
    tab.page.set_viewport_size({"width": 1280, "height": 860})
    sit_down(tab, app)
    has = tab.page.locator("[data-at=labels] [data-gold]")
    assert has.get_attribute("data-value") == "abbreviation"
    heights = tab.page.locator("[data-at=labels] .choice").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert len(heights) == 6 and len({*heights}) == 1
    assert has.locator("span").evaluate("one => one.scrollWidth <= one.clientWidth")  # whole
    assert has.evaluate("one => getComputedStyle(one, '::after').whiteSpace") == "nowrap"


def test_a_similarity_takes_a_number_and_pairs_name_their_fields(app: App, tab: Tab) -> None:
    texts = ["A man sings.", "A woman sings."]
    put(app.workspace, "pairs", Task.SIMILARITY, (), "2.5", texts, Bounds(0, 5))
    sit_down(tab, app)
    assert tab.page.get_by_text("Original · text1").is_visible()
    for typed in ("many", "9.5", "-3", "2.50", "3,5"):
        tab.page.keyboard.press("l")
        tab.page.keyboard.type(typed)
        tab.page.keyboard.press("Enter")
        if typed in ("many", "9.5", "-3"):
            assert tab.page.locator("[data-at=say]").inner_text() == "Type a number from 0 to 5."
        tab.page.keyboard.press("Escape")
    assert [d.label for d in wait_stored(app.workspace, 1)] == ["3.5"]
    saved(tab)
    assert len(stored(app.workspace)) == 1


def test_text_that_looks_like_markup_is_text(app: App, tab: Tab) -> None:
    put(app.workspace, "markup", Task.CLASSIFICATION, ("<i>a</i>", "b"), "b", [MARKUP])
    sit_down(tab, app)
    assert shown(tab) == MARKUP
    assert tab.page.get_by_role("button", name="<i>a</i>").is_visible()
    tab.page.keyboard.press("k")
    saved(tab)
    assert "<img" in tab.page.locator("[data-at=recent]").inner_text()
    assert "Curate" in tab.page.title()


def test_what_changed_is_marked_and_not_by_colour_alone(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=3)
    sit_down(tab, app)
    mark = tab.page.locator("ins")
    assert "not" in mark.inner_text()
    assert "underline" in mark.evaluate("node => getComputedStyle(node).textDecorationLine")


def test_a_hint_that_comes_late_is_shown_at_the_next_rerun(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=6)
    sit_down(tab, app)
    tab.page.keyboard.press("k")  # the second sample has no hint yet
    assert tab.page.locator("[data-at=cosine]").inner_text() == "no hint"
    assert not tab.page.locator("[data-at=context]").is_visible()
    late = replace(hint(1, 0.42), context=0.714)
    write_parquet(app.workspace.jobs / "late" / f"hints-{CELL.id}-0000.parquet", hints_table([late]))
    tab.page.keyboard.press("s")
    tab.page.keyboard.press("u")
    found = tab.page.locator("[data-at=cosine]")
    wait_until(lambda: found.inner_text() == "0.42", 10, "the hint did not come")
    assert "Is that so?" in tab.page.locator("[data-at=messages]").inner_text()
    assert tab.page.locator("[data-at=context]").inner_text() == "Word in context 0.71"


def test_two_people_are_never_given_the_same_sample(app: App, tab: Tab) -> None:
    prepare(app.workspace)
    sit_down(tab, app, "Ann")
    context = tab.page.context.browser.new_context()
    other = Tab(context.new_page())
    sit_down(other, app, "Ben")
    for _ in range(6):
        tab.page.keyboard.press("k")
        other.page.keyboard.press("k")
    saved(tab)
    saved(other)
    decisions = wait_stored(app.workspace, 12)
    assert len({d.candidate_id for d in decisions}) == 12
    assert {d.annotator for d in decisions} == {"Ann", "Ben"}
    context.close()


def test_leaving_the_page_and_coming_back_goes_on_where_one_was(app: App, tab: Tab) -> None:
    prepare(app.workspace)
    sit_down(tab, app)
    tab.page.keyboard.press("k")
    here = shown(tab)
    tab.page.get_by_role("link", name="Progress").click()
    tab.page.get_by_role("heading").first.wait_for()
    tab.page.get_by_role("link", name="Curate").click()
    ready(tab)
    assert shown(tab) == here
    tab.page.keyboard.press("k")
    assert len({d.candidate_id for d in wait_stored(app.workspace, 2)}) == 2


def test_a_decision_that_can_never_be_stored_is_named_and_can_be_dropped(app: App, tab: Tab) -> None:
    prepare(app.workspace)
    sit_down(tab, app)
    place = content_id(str(app.workspace.root), "Ann")
    lost = {"id": "lost", "made": 1, "candidate": "nobody", "verdict": "keep"}
    tab.page.evaluate(
        "([key, event]) => localStorage.setItem(key, event)", [f"flinch-outbox/{place}/lost", json.dumps(lost)]
    )
    tab.page.reload()
    ready(tab)
    banner = tab.page.locator("[data-at=banner]")
    banner.get_by_text("This sample is not assigned to you").wait_for(timeout=15_000)
    tab.page.keyboard.press("k")  # it does not hold up the others
    assert len(wait_stored(app.workspace, 1)) == 1
    banner.get_by_role("button", name="Delete what").click()
    saved(tab)
    assert not banner.is_visible()
