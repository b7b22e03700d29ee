"""What a participant's browser has to fetch: one document and, once, its program; and little for every answer."""

import pytest

from pages.ui.study.served import PROGRAM
from tests.e2e.conftest import App, Tab
from tests.e2e.study.steps import begin, come, count, judge, paper, saved

pytestmark = pytest.mark.e2e
DOCUMENT = 4_000  # bytes, packed; a phone on 3G takes a tenth of a second for so much
WHOLE = 20_000
ANSWER = 2_000
FETCHED = """
performance.getEntries().filter(one => ["navigation", "resource"].includes(one.entryType))
  .map(one => [new URL(one.name).pathname.slice(1), one.transferSize])
"""


def fetched(tab: Tab) -> list[tuple[str, int]]:
    """The addresses this page asked since it was opened, and the bytes that came over the line."""
    return [(path, size) for path, size in tab.page.evaluate(FETCHED)]


def test_a_study_opens_with_one_document_and_its_program_and_opens_again_without_that(app: App, tab: Tab) -> None:
    token = paper(app.workspace).invite(1)[0].token
    tab.page.context.new_cdp_session(tab.page).send("Network.clearBrowserCache")  # of tests before
    come(tab, app, token)
    (page, document), (program, whole) = fetched(tab)
    assert (page, program) == ("study", PROGRAM.address)
    assert document < DOCUMENT
    assert document < whole < WHOLE
    begin(tab)
    judge(tab)
    saved(tab)
    tab.page.goto("about:blank")
    come(tab, app, token)
    assert count(tab) == "Text 2 of 12 · part 1 of 2"  # all of it is in the document
    assert [path for path, size in fetched(tab) if size] == ["study"]
    assert fetched(tab)[0][1] < DOCUMENT


def test_an_answer_takes_little(app: App, tab: Tab) -> None:
    token = paper(app.workspace).invite(1)[0].token
    come(tab, app, token)
    begin(tab)
    saved(tab)
    before = len(fetched(tab))
    judge(tab)
    saved(tab)
    tab.page.wait_for_timeout(500)
    ((path, size),) = fetched(tab)[before:]
    assert path == "study"
    assert 0 < size < ANSWER
