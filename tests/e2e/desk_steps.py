"""What people do at the desk, for tests in a real browser."""

from collections.abc import Iterable, Sequence

from core.errors import BadInput
from core.records import (
    Bounds,
    Candidate,
    Cell,
    DatasetCard,
    Decision,
    FieldRewrite,
    Sample,
    Task,
    TextField,
    Verdict,
)
from core.rewrite import Piece, Rewrite
from core.severity import pps
from data.append_log import AppendLog
from data.datasets.stored import dataset_card, save_dataset
from data.workspace import Workspace
from tests.data.store.store_data import CELL, hint, write_job
from tests.e2e.conftest import App, Tab, wait_until
from tools.candidates import hand_in

LABELS = ("thing", "place", "person")
OTHER = Cell("questions", "test", "word_deletion", pps(1))


def prepare(workspace: Workspace, samples: int = 300, cells: Iterable[Cell] = (CELL,)) -> None:
    """A data set with three labels and, in each cell, this many candidates, every second with a hint."""
    try:
        dataset_card(workspace, CELL.dataset)
    except BadInput:
        made = (Sample(CELL.dataset, "test", (TextField("text", f"What is thing {n}?"),), "thing") for n in range(3))
        save_dataset(workspace, DatasetCard(CELL.dataset, Task.CLASSIFICATION, LABELS, ("text",), {}), made)
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
    return list(AppendLog(workspace.journal, Decision).read())


def wait_stored(workspace: Workspace, n: int, seconds: float = 20) -> list[Decision]:
    """Wait for n events in the journal."""
    wait_until(lambda: len(stored(workspace)) >= n, seconds, f"{len(stored(workspace))} of {n} events were stored")
    return stored(workspace)


def verdicts(decisions: Iterable[Decision]) -> list[Verdict]:
    return [decision.verdict for decision in decisions]


def put(
    workspace: Workspace,
    name: str,
    task: Task,
    labels: tuple[str, ...],
    gold: str,
    texts: Sequence[str],
    scale: Bounds | None = None,
) -> None:
    """A data set, and a cell of it in which every text has " not" put in at its end, the second " not 1" and so on."""
    fields = tuple(TextField(f"text{n}", text) for n, text in enumerate(texts))
    card = DatasetCard(name, task, labels, tuple(field.name for field in fields), {}, scale=scale)
    save_dataset(workspace, card, [Sample(name, "test", fields, gold)])
    cell, made = Cell(name, "test", "negation", pps(1)), []
    for n in range(20):
        more = f" not {n}" if n else " not"
        rewrites = [
            FieldRewrite(field.name, Rewrite.of(field.text, [Piece(len(field.text), len(field.text), more)]))
            for field in fields
        ]
        made.append((Candidate(f"sample-{n}", cell, 0, tuple(rewrites)), gold))
    hand_in(workspace, name, made)
