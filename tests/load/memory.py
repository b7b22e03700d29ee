"""What the app holds after many visits and decisions: `python -m tests.load.memory --help`.

Each visit is a browser of its own that opens one page after the other's turn, and goes; at the desk somebody decides.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import psutil

from data.workspace import Workspace
from pages.ui.shell.navigation import PAGES
from tests.e2e.conftest import App, free_port
from tests.e2e.desk_steps import prepare
from tests.load.curation import QUOTA, want
from tests.load.printed import print_machine
from tests.pages.heatmaps.finished_run import four_severities, write_run
from tools.bench.browser import VIEWPORT, chromium

MEBIBYTE = 2**20
DRAWN = "[data-testid=stApp][data-test-script-state=notRunning]"
LONG = 120_000  # milliseconds
APART = 60  # milliseconds between two keys
LOOKS = 25  # visits
VIEWS = (  # of the heatmaps, with their switches
    "Heatmap&of=mine", "Heatmap&of=mine&several=1", "Severity",
    "Compare", "Compare&difference=1", "Compare&with=run", "Leaderboards", "Worst of k",
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Visit, decide, and print what the app is resident with; returns 1 where that is more than it may be."""
    asked = _parser().parse_args(arguments)
    print_machine()
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder) / "workspace").prepare()
        prepare(workspace, asked.decisions + 100)
        want(workspace, QUOTA)
        write_run(workspace, ["thing", "place"] * 50, ["thing", "thing"] * 50, four_severities("word_deletion"))
        app = App(workspace, free_port()).start()
        try:
            held = _visited(app, asked.visits, asked.decisions)
        finally:
            app.kill()
    print(f"  resident after {asked.visits:,} visits and {asked.decisions:,} decisions: {held:.0f} MiB")
    return int(held > asked.most)


def _visited(app: App, visits: int, decisions: int) -> float:
    """Open every page in turn, in a fresh browser each time; returns what the app holds then, in MiB."""
    assert app.process
    process = psutil.Process(app.process.pid)
    paths = [name for name, _ in PAGES if name not in ("start", "team")]
    paths += ["", *(f"heatmaps?view={view}" for view in VIEWS)]
    desks = sum(path == "curate" for path, _ in zip(cycle(paths), range(visits), strict=False))
    with chromium() as browser:
        for n, path in zip(range(visits), cycle(paths), strict=False):
            context = browser.new_context(viewport=VIEWPORT)
            context.add_cookies([{"name": "flinch_annotator", "value": f"Person{n}", "url": app.url}])
            page = context.new_page()
            page.goto(f"{app.url}/{path}")
            page.locator(DRAWN).wait_for(timeout=LONG)
            if path == "curate":
                _decide(page, -(-decisions // desks))
            context.close()
            if n % LOOKS == LOOKS - 1:
                print(f"  {n + 1:5} visits {process.memory_info().rss / MEBIBYTE:6.0f} MiB", flush=True)
    return float(process.memory_info().rss / MEBIBYTE)


def _decide(page: Any, keys: int) -> None:
    page.locator("[data-at=card]").wait_for(timeout=LONG)
    for _ in range(keys):
        page.keyboard.press("k")
        page.wait_for_timeout(APART)
    page.get_by_text("✓ saved").wait_for(timeout=LONG)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--visits", type=int, default=300, help="pages opened (300)")
    parser.add_argument("--decisions", type=int, default=2000, help="decisions at the desk (2,000)")
    parser.add_argument("--most", type=float, default=300, help="MiB that the app may hold at the end (300)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
