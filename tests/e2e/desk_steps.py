"""What people do at the desk, for tests in a real browser."""

from collections.abc import Iterable

from core.errors import BadInput
from core.records import Cell, DatasetCard, Decision, Sample, Task, TextField, Verdict
from core.severity import pps
from data.datasets import dataset_card, save_dataset
from data.journal import read_journal
from data.workspace import Workspace
from tests.data.store_data import CELL, hint, write_job
from tests.e2e.conftest import App, Tab, wait_until

LABELS = ("thing", "place", "person")
OTHER = Cell("questions", "test", "word_deletion", pps(1))


def prepare(workspace: Workspace, samples: int = 300, cells: Iterable[Cell] = (CELL,)) -> None:
    """A data set with three labels and, in each cell, this many candidates, every second with a hint."""
    try:
        dataset_card(workspace, CELL.dataset)
    except BadInput:
        made = (Sample(CELL.dataset, "test", (TextField("text", f"What is thing {n}?"),), "thing") for n in range(3))
        save_dataset(workspace, DatasetCard(CELL.dataset, Task.CLASSIFICATION, LABELS, ("text",), ()), made)
    for cell in cells:
        hints = [hint(n, 0.5 + n / 1000, cell) for n in range(0, samples, 2)]
        write_job(workspace, range(samples), cell, job=f"job-{cell.perturbation}", hints=hints)


def sit_down(tab: Tab, app: App, name: str = "Ann") -> None:
    """Open the page, give a name and wait for the first sample."""
    tab.page.goto(f"{app.url}/curate")
    tab.page.get_by_label("Your name").fill(name)
    tab.page.keyboard.press("Enter")
    ready(tab)


def ready(tab: Tab) -> None:
    """Wait until a sample is shown."""
    tab.page.locator("[data-at=card]").wait_for(timeout=30_000)


def shown(tab: Tab) -> str:
    """The original text on the screen."""
    return str(tab.page.locator(".text").first.inner_text())


def saved(tab: Tab) -> None:
    """Wait until the desk says that everything is saved."""
    tab.page.get_by_text("✓ saved").wait_for(timeout=20_000)


def stored(workspace: Workspace) -> list[Decision]:
    """Every event in the journal, in order."""
    return list(read_journal(workspace.journal))


def wait_stored(workspace: Workspace, n: int, seconds: float = 20) -> list[Decision]:
    """Wait for n events in the journal."""
    wait_until(lambda: len(stored(workspace)) >= n, seconds, f"{len(stored(workspace))} of {n} events were stored")
    return stored(workspace)


def verdicts(decisions: Iterable[Decision]) -> list[Verdict]:
    return [decision.verdict for decision in decisions]
