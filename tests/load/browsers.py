"""Annotators in real browsers: each thinks for a while, presses a key, and its browser notes what became of it."""

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.e2e.conftest import ARGUMENTS, CHROMIUM
from tests.load.seen import Seen

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page

KEYS = "k" * 14 + "xvsu" + "12"  # mostly kept; some discarded, skipped, taken back, relabelled
OUTBOX = "flinch-outbox/"
WATCH = """((PREFIX, EVERY) => {
  if (location.protocol === "about:") return
  const made = new Map(), { setItem, removeItem } = Storage.prototype
  // What was seen is told together, for a call into the browser's driver costs more than what is watched; until then it
  // lies where a reload or a crash does not take it.
  const { sessionStorage: kept } = window, told = JSON.parse(kept.getItem("told") ?? "[]")
  const tell = (what, event) => setItem.call(kept, "told", JSON.stringify((told.push([what, event]), told)))
  const flush = () => told.length && (noted(told.splice(0)), removeItem.call(kept, "told"))
  let sent = 0
  window.painted = []
  window.flush = flush
  setInterval(flush, EVERY)
  Storage.prototype.setItem = function (name, value) {
    if (name.startsWith(PREFIX)) {
      const event = JSON.parse(value)
      made.set(event.id, performance.now())
      tell("made", event)
    }
    return setItem.call(this, name, value)
  }
  Storage.prototype.removeItem = function (name) {
    if (name.startsWith(PREFIX) && this.getItem(name) !== null) {
      const id = name.split("/").at(-1), now = performance.now()
      tell("saved", { id, waited: now - (made.get(id) ?? now), answered: now - sent })
    }
    return removeItem.call(this, name)
  }
  const { fetch } = window
  window.fetch = function (...what) {
    if (what[1]?.method === "POST") sent = performance.now()
    return fetch.apply(this, what)
  }
  const { send } = WebSocket.prototype
  WebSocket.prototype.send = function (data) {
    sent = performance.now()
    return send.call(this, data)
  }
  addEventListener("keydown", event => {
    const began = event.timeStamp
    requestAnimationFrame(() => {
      const after = new MessageChannel()
      after.port1.onmessage = () => painted.push(performance.now() - began)
      after.port2.postMessage(0)
    })
  }, true)
})"""


@dataclass
class Annotator:
    """One person with a browser of their own."""

    name: str
    page: "Page"
    context: "BrowserContext"
    seen: Seen
    random: random.Random
    think: float
    reloads: int = 0

    async def sit_down(self, url: str) -> None:
        """Open the desk and wait for the first sample."""
        await self.page.goto(f"{url}/curate", timeout=120_000)
        await self.page.locator("[data-at=card]").wait_for(timeout=120_000)

    async def work(self, until: float) -> None:
        """Decide until then (by `time.monotonic`), thinking at most `think` seconds about each sample."""
        while (now := time.monotonic()) < until:
            await asyncio.sleep(min(self.random.uniform(0.2, 1.0) * self.think, until - now))
            with suppress(Exception):  # a page that is reloading takes no key, and may never say so
                await asyncio.wait_for(self.page.keyboard.press(self.random.choice(KEYS)), 10)

    async def gather(self) -> None:
        """Keep what the browser has not told yet, and how long its paints took, which a reload would forget."""
        with suppress(Exception):
            await self.page.evaluate("flush()")
            self.seen.painted += await self.page.evaluate("painted.splice(0)")

    async def reload_if_told(self) -> bool:
        """Press the banner's button when it is there: the page says that it can't find the server again by itself."""
        button = self.page.get_by_role("button", name="Reload the page")
        with suppress(Exception):
            if await button.is_visible():
                await self.gather()
                await button.click(timeout=2000)
                self.reloads += 1
                return True
        return False

    async def waiting(self) -> int:
        """Decisions in this browser that the server has not acknowledged."""
        held = f"Object.keys(localStorage).filter(name => name.startsWith('{OUTBOX}')).length"
        with suppress(Exception):
            return int(await self.page.evaluate(held))
        return 1


@asynccontextmanager
async def annotators(
    url: str, people: int, think: float, seed: int, seen: Seen, every: float = 1.0
) -> AsyncIterator[list[Annotator]]:
    """So many people, each at a desk of their own, in one Chromium; `seen` hears of it `every` so many seconds."""
    from playwright.async_api import async_playwright

    path = next((path for path in CHROMIUM if path and Path(path).exists()), None)
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        found = [await _annotator(browser, url, f"Person {n + 1}", think, seed + n, seen, every) for n in range(people)]
        await asyncio.gather(*(person.sit_down(url) for person in found))
        yield found
        await browser.close()


async def _annotator(
    browser: "Browser", url: str, name: str, think: float, seed: int, seen: Seen, every: float
) -> Annotator:
    context = await browser.new_context(viewport={"width": 1280, "height": 860})
    cookie: Any = {"name": "flinch_annotator", "value": name.replace(" ", "%20"), "url": url}
    await context.add_cookies([cookie])
    await context.expose_function("noted", lambda told: seen.hear(name, told))
    await context.add_init_script(f"{WATCH}({json.dumps(OUTBOX)}, {1000 * every})")
    page = await context.new_page()
    page.on("pageerror", lambda error: seen.complaints.append(f"{name}: {error}"))
    return Annotator(name, page, context, seen, random.Random(seed), think)
