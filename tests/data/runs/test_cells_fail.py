"""A cell that fails is tried again, then listed with its reason; the others are done, and a resume does the rest."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from errno import EDQUOT, EIO, ENOSPC
from pathlib import Path

import pyarrow as pa
import pytest

from core.errors import BadInput
from core.identity import content_id
from core.models import registry
from core.models.device import Device, choose
from core.models.family import CatalogueEntry, ModelPlan, ModelStore, Report
from core.models.predictor import Check, Cost, Identity, Labelled, Output, Texts, unchecked
from core.models.registry import family
from core.models.spec import Material, ModelSpec
from core.models.tasks import LABELLING
from core.records import Task
from data.jobs.job import Cancelled, Job, work
from data.jobs.jobs import create, status
from data.jobs.records import JobState
from data.models.folder import ModelFolder
from data.runs.cells import CellWork, written
from data.runs.files import CellFailure
from data.runs.job import executor_of
from data.runs.local_executor import LocalExecutor
from data.runs.scores import run_card
from data.runs.units import PredictionUnit
from data.workspace import Workspace
from pages.ui.evaluate.run_cards import details_of
from tests.data.runs.run_data import CNN, asked, reviews


@dataclass
class Touchy:
    """A model, and a family of it alone, that says "good" and refuses to read a text this short, so many times."""

    shortest: int = 0
    refusals: int = 0
    error: str = "the text is too short\nand more that nobody needs"
    kind: str = "touchy"
    catalogue: tuple[CatalogueEntry, ...] = ()
    tasks: frozenset[Task] = LABELLING
    identity = Identity("Touchy", "touchy", "")
    spec = ModelSpec("Touchy", "touchy")

    def spec_of(self, path: str) -> ModelSpec | None:
        return None

    def check(self, spec: ModelSpec) -> None:
        return None

    def cost(self, spec: ModelSpec, train: int, dev: int) -> Cost:
        return Cost(0, 1.0)

    def plan(self, spec: ModelSpec, task: Task, labels: tuple[str, ...], material: Material) -> ModelPlan:
        return ModelPlan(spec, task, labels, content_id("touchy"), Cost(0, 1.0))

    def ready(self, plan: ModelPlan, material: Material, device: Device, store: ModelStore, report: Report) -> "Touchy":
        return self

    def predict(self, texts: Sequence[Texts], check: Check = unchecked) -> list[Output]:
        check()
        if self.refusals and any(len(text[0].split()) <= self.shortest for text in texts if text[0] != "lovely"):
            self.refusals -= 1
            raise RuntimeError(self.error)
        return [Labelled("good", (0.0, 1.0)) for _ in texts]


@pytest.fixture
def touchy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Touchy]]:
    registry.families()
    monkeypatch.setattr(registry, "_FAMILIES", dict(registry._FAMILIES))

    def made(**how: object) -> Touchy:
        registry.register(family := Touchy(**how))  # type: ignore[arg-type]
        return family

    return made


def worked(workspace: Workspace, *models: ModelSpec) -> tuple[str, JobState]:
    reviews(workspace)
    job = create(workspace, "evaluate", "reviews", asked(*models).arguments())
    return job, work(Job(workspace.jobs / job))


def files(workspace: Workspace, job: str) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in (workspace.runs / job).glob("predictions-*")}


def test_it_is_listed_with_its_reason_and_the_others_are_done(
    workspace: Workspace, touchy: Callable[..., Touchy], capsys: pytest.CaptureFixture[str]
) -> None:
    family = touchy(shortest=3, refusals=2)  # only three deleted words make a text so short
    job, state = worked(workspace, family.spec, CNN)
    assert state is JobState.FAILED
    why = "RuntimeError: the text is too short"
    assert status(workspace, job).error == (
        f"1 cell failed: Touchy on word_deletion@3 ({why}); run the job again to continue."
    )
    card = run_card(workspace, job)
    assert not card.finished
    assert card.failures == (CellFailure("Touchy", "word_deletion@3", why),)
    assert details_of(card)["Failed cells"] == f"Touchy on word_deletion@3 ({why})"
    assert len(files(workspace, job)) == 5  # two models and three cells, but one
    said = capsys.readouterr().out
    assert f"Touchy on word_deletion@3 failed and will be tried again: {why}" in said
    assert f"Touchy on word_deletion@3 failed: {why}" in said
    before = files(workspace, job)
    assert work(Job(workspace.jobs / job)) is JobState.DONE
    assert run_card(workspace, job).failures == ()
    assert {name: before.get(name, time) for name, time in files(workspace, job).items()} == files(workspace, job)
    assert len(files(workspace, job)) == 6


def test_what_fails_once_is_done_the_second_time(workspace: Workspace, touchy: Callable[..., Touchy]) -> None:
    job, state = worked(workspace, touchy(shortest=3, refusals=1).spec)
    assert state is JobState.DONE
    assert run_card(workspace, job).failures == ()
    assert status(workspace, job).done == status(workspace, job).total


def test_a_full_disk_is_said_as_such_whoever_met_it(workspace: Workspace, touchy: Callable[..., Touchy]) -> None:
    full = "Error while serializing: I/O error: No space left on device (os error 28)"  # as it comes out of Rust
    job, _ = worked(workspace, touchy(shortest=9, refusals=99, error=full).spec)
    assert {one.reason.partition(".")[0] for one in run_card(workspace, job).failures} == {"The disk is full"}


def test_a_lack_of_memory_is_said_so_that_one_knows_what_to_do(
    workspace: Workspace, touchy: Callable[..., Touchy]
) -> None:
    job, _ = worked(workspace, touchy(shortest=9, refusals=99, error="CUDA out of memory").spec)
    failures = run_card(workspace, job).failures
    assert len(failures) == 3
    assert all(one.reason.startswith("There was not enough memory. Close other programs") for one in failures)
    assert failures[0].condition == ""
    assert "Touchy on the original texts (There was not enough memory." in status(workspace, job).error


@pytest.mark.parametrize(
    ("fault", "of_all"),
    [
        (OSError(ENOSPC, "full"), True), (OSError(EDQUOT, "full"), True), (BadInput("no model"), True),
        (Cancelled(), True), (OSError(EIO, "odd"), False), (ValueError("odd"), False),
    ],
)  # fmt: skip
def test_a_full_disk_and_a_lost_model_concern_all_cells_and_other_faults_their_own(
    tmp_path: Path, fault: Exception, of_all: bool
) -> None:
    def ask(parts: Iterator[PredictionUnit]) -> Iterator[pa.Table]:
        raise fault

    plan = family("cnn").plan(CNN, Task.CLASSIFICATION, ("bad", "good"), Material())
    unit = PredictionUnit("run", plan, choose("cpu"), ModelFolder(tmp_path / "model"), ())
    cell = CellWork("", "", tmp_path / "predictions.parquet", unit)
    if not of_all:
        assert written(cell, ask) is fault
    else:
        with pytest.raises(type(fault)):
            written(cell, ask)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("asked_for", "device", "gpus", "here"),
    [
        (0, "cpu", 2, True),
        (0, "auto", 2, False),
        (0, "auto", 1, True),
        (0, "auto", 0, True),
        (1, "auto", 2, True),
        (3, "cpu", 0, False),
    ],
)
def test_who_does_the_work_goes_by_the_gpus_unless_it_is_said(
    monkeypatch: pytest.MonkeyPatch, asked_for: int, device: str, gpus: int, here: bool
) -> None:
    monkeypatch.setattr("torch.cuda.device_count", lambda: gpus)
    with executor_of(device, asked_for) as executor:
        assert executor.sequential is here is isinstance(executor, LocalExecutor)
    if not here:
        assert executor.in_words(choose("cpu")).startswith(f"{asked_for or gpus} processes: CPU")
