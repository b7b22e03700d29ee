"""How long a participant's page takes to open on a phone's line: `python -m tests.load.reopening`.

The first time, with nothing kept in the browser; and again over a new connection. It is the paper's study, whose 50
texts, here of 25 words each, all come with the page. From the address being asked for to the screen being painted, as
the browser measures it.
"""

import asyncio
import random
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from curation.study.presets import moradi2021
from curation.study.records import StudyItem
from data.study.sampling import DrawnItems
from data.study.studies import Studies
from data.study.study import Study
from data.workspace import Workspace
from tests.data.study.study_data import WORDS, made_up
from tests.e2e.conftest import ARGUMENTS, CHROMIUM, App, free_port
from tests.load.lines import SPEEDS, Line, Speed
from tests.load.printed import print_machine, print_times

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

TIMES = 20
PAINTED = """
(function look() {
  const shown = document.querySelector("main")?.shadowRoot?.querySelector("[data-at=screen] *")
  if (!shown) return requestAnimationFrame(look)
  const after = new MessageChannel()
  after.port1.onmessage = () => (window.painted = performance.now())
  after.port2.postMessage(0)
})()
"""


async def measured(browser: "Browser", app: App, token: str, speed: Speed) -> tuple[list[float], list[float]]:
    """Milliseconds of the first opening, each in a browser that knows nothing, and of opening again."""
    first, again = [], []
    async with Line(app.port, speed) as line:
        url = f"http://127.0.0.1:{line.port}/study?t={token}"
        for _ in range(TIMES):
            context = await browser.new_context(viewport={"width": 390, "height": 844})
            await context.add_init_script(PAINTED)
            page = await context.new_page()
            first.append(await _opened(page, url))
            await page.goto("about:blank")
            line.hang_up()
            await asyncio.sleep(0.5)
            again.append(await _opened(page, url))
            await context.close()
    return first, again


async def _opened(page: "Page", url: str) -> float:
    await page.goto(url)
    await page.wait_for_function("window.painted")
    return float(await page.evaluate("window.painted"))


async def _agreed(browser: "Browser", url: str) -> None:
    """Agree, so that all texts of the study come with the page from then on."""
    context = await browser.new_context()
    page = await context.new_page()
    await page.goto(url)
    await page.get_by_role("button", name="I agree, begin").click()
    await page.get_by_role("heading", name="About you").wait_for()
    await context.close()


async def _all(app: App, token: str) -> None:
    from playwright.async_api import async_playwright

    path = next((path for path in CHROMIUM if path and Path(path).exists()), None)
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        await _agreed(browser, f"{app.url}/study?t={token}")
        for speed in SPEEDS:
            first, again = await measured(browser, app, token, speed)
            kilobits = f"{speed.down / 1000:,.0f} kbit/s"
            print(f"{speed.name} ({kilobits}, {1000 * speed.trip:.0f} ms there and back, connections too):", flush=True)
            print_times("first opening", first, "ms")
            print_times("opening again", again, "ms")
        await browser.close()


def _study(workspace: Workspace) -> Study:
    design, studies, drawn = moradi2021(("toy/test",)), Studies(workspace), random.Random(0)
    words = [WORDS[n % 10] + WORDS[n // 10] for n in range(100)]
    made = made_up(design)

    def worded(item: StudyItem) -> StudyItem:
        text = " ".join(drawn.choices(words, k=25))
        return replace(item, original={"text": text}, perturbed={"text": text.replace("e", "3", 1)})

    return studies.open(studies.keep(design, DrawnItems([worded(item) for item in made.items], [])))


def main() -> int:
    """Measure it at each speed."""
    print_machine()
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder) / "workspace").prepare()
        (invited,) = _study(workspace).invite(1)
        app = App(workspace, free_port()).start()
        try:
            asyncio.run(_all(app, invited.token))
        finally:
            app.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
