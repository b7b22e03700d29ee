"""The desk's buttons stand where they stood, whatever the sample before and after, and can be hit by a thumb."""

from typing import Any

import pytest

from core.records import Candidate, DatasetCard, FieldRewrite, GrammarIssue, Hint, Sample, Task, TextField
from core.rewrite import Piece, Rewrite
from data.datasets.stored import save_dataset
from data.workspace import Workspace
from tests.data.store.store_data import CELL
from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import LABELS, saved, sit_down, stored, wait_stored
from tools.candidates import hand_in

pytestmark = pytest.mark.e2e
BUTTONS = ".work :is([data-do=keep], [data-do=open], .choice, .sub button)"
PLACES = """all => all.filter(one => one.checkVisibility()).map(one => {
    const { x, y, width, height } = one.getBoundingClientRect(); return [one.innerText, x, y, width, height] })"""


def prepare_lengths(workspace: Workspace) -> None:
    """Samples of 4 to 180 words, every second with a hint and up to five grammar issues."""
    texts = [f"What is thing {n} " + "after thing " * (n % 6) ** 2 * 3 + "?" for n in range(40)]
    samples = [Sample(CELL.dataset, "test", (TextField("text", t),), "thing", n) for n, t in enumerate(texts)]
    save_dataset(workspace, DatasetCard(CELL.dataset, Task.CLASSIFICATION, LABELS, ("text",), {}), samples)
    made = [
        Candidate(sample.id, CELL, 1, (FieldRewrite("text", Rewrite.of(sample.text, [Piece(8, 8, "not ")])),))
        for sample in samples
    ]
    issues = [GrammarIssue("text", 8, 11, "NOT", f"This is complaint number {n} about the word." * 2) for n in range(5)]
    hints = [Hint(c.id, 0.5, "minilm", tuple(issues[: n % 5]), 1, "languagetool") for n, c in enumerate(made) if n % 2]
    hand_in(workspace, "job", [(candidate, "thing") for candidate in made], hints)


def places(tab: Tab) -> list[Any]:
    found: list[Any] = tab.page.locator(BUTTONS).evaluate_all(PLACES)
    return found


def test_the_buttons_stand_still_over_samples_of_any_length_with_and_without_hints(app: App, tab: Tab) -> None:
    prepare_lengths(app.workspace)
    sit_down(tab, app)
    for width, height, least in ((1440, 900, 8), (360, 740, 8)):
        tab.page.set_viewport_size({"width": width, "height": height})
        tab.page.wait_for_timeout(400)
        stood = places(tab)
        assert len(stood) >= least
        for n in range(12):
            tab.page.keyboard.press("k" if n % 3 else "s")
            tab.page.wait_for_timeout(60)
            assert places(tab) == stood
        assert all(y + h <= height for _, _, y, _, h in stood)
        if width == 360:
            assert min(h for *_, h in stood) >= 44
    keep = tab.page.get_by_role("button", name="Keep the label").bounding_box()
    assert keep
    saved(tab)
    before = len(stored(app.workspace))
    for _ in range(6):  # six clicks at one spot are six decisions
        tab.page.wait_for_timeout(450)
        tab.page.mouse.click(keep["x"] + 20, keep["y"] + 20)
    assert len(wait_stored(app.workspace, before + 6)) == before + 6
