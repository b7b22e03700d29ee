"""A team at the review desk, under load: `python -m tests.load.curation --help`.

Each part starts the app on a workspace of its own with real browsers before it, and compares at its end what every
browser was told with what the journal holds.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from core.records import Cell, Decision
from core.severity import pps
from data.append_log import AppendLog
from data.store import Store
from data.workspace import Workspace
from tests.e2e.conftest import App, free_port
from tests.e2e.desk_steps import prepare
from tests.load.browsers import Annotator, annotators
from tests.load.network import Network
from tests.load.printed import print_faults, print_machine, print_times
from tests.load.seen import Comparison, Seen, compare
from tests.load.wires import at_once, back_after_kills

CELLS = tuple(Cell("questions", "test", name, pps(1)) for name in ("negation", "word_deletion"))
SAMPLES = 40_000  # of each cell: 20 people decide up to 25 times a second
QUOTA = 1_000_000
WITHOUT_BROWSERS = ("one", "protocol", "back")  # but for the one
LOOKS = 5.0  # seconds between two looks at what a page says: each takes the browser from the page's own work
PATIENT = 60.0  # seconds that everybody gets at the end to see their last decision saved


@dataclass
class Scene:
    """The app, the people before it, and what their browsers saw."""

    app: App
    people: list[Annotator]
    seen: Seen
    network: Network


async def steady(scene: Scene, asked: argparse.Namespace) -> str:
    """Everybody decides for so many minutes."""
    await _everybody(scene, time.monotonic() + 60 * asked.minutes)
    assert scene.app.process
    resident = psutil.Process(scene.app.process.pid).memory_info().rss / 2**20
    return f"the app holds {resident:.0f} MiB"


async def kills(scene: Scene, asked: argparse.Namespace) -> str:
    """The app is killed with SIGKILL so many times at random moments and started again, while everybody decides."""
    drawn = random.Random(asked.seed)
    over = asyncio.Event()
    work = asyncio.gather(*(_until(person, over) for person in scene.people))
    for _ in range(asked.kills):
        await asyncio.sleep(drawn.uniform(1, 8))
        await asyncio.to_thread(scene.app.kill)
        await asyncio.to_thread(scene.app.start)
        scene.seen.resumed += await asyncio.gather(*(_resumed(person) for person in scene.people))
    over.set()
    await work
    reloads = sum(person.reloads for person in scene.people)
    return f"killed {asked.kills} times; {reloads} reloads were asked for by the page and done"


async def cut(scene: Scene, asked: argparse.Namespace) -> str:
    """The network goes for so many seconds while everybody goes on deciding, and comes back."""
    over = asyncio.Event()
    work = asyncio.gather(*(_until(person, over) for person in scene.people))
    await asyncio.sleep(15)
    scene.network.cut()
    await asyncio.sleep(asked.cut)
    banner = scene.people[0].page.locator("[data-at=banner]")
    said = await banner.inner_text() if await banner.is_visible() else "nothing"
    waiting = sum([await person.waiting() for person in scene.people])
    scene.network.mend()
    scene.seen.resumed += await asyncio.gather(*(_resumed(person) for person in scene.people))
    await asyncio.sleep(15)
    over.set()
    await work
    return f"{waiting} decisions waited in browsers when it came back; the first desk said: {' '.join(said.split())!r}"


PARTS: dict[str, Callable[[Scene, argparse.Namespace], Awaitable[str]]] = {
    "steady": steady,
    "kills": kills,
    "cut": cut,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the parts asked for; returns how many decisions or pages went wrong."""
    asked = _parser().parse_args(arguments)
    print_machine()
    return sum(_measured(part, asked) for part in asked.parts or [*PARTS, *WITHOUT_BROWSERS])


def _measured(part: str, asked: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder) / "workspace").prepare()
        prepare(workspace, SAMPLES, CELLS)
        want(workspace, QUOTA)
        app = App(workspace, free_port()).start()
        try:
            print(f"{part}:", flush=True)
            if part == "protocol":
                seen, more = asyncio.run(at_once(app.port, asked.wires, 60 * asked.minutes, asked.think_wires)), ""
            elif part == "back":
                seen, more = asyncio.run(back_after_kills(app, asked.people, asked.kills)), ""
            elif part == "one":
                seen, more = asyncio.run(_among_others(app, asked))
            else:
                seen, more = asyncio.run(_watched(app, part, asked))
        finally:
            app.kill()
        found = compare(seen, AppendLog(workspace.journal, Decision).read())
        _print(seen, found, more)
        return found.faults + len(seen.complaints)


