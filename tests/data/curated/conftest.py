"""A workspace in which three people curated a few of the demo's samples, as a job and a desk would leave it."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from core.design import Design
from core.perturbations.conditions import parse_conditions
from core.records import Decision, Verdict
from data.candidates.manifest import CellVariants, write_manifest
from data.demo import ensure_demo
from data.store import Store
from data.variants.making import variants
from data.workspace import Workspace
from tests.data.store.store_data import ids_of

START = datetime(2026, 3, 1, tzinfo=UTC)
DESIGN = Design("demo-sentiment", "test", parse_conditions(["negation@1", "word_deletion@2"], ()), seed=3, limit=40)


def decide(store: Store) -> None:
    """Ann judges twelve of each cell, Bea every third of them too; Cem settles one dispute; one is taken back."""
    made: list[Decision] = []
    for row, progress in enumerate(store.cells()):
        for n, id_ in enumerate(ids_of(store, progress.cell)[:12]):
            at = START + timedelta(minutes=n, hours=row)
            verdict = (Verdict.KEEP, Verdict.KEEP, Verdict.DISCARD, Verdict.RELABEL)[n % 4]
            more = {Verdict.DISCARD: {"reason": "no sense"}, Verdict.RELABEL: {"label": "negative"}}.get(verdict, {})
            made.append(Decision(f"a{row}-{n}", id_, "Ann Alp", verdict, at, note="=Ann", milliseconds=900, **more))
            if n % 3 == 0:
                made.append(Decision(f"b{row}-{n}", id_, "Bea", Verdict.KEEP, at + timedelta(days=1)))
        settled = ids_of(store, progress.cell)[3]
        made.append(Decision(f"c{row}", settled, "Cem", Verdict.KEEP, START + timedelta(days=2), settles=True))
        undone = made[-2]
        made.append(Decision(f"u{row}", undone.candidate_id, undone.annotator, Verdict.UNDO, START + timedelta(days=3),
            undoes=undone.id))  # fmt: skip
    store.record(made)


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once: the folder of such a workspace, closed."""
    workspace = Workspace(tmp_path_factory.mktemp("curated"))
    ensure_demo(workspace.prepare())
    files = variants(workspace, DESIGN, workers=1)
    job = workspace.jobs / "job"
    job.mkdir()
    write_manifest(job, [CellVariants.of(file, workspace.root) for file in files])
    with closing(Store.open(workspace)) as store:
        store.ingest(job)
        decide(store)
    return workspace.root


@pytest.fixture
def curated(workspace: Workspace, prepared: Path) -> Iterator[Store]:
    shutil.copytree(prepared, workspace.root, dirs_exist_ok=True)
    with closing(Store.open(workspace)) as store:
        yield store
