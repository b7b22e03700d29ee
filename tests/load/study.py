"""The paper's study under load: `python -m tests.load.study --help`.

So many participants, each in a browser of their own, go through the whole design, 30 and 20 samples each, while the app
is killed once and the network goes once. At the end what each browser made is compared with what is stored of its link.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from curation.study.presets import moradi2021
from curation.study.records import StudyEvent, StudyEventKind
from data.study.study import Study
from data.workspace import Workspace
from tests.data.study.study_data import new_study
from tests.e2e.conftest import ARGUMENTS, CHROMIUM, App, free_port
from tests.load.browsers import OUTBOX, WATCH
from tests.load.network import Network
from tests.load.printed import print_faults, print_machine, print_times

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

LONGEST = 1800.0  # seconds that a participant gets
SCREEN = "[data-at=screen]"


@dataclass
class Told:
    """What one participant's browser made, by event id, what it was told is saved, and how long that took in
    milliseconds while nothing was disturbed."""

    token: str
    made: dict[str, dict[str, Any]] = field(default_factory=dict)
    saved: set[str] = field(default_factory=set)
    complaints: list[str] = field(default_factory=list)
    finished: bool = False


@dataclass
class Load:
    """All participants, and the server's answers while nobody disturbed it."""

    people: list[Told]
    answered: list[float] = field(default_factory=list)
    calm: bool = True

    def hear(self, told: Told, heard: Iterable[tuple[str, dict[str, Any]]]) -> None:
        for what, event in heard:
            self.note(told, what, event)

    def note(self, told: Told, what: str, event: dict[str, Any]) -> None:
        if what == "made":
            told.made.setdefault(str(event["id"]), event)
        else:
            told.saved.add(str(event["id"]))
            if self.calm:
                self.answered.append(float(event["answered"]))

    @property
    def judged(self) -> int:
        return sum(event.get("kind") == "answered" for told in self.people for event in told.made.values())


def faults(study: Study, told: Told) -> list[str]:
    """What is wrong with what is stored of one participant: lost, doubled, misassigned, of nobody's making."""
    session = study.session(told.token)
    assert session
    events = session.events()
    sent = [event for event in events if event.id in told.made]
    answers = [event for event in events if event.kind is StudyEventKind.ANSWERED]
    asked = list(events[0].items)
    return [
        *(f"lost: {id_}" for id_ in sorted(told.saved - {event.id for event in events})),
        *(f"doubled: {one}" for one in sorted({e.item for e in answers if sum(x.item == e.item for x in answers) > 1})),
        *(f"misassigned: {event.item}" for event in answers if event.item not in asked),
        *(f"unanswered: {item}" for item in asked if item not in {event.item for event in answers}),
        *(f"of nobody's making: {event.id}" for event in answers if event.id not in told.made),
        *(f"another answer: {event.id}" for event in sent if not _same(event, told.made[event.id])),
        *([] if told.finished else ["did not see the end"]),
        *told.complaints,
    ]


def _same(stored: StudyEvent, made: dict[str, Any]) -> bool:
    return dict(stored.answers) == made.get("answers", {}) and stored.item == made.get("item", "")


async def take_part(page: "Page", told: Told, url: str, think: float, drawn: random.Random) -> None:
    """Go through the study, whatever it shows, thinking at most `think` seconds about each screen."""
    await page.goto(f"{url}/study?t={told.token}")
    deadline = time.monotonic() + LONGEST
    while not told.finished and time.monotonic() < deadline:
        await asyncio.sleep(drawn.uniform(0.4, max(0.5, think)))
        with suppress(Exception):  # a page that is reloading takes nothing
            await _act(page, told, drawn)


async def _act(page: "Page", told: Told, drawn: random.Random) -> None:
    if await page.get_by_text("C-7").count():
        told.finished = True
    elif options := await page.locator(f"{SCREEN} [data-do=choose]").count():
        await page.keyboard.press(str(drawn.randrange(options) + 1))
    else:
        for group in await page.locator(f"{SCREEN} fieldset").all():
            await group.get_by_role("radio").first.check(force=True, timeout=2000)
        if await page.locator(f"{SCREEN} textarea").count():
            await page.locator(f"{SCREEN} textarea").fill("Nothing to add.", timeout=2000)
        await page.locator(f"{SCREEN} button.main").click(timeout=2000)


