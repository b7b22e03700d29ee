"""What a participant's browser has to fetch: the program of the page once, and little for every answer."""

import pytest

from tests.e2e.conftest import App, Tab
from tests.e2e.study.steps import begin, come, judge, paper, saved

pytestmark = pytest.mark.e2e
SMALL = 15_000  # bytes: the program alone is three times as much


class Line:
    """What came through the line between a tab and the app, in bytes."""

    def __init__(self, tab: Tab) -> None:
        self.received = 0
        tab.page.on("websocket", lambda line: line.on("framereceived", self._note))

    def _note(self, frame: str | bytes) -> None:
        self.received += len(frame)

    def since(self) -> int:
        """Since the last call."""
        received, self.received = self.received, 0
        return received


def test_the_program_is_sent_once_and_an_answer_takes_little(app: App, tab: Tab) -> None:
    study = paper(app.workspace)
    token = study.invite(1)[0].token
    line = Line(tab)
    come(tab, app, token)
    first = line.since()
    begin(tab)
    saved(tab)
    line.since()
    judge(tab)
    saved(tab)
    tab.page.wait_for_timeout(500)
    assert line.since() < SMALL < first


def test_a_study_is_opened_again_without_its_program(app: App, tab: Tab) -> None:
    token = paper(app.workspace).invite(1)[0].token
    line = Line(tab)
    come(tab, app, token)
    first = line.since()
    tab.page.reload()
    tab.page.get_by_role("button", name="I agree, begin").wait_for(timeout=30_000)
    assert line.since() < SMALL < first
    tab.page.evaluate("localStorage.clear()")
    tab.page.reload()
    tab.page.get_by_role("button", name="I agree, begin").wait_for(timeout=30_000)
