"""Every page as it opens holds few words: what is longer is folded."""

import pytest
from playwright.sync_api import Page

from data.demo import ensure_demo
from pages.ui.shell.navigation import PAGES
from tests.e2e.conftest import App, Tab
from tests.e2e.test_accessibility import drawn, filled

pytestmark = pytest.mark.e2e
MOST = 350  # words before anything is opened
VIEWS = ("progress?view=decisions", "progress?view=export")
STANDING = [name for name, _ in PAGES if name not in ("start", "team")]  # Start has no path, Team is for teams
SEEN = """main => {
  const said = []
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const around = node.parentElement, box = around.getBoundingClientRect()
    if (around.closest("[data-testid=stIconMaterial], style, script, canvas")) continue
    if (around.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && box.width > 1 && box.height > 1)
      said.push(node.data)
  }
  return said.join(" ")
}"""


def test_no_page_opens_with_more_than_a_few_hundred_words(app: App, tab: Tab) -> None:
    ensure_demo(app.workspace)
    filled(app.workspace)
    counts = {path or "start": len(words(tab.page, f"{app.url}/{path}")) for path in ("", *STANDING, *VIEWS)}
    assert all(counts.values()), f"a page shows nothing: {counts}"
    long = {page: count for page, count in counts.items() if count > MOST}
    assert not long, f"too many words: {long}"


def words(page: Page, address: str) -> list[str]:
    """What a reader sees on the page as it opens: figures count as words, icons and signs do not."""
    page.goto(address)
    page.locator("h1").first.wait_for(timeout=60_000)
    drawn(page, "light")
    seen = page.get_by_test_id("stMain").evaluate(SEEN)
    return [word for word in seen.split() if any(map(str.isalnum, word))]
