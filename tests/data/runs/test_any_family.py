"""A family that is no network at all goes through a whole evaluation: no torch, no training, nothing kept."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.errors import BadInput
from core.identity import content_id
from core.models import registry
from core.models.device import Device
from core.models.family import CatalogueEntry, ModelPlan, ModelStore, Report
from core.models.predictor import Check, Cost, Identity, Labelled, Output, Texts, unchecked
from core.models.spec import Material, ModelSpec
from core.models.tasks import LABELLING
from core.records import Task
from core.severity import pps
from data.datasets.stored import dataset_card
from data.jobs.job import Job, run_inline, work
from data.jobs.jobs import create, status
from data.jobs.records import JobState
from data.runs.evaluation import material
from data.runs.files import predictions_path, read_predictions
from data.runs.scores import run_card, scores
from data.workspace import Workspace
from tests.data.runs.run_data import CNN, WORDS, asked, reviews

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True, slots=True)
class Keywords:
    """Says "good" where a good word is left."""

    identity: Identity

    def predict(self, texts: Sequence[Texts], check: Check = unchecked) -> list[Output]:
        check()
        return [self._said(" ".join(text)) for text in texts]

    def _said(self, text: str) -> Output:
        good = any(word in text.split() for word in WORDS["good"])
        return Labelled("good" if good else "bad", (0.1, 0.9) if good else (0.8, 0.2))


@dataclass(frozen=True)
class KeywordFamily:
    """Nothing to train, nothing to keep."""

    kind: str = "keywords"
    catalogue: tuple[CatalogueEntry, ...] = (CatalogueEntry("words", "Words", ModelSpec("Words", "keywords")),)
    tasks: frozenset[Task] = LABELLING

    def spec_of(self, path: str) -> ModelSpec | None:
        return None

    def check(self, spec: ModelSpec) -> None:
        return None

    def cost(self, spec: ModelSpec, train: int, dev: int) -> Cost:
        return Cost(0, 0.001)

    def plan(self, spec: ModelSpec, task: Task, labels: tuple[str, ...], material: Material) -> ModelPlan:
        return ModelPlan(spec, task, labels, content_id(*WORDS["good"]), Cost(0, 0.001))

    def ready(self, plan: ModelPlan, material: Material, device: Device, store: ModelStore, report: Report) -> Keywords:
        return Keywords(plan.identity)


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelSpec]:
    """The spec of a family that is known for the length of the test."""
    registry.families()
    monkeypatch.setattr(registry, "_FAMILIES", dict(registry._FAMILIES))
    registry.register(KeywordFamily())
    yield registry.usual_spec("words")


def test_it_is_evaluated_beside_a_network(workspace: Workspace, words: ModelSpec) -> None:
    reviews(workspace)
    run_id = run_inline(workspace, "evaluate", "reviews", asked(words, CNN).arguments())
    card = run_card(workspace, run_id)
    assert [(model.name, model.dev_accuracy is None, model.trained_on) for model in card.models] == [
        ("Words", True, 0),
        ("CNN", False, 88),
    ]
    table = {(s.metric, s.severity): s.value for s in scores(workspace, run_id) if s.model == "Words"}
    # Every original text says its label by its words. A deletion can take one of a good text's two good words, and
    # of three deleted words at least one text loses both.
    assert table["accuracy", None] == 1
    assert table["accuracy", pps(1)] == 1
    assert 0.5 < table["accuracy", pps(3)] < 1
    cell = card.cell(card.cells[0])
    rows = read_predictions(predictions_path(workspace.runs / run_id, card.models[0], cell))
    assert {(row.gold, row.label) for row in rows} == {("good", "good"), ("bad", "bad")}
    assert len(list(workspace.models.iterdir())) == 1  # the network's


def test_a_model_that_costs_nothing_to_make_is_made_of_the_training_examples(
    workspace: Workspace, words: ModelSpec
) -> None:
    reviews(workspace)
    held = material(workspace, asked(words), dataset_card(workspace, "reviews"), words)
    assert (len(held.train), len(held.dev)) == (88, 16)


def test_what_is_told_of_a_run_never_goes_back(workspace: Workspace, words: ModelSpec) -> None:
    reviews(workspace)
    told: list[tuple[float, str]] = []
    evaluation = asked(words, CNN).arguments()
    run_inline(workspace, "evaluate", "reviews", evaluation, lambda n, of, what: told.append((n / max(of, 1), what)))
    shares = [share for share, _ in told]
    assert shares == sorted(shares) and shares[-1] == 1
    perturbing = [(share, what) for share, what in told if what.startswith("Perturbing")]
    assert perturbing[-1][0] == 0 and perturbing[-1][1].endswith("(50 of 50 texts)")  # 25 at two severities


def test_it_needs_no_torch(workspace: Workspace) -> None:
    script = (
        "import sys; from tests.data.runs.test_any_family import *; registry.register(KeywordFamily()); "
        "plan = registry.family('keywords').plan(registry.usual_spec('words'), Task.CLASSIFICATION, (), Material()); "
        "assert Keywords(plan.identity).predict([('a fine day',)])[0].label == 'good'; "
        "assert 'torch' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_what_it_has_predicted_is_not_asked_again(workspace: Workspace, words: ModelSpec) -> None:
    reviews(workspace)
    run_id = run_inline(workspace, "evaluate", "reviews", asked(words).arguments())
    files = {path: path.stat().st_mtime_ns for path in (workspace.runs / run_id).glob("predictions-*")}
    assert len(files) == 3
    assert work(Job(workspace.jobs / run_id)) is JobState.DONE
    assert {path: path.stat().st_mtime_ns for path in files} == files


class Absent(KeywordFamily):
    """Its words are not there; `early` says whether that shows before the first prediction."""

    def __init__(self, early: bool) -> None:
        super().__init__(kind="absent", catalogue=())
        object.__setattr__(self, "_early", early)

    def plan(self, spec: ModelSpec, task: Task, labels: tuple[str, ...], material: Material) -> ModelPlan:
        if self._early:
            raise BadInput("There are no words; write some.")
        return super().plan(spec, task, labels, material)

    def ready(self, plan: ModelPlan, material: Material, device: Device, store: ModelStore, report: Report) -> Keywords:
        raise BadInput("There are no words; write some.")


@pytest.mark.parametrize("early", [True, False])
def test_a_model_that_fails_keeps_no_other_from_being_evaluated(
    workspace: Workspace, words: ModelSpec, early: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    reviews(workspace)
    registry.register(Absent(early))
    job = create(workspace, "evaluate", "reviews", asked(ModelSpec("Absent", "absent"), words).arguments())
    assert work(Job(workspace.jobs / job)) is JobState.FAILED
    assert status(workspace, job).error == (
        "Absent: There are no words; write some. The other model is done; run the job again to continue."
    )
    assert {score.model for score in scores(workspace, job)} == {"Words"}
    assert not run_card(workspace, job).finished
    assert "Absent is left out: There are no words; write some." in capsys.readouterr().out


def test_a_run_without_a_model_that_can_be_had_says_why(workspace: Workspace, words: ModelSpec) -> None:
    reviews(workspace)
    registry.register(Absent(early=True))
    job = create(workspace, "evaluate", "reviews", asked(ModelSpec("Absent", "absent")).arguments())
    assert work(Job(workspace.jobs / job)) is JobState.FAILED
    assert status(workspace, job).error == "There are no words; write some."
