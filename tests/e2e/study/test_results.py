"""The results of a simulated study in a real browser: fitted aside, drawn, readable by all, taken away."""

import csv
from pathlib import Path

import pytest

from data.study_results.mixed import kept_figures
from tests.data.study_results.simulated_study import small_study
from tests.e2e.conftest import App, Tab, wait_until
from tests.e2e.test_accessibility import drawn, findings

pytestmark = pytest.mark.e2e


def test_the_results_are_fitted_drawn_and_taken_away(app: App, tab: Tab) -> None:
    study, page = small_study(app.workspace, careless=1), tab.page
    page.goto(f"{app.url}/studies")
    page.get_by_role("tab", name="Results").click(timeout=60_000)
    page.get_by_role("button", name="Fit the mixed model").click(timeout=60_000)
    wait_until(lambda: kept_figures(study.folder) is not None, 240, "the mixed model was not fitted")
    page.get_by_role("button", name="Fit the mixed model").wait_for(state="detached", timeout=60_000)
    page.get_by_text("Hollow mark: the mixed-effects estimate").wait_for(timeout=60_000)  # drawn once it is fitted

    drawn(page, "light")
    found = findings(page, {})
    page.emulate_media(color_scheme="dark")
    drawn(page, "dark")
    found += findings(page, {"runOnly": ["color-contrast"]})
    assert not found, "\n".join(found)

    page.get_by_test_id("stButtonGroup").get_by_text("Export", exact=True).click()
    page.get_by_role("heading", name="Methods").wait_for(timeout=60_000)
    with page.expect_download() as taken:
        page.get_by_role("button", name="CSV").first.click()
    rows = list(csv.DictReader(Path(taken.value.path()).read_text(encoding="utf-8").splitlines()))
    assert len(rows) == len(study.answers())
    assert {row["participant"][0] for row in rows} == {"A"}

    page.set_viewport_size({"width": 360, "height": 780})
    page.get_by_text("Add how you found the participants").wait_for()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360