def want(workspace: Workspace, quota: int) -> None:
    """Have cells collect so many samples."""
    store = Store.open(workspace)
    store.set_quota(quota)
    store.close()


async def _watched(app: App, part: str, asked: argparse.Namespace) -> tuple[Seen, str]:
    seen = Seen()
    async with Network(app.port) as network:
        url = f"http://127.0.0.1:{network.port}"
        every = 5.0 if part == "steady" else 1.0  # where it is awaited that something is saved it must be heard soon
        async with annotators(url, asked.people, asked.think, asked.seed, seen, every) as people:
            scene = Scene(app, people, seen, network)
            more = await PARTS[part](scene, asked)
            await _settled(scene)
    return seen, more


async def _among_others(app: App, asked: argparse.Namespace) -> tuple[Seen, str]:
    """One person in a browser while all others decide by protocol, as if from machines of their own: the times are the
    browser's, the decisions everybody's."""
    others = asyncio.create_task(at_once(app.port, asked.people - 1, 60 * asked.minutes + 15, asked.think))
    seen, more = await _watched(app, "steady", argparse.Namespace(**{**vars(asked), "people": 1}))
    heard = await others
    seen.made |= heard.made
    seen.maker |= heard.maker
    seen.saved |= heard.saved
    seen.complaints += heard.complaints
    return seen, more


async def _everybody(scene: Scene, until: float) -> None:
    await asyncio.gather(*(person.work(until) for person in scene.people))


async def _until(person: Annotator, over: asyncio.Event) -> None:
    while not over.is_set():
        await person.work(time.monotonic() + 1)


async def _resumed(person: Annotator) -> float:
    """Seconds until something of this person is saved again; a page that says that it needs a reload gets one."""
    began, known = time.monotonic(), set(person.seen.saved)
    looked = began
    while time.monotonic() - began < PATIENT:
        mine = person.seen.saved - known
        if any(person.seen.maker.get(id_) == person.name for id_ in mine):
            return time.monotonic() - began
        if time.monotonic() - looked > LOOKS:
            looked = time.monotonic()
            await person.reload_if_told()
        await asyncio.sleep(0.1)
    person.seen.complaints.append(f"{person.name}: nothing was saved within {PATIENT:g} s")
    return PATIENT


async def _settled(scene: Scene) -> None:
    """Give every browser the time to empty its outbox."""
    deadline = time.monotonic() + PATIENT
    while any([await person.waiting() for person in scene.people]) and time.monotonic() < deadline:
        for person in scene.people:
            if await person.waiting():
                await person.reload_if_told()
        await asyncio.sleep(0.5)
    for person in scene.people:
        await person.gather()
        if await person.waiting():
            scene.seen.complaints.append(f"{person.name}: decisions are still waiting")


def _print(seen: Seen, found: Comparison, more: str) -> None:
    print(f"  {len(seen.made):,} decisions made, {len(seen.saved):,} acknowledged{f'; {more}' if more else ''}")
    print(
        f"  lost {len(found.lost)}, doubled {len(found.doubled)}, of nobody's making {len(found.unknown)}, under "
        f"another's name {len(found.misassigned)}, two people's {len(found.twice)}, shown again {len(found.again)}; "
        f"second opinions {len(found.second)}"
    )
    for name, values, unit in (
        ("key to next sample painted", seen.painted, "ms"),
        ("key to acknowledged", seen.acknowledged, "ms"),
        ("message to its answer", seen.answered, "ms"),
        ("server's return to something saved", seen.resumed, "s"),
    ):
        print_times(name, values, unit)
    print_faults(seen.complaints, 10)
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"{', '.join((*PARTS, *WITHOUT_BROWSERS))}; all when none is named"
    )
    parser.add_argument("--people", type=int, default=20, help="browsers (20)")
    parser.add_argument("--minutes", type=float, default=5, help="how long a steady part lasts (5)")
    parser.add_argument("--think", type=float, default=2, help="seconds thought at most about a sample (2)")
    parser.add_argument("--kills", type=int, default=40, help="how often the app is killed (40)")
    parser.add_argument("--cut", type=float, default=120, help="seconds without a network (120)")
    parser.add_argument("--wires", type=int, default=50, help="people of the part `protocol` (50)")
    parser.add_argument("--think-wires", type=float, default=5, help="seconds they think at most (5)")
    parser.add_argument("--seed", type=int, default=0)
    return parser


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
