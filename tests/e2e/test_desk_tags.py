"""Tagged samples at the desk: tags follow the change, words are tagged anew, and exports have the new tags."""

from collections.abc import Iterator

import pytest

from core.design import Condition, Design
from core.records import DatasetCard, Sample, Task, TextField, Verdict
from core.severity import pps
from data.candidates.request import CandidatesRequest
from data.datasets.stored import save_dataset
from data.hints.engines import HintRequest
from data.jobs.job import run_inline
from data.store.export import Export, take_away
from data.workspace import Workspace
from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import ready, saved, shown, sit_down, wait_stored

pytestmark = pytest.mark.e2e
TAGS = ("O", "B-LOC", "I-LOC", "B-PER", "I-PER")
WORDS = 'chips => chips.map(chip => chip.innerText.replace("\\n", "/"))'


def prepare_tagged(workspace: Workspace) -> None:
    """Six sentences with a person and a town of two words, negated."""

    def samples() -> Iterator[Sample]:
        for name in ("Anna", "Bob", "Carl", "Dora", "Emil", "Fay"):
            text = TextField("text", f"{name} is in New York .")
            yield Sample("tagged", "test", (text,), "", tags=("B-PER", "O", "O", "B-LOC", "I-LOC", "O"))

    save_dataset(workspace, DatasetCard("tagged", Task.TAGGING, TAGS, ("text",), {}), samples())
    request = CandidatesRequest(Design("tagged", "test", (Condition("negation", pps(1)),)), HintRequest("off", "off"))
    run_inline(workspace, "candidates", "tagged", request.arguments)


def chips(tab: Tab) -> list[str]:
    found: list[str] = tab.page.locator(".chip").evaluate_all(WORDS)
    return [chip.replace(" ✎", "") for chip in found]


def test_words_are_given_new_tags_by_mouse_and_by_keyboard(app: App, tab: Tab) -> None:
    prepare_tagged(app.workspace)
    sit_down(tab, app)
    page = tab.page
    name = shown(tab).split()[0]
    assert chips(tab) == [f"{name}/B-PER", "is/O", "not/O", "in/O", "New/B-LOC", "York/I-LOC", "./O"]
    page.keyboard.press("2")
    assert "Choose a word first" in page.locator("[data-at=say]").inner_text()
    page.get_by_role("button", name="not O").click()
    page.get_by_role("button", name="B-LOC 2").click()
    page.get_by_role("button", name="New B-LOC").click()
    page.keyboard.press("1")  # "York" begins its entity now
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("3")
    new = [f"{name}/B-PER", "is/O", "not/B-LOC", "in/O", "New/O", "York/B-LOC", "./I-LOC"]
    assert chips(tab) == new
    page.reload()  # what was changed and not saved yet is still there
    ready(tab)
    assert chips(tab) == new
    page.keyboard.press("k")
    page.keyboard.press("u")  # and back, with what was tagged
    assert chips(tab) == new
    page.get_by_role("button", name="Reset the tags").click()
    assert page.get_by_role("button", name="Keep the tags").is_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("5")  # on "York", which no person goes on before
    page.keyboard.press("k")
    page.keyboard.press("k")
    page.keyboard.press("x")
    saved(tab)
    decisions = wait_stored(app.workspace, 5)
    assert [d.verdict for d in decisions] == [
        Verdict.RELABEL,
        Verdict.UNDO,
        Verdict.RELABEL,
        Verdict.KEEP,
        Verdict.DISCARD,
    ]
    assert decisions[0].label == "B-PER O B-LOC O O B-LOC I-LOC"
    assert decisions[2].label == "B-PER O O O B-LOC B-PER O"
    app.kill()
    rows = {row["candidate_id"]: row for row in take_away(app.workspace, Export.CURATED).to_pylist()}
    assert rows[decisions[2].candidate_id]["label"] == decisions[2].label
    assert rows[decisions[3].candidate_id]["label"] == "B-PER O O O B-LOC I-LOC O"
    tab.complaints.clear()  # the browser says, rightly, that the app was gone


def test_on_a_telephone_a_tap_on_a_word_offers_its_tags(app: App, tab: Tab) -> None:
    prepare_tagged(app.workspace)
    tab.page.set_viewport_size({"width": 360, "height": 740})
    sit_down(tab, app)
    keep = tab.page.locator("[data-do=keep]")
    stood = keep.bounding_box()
    tab.page.get_by_role("button", name="York I-LOC").click()
    assert tab.page.locator("[data-at=labels]").get_attribute("data-asked") == "Tag “York” as"
    tab.page.get_by_role("button", name="B-PER 4").click()
    assert "York/B-PER" in chips(tab)
    assert keep.bounding_box() == stood
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 360
    tab.page.wait_for_timeout(400)
    keep.click()
    assert wait_stored(app.workspace, 1)[0].label == "B-PER O O O B-LOC B-PER O"