async def disturb(load: Load, app: App, network: Network, whole: int, cut: float) -> float:
    """Kill the app after a third of all judgements and cut the network after two; the seconds without an app."""
    await _judged(load, whole // 3)
    load.calm = False
    began = time.monotonic()
    await asyncio.to_thread(app.kill)
    await asyncio.to_thread(app.start)
    gone = time.monotonic() - began
    await _settled(load)
    await _judged(load, 2 * whole // 3)
    load.calm = False
    network.cut()
    await asyncio.sleep(cut)
    network.mend()
    await _settled(load)
    return gone


async def _judged(load: Load, n: int) -> None:
    deadline = time.monotonic() + LONGEST
    while load.judged < n and time.monotonic() < deadline:
        await asyncio.sleep(0.2)


async def _settled(load: Load) -> None:
    """Wait until what was made by now is saved, for two minutes at most."""
    made = [(told, set(told.made)) for told in load.people]
    deadline = time.monotonic() + 120
    while any(ids - told.saved for told, ids in made) and time.monotonic() < deadline:
        await asyncio.sleep(0.5)
    load.calm = True


async def everybody(app: App, load: Load, asked: argparse.Namespace, whole: int) -> float:
    """All participants at once, each in a browser of their own behind one network."""
    from playwright.async_api import async_playwright

    path = next((path for path in CHROMIUM if path and Path(path).exists()), None)
    async with Network(app.port) as network, async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        pages = [await _page(browser, load, told) for told in load.people]
        url = f"http://127.0.0.1:{network.port}"
        draws = [random.Random(asked.seed + n) for n in range(len(pages))]
        going = zip(pages, load.people, draws, strict=True)
        work = asyncio.gather(*(take_part(page, told, url, asked.think, drawn) for page, told, drawn in going))
        gone = await disturb(load, app, network, whole, asked.cut)
        await work
        await browser.close()
    return gone


async def _page(browser: "Browser", load: Load, told: Told) -> "Page":
    context = await browser.new_context(viewport={"width": 390, "height": 844})
    await context.expose_function("noted", lambda heard: load.hear(told, heard))
    await context.add_init_script(f"{WATCH}({json.dumps(OUTBOX)})")
    page = await context.new_page()
    page.on("pageerror", lambda error: told.complaints.append(str(error)))
    return page


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; returns how many faults there are."""
    asked = _parser().parse_args(arguments)
    print_machine()
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder) / "workspace").prepare()
        design = moradi2021(("toy/test",))
        parts = tuple(replace(p, per_participant=max(1, round(p.per_participant * asked.share))) for p in design.parts)
        small = replace(design, parts=parts, participants=asked.people, completion_code="C-7")
        study = new_study(workspace, replace(small, judgements_per_item=min(2, asked.people)))
        load = Load([Told(one.token) for one in study.invite(asked.people)])
        app = App(workspace, free_port()).start()
        began = time.monotonic()
        try:
            gone = asyncio.run(everybody(app, load, asked, asked.people * study.design.items_each))
        finally:
            app.kill()
        found = [f"{told.token[:4]}… {fault}" for told in load.people for fault in faults(study, told)]
        _print(study, load, time.monotonic() - began, gone, found)
        return len(found)


def _print(study: Study, load: Load, seconds: float, gone: float, found: list[str]) -> None:
    real = sum(study.items[answer.item].kind.value == "real" for answer in study.answers())
    finished = sum(told.finished for told in load.people)
    print(f"{finished} of {len(load.people)} participants finished in {seconds:.0f} s; {real:,} judgements of samples")
    print(f"the app was gone for {gone:.1f} s; faults: {len(found)}")
    print_times("message to its answer", load.answered, "ms")
    print_faults(found, 20)
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=20, help="participants (20)")
    parser.add_argument("--share", type=float, default=1.0, help="of the paper's 30 and 20 samples (1)")
    parser.add_argument("--think", type=float, default=2, help="seconds thought at most about a screen (2)")
    parser.add_argument("--cut", type=float, default=60, help="seconds without a network (60)")
    parser.add_argument("--seed", type=int, default=0)
    return parser


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
