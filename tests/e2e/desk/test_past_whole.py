"""A decision whose sample has not come to the browser is asked for again, and taken back once it is there."""

from typing import TYPE_CHECKING

import pytest

from core.records import Verdict
from tests.e2e.conftest import App, Tab, wait_until
from tests.e2e.desk.test_wire import ADDRESS
from tests.e2e.desk_steps import prepare, saved, sit_down, verdicts, wait_stored

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.e2e


def test_a_decision_without_its_sample_is_not_taken_back_before_that_is_there(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20)
    sit_down(tab, app)
    unknown = {"id": "of-another-window", "candidate": "not-sent", "verdict": "keep", "detail": "", "seen": ""}
    asked: list[Route] = []
    answered: list[Route] = []

    def one_more(route: "Route") -> None:
        asked.append(route)
        if len(asked) == 1:
            answer = route.fetch()
            scene = answer.json()
            route.fulfill(response=answer, json=scene | {"recent": [unknown, *scene["recent"]]})
        elif len(asked) > 2:  # what was lacking takes its time
            route.fulfill(response=route.fetch())
            answered.append(route)

    tab.page.route(ADDRESS, one_more)
    tab.page.keyboard.press("k")
    wait_until(lambda: tab.page.wait_for_timeout(50) or len(asked) == 2, 10, "what was lacking was not asked for")
    tab.page.keyboard.press("u")
    tab.page.get_by_text("still loading").first.wait_for(timeout=10_000)
    wait_until(lambda: tab.page.wait_for_timeout(50) or bool(answered), 20, "it was not asked for again")
    tab.page.wait_for_timeout(200)  # the answer is on its way
    saved(tab)
    tab.page.keyboard.press("u")
    saved(tab)
    assert verdicts(wait_stored(app.workspace, 2)) == [Verdict.KEEP, Verdict.UNDO]
