"""The mark of a deletion: apart from words, close to punctuation."""

import pytest

from core.records import Candidate, Cell, DatasetCard, FieldRewrite, Sample, Task, TextField
from core.rewrite import Piece, Rewrite
from core.severity import pps
from data.datasets.stored import save_dataset
from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import sit_down
from tools.candidates import hand_in

pytestmark = pytest.mark.e2e
TEXT = "It was a very good film, really."
MARGINS = "marks => marks.map(mark => [getComputedStyle(mark).marginLeft, getComputedStyle(mark).marginRight])"


def test_a_deletion_stands_apart_from_words_and_close_to_punctuation(app: App, tab: Tab) -> None:
    save_dataset(
        app.workspace,
        DatasetCard("film", Task.CLASSIFICATION, ("good", "bad"), ("text",), {}),
        [Sample("film", "test", (TextField("text", TEXT),), "good")],
    )
    gone = [Piece(TEXT.index(word), TEXT.index(word) + len(word), "") for word in ("very ", " really")]
    rewrite = FieldRewrite("text", Rewrite.of(TEXT, gone))
    cell = Cell("film", "test", "word_deletion", pps(2))
    hand_in(app.workspace, "film", [(Candidate("sample-0", cell, 0, (rewrite,)), "good")])
    sit_down(tab, app)
    marks = tab.page.locator(".changed .text:last-child del.gap")
    assert marks.evaluate_all(MARGINS) == [["0px", "4px"], ["4px", "0px"]]  # "a ×good", "film, ×."
