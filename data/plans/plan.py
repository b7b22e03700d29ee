"""The plan of a whole paper: an evaluation for each of its data sets, and what stands in the way of the others."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from operator import add

from core.design import Design
from core.errors import BadInput
from core.models.spec import ModelSpec
from core.models.training.search import candidates
from core.models.training.seeds import learns
from core.perturbations.registry import find
from core.records import DatasetCard
from core.whole_papers import PaperTask
from data.datasets.stored import dataset_cards
from data.jobs.jobs import jobs
from data.jobs.pace import Expected
from data.models.hub import answers
from data.plans.at_hand import HubAnswers, card_for, learning, missing_model, split_for
from data.plans.done import PlanProgress, how_far
from data.plans.request import PaperRequest
from data.runs.estimate import time_expected
from data.runs.evaluation import Evaluation
from data.setup.device_seen import gpus_seen
from data.variants.alike import SameAsLower, alike
from data.workspace import Workspace

NOTHING_TO_DO = Expected(0.0, 0.0, 0)
NOTHING_YET = PlanProgress()
NONE_LEARNS = "none of the chosen models can learn this task; choose minilm or another transformer."


@dataclass(frozen=True, slots=True)
class PlannedTask:
    """A task of the paper: the evaluation of what is left to do, or in `missing` why there can be none.

    `samples`, `cells` and `models` are those of the whole task, `trainings` and `expected` of what is left; models that
    are `unable` to learn it are left out. `alike` are severities of synonyms that come out like lower ones.
    """

    task: PaperTask
    missing: str = ""
    dataset: str = ""
    split: str = ""
    samples: int = 0
    cells: int = 0
    models: tuple[str, ...] = ()
    unable: tuple[str, ...] = ()
    trainings: int = 0
    expected: Expected = NOTHING_TO_DO
    how_far: PlanProgress = NOTHING_YET
    evaluation: Evaluation | None = None
    alike: tuple[SameAsLower, ...] = ()

    @property
    def to_start(self) -> bool:
        """Whether there is anything that pressing the button would begin or go on with."""
        return bool(self.evaluation or self.how_far.resumable)

    @property
    def notes(self) -> tuple[str, ...]:
        """In what this is not what the paper did."""
        unable = f"without {', '.join(self.unable)}, which can't learn this task" if self.unable else ""
        dev = f"on {self.split}, because there is no split {self.task.split}" if self.split != self.task.split else ""
        return tuple(filter(None, (dev if self.split else "", unable, self.task.note)))


@dataclass(frozen=True, slots=True)
class PaperPlan:
    """The tasks in the paper's order, and a sentence for each model that is not at hand."""

    request: PaperRequest
    device: str
    tasks: tuple[PlannedTask, ...]
    missing_models: tuple[str, ...]

    @property
    def expected(self) -> Expected | None:
        """How long all that is left takes; None when nothing is."""
        times = [task.expected for task in self.tasks if task.to_start]
        return reduce(add, times) if times else None

    @property
    def to_start(self) -> tuple[PlannedTask, ...]:
        """The tasks that pressing the button would begin or go on with."""
        return tuple(task for task in self.tasks if task.to_start)


def paper_plan(workspace: Workspace, request: PaperRequest, hub_answers: HubAnswers = answers) -> PaperPlan:
    """What evaluating the whole paper comes to here and now. Raises BadInput for an unknown paper, model or recipe."""
    reachable = cache(hub_answers)  # which takes seconds where it does not answer
    reasons = {name: missing_model(name, reachable) for name in request.names}
    names = [name for name, why in reasons.items() if not why]
    cards = dataset_cards(workspace)
    device = "cuda" if gpus_seen() and request.device != "cpu" else "cpu"
    tasks = (_plan_task(workspace, request, task, card_for(task, cards), names, device) for task in request.whole.tasks)
    return PaperPlan(request, device, tuple(tasks), tuple(filter(None, reasons.values())))


def _plan_task(
    workspace: Workspace,
    request: PaperRequest,
    task: PaperTask,
    card: DatasetCard | None,
    names: Sequence[str],
    device: str,
) -> PlannedTask:
    if card is None:
        return PlannedTask(
            task, f"the data set {task.dataset} is not in the workspace; load it from the hub or import it."
        )
    try:
        split = split_for(task, card)
        able = learning(names, card.task)
        specs = request.specs(task, able)
    except BadInput as error:
        return PlannedTask(task, str(error), card.name)
    if not specs:
        return PlannedTask(task, NONE_LEARNS if names else "no model is available.", card.name)
    design = Design(card.name, split, request.conditions, request.seed, request.limit)
    whole = Evaluation(
        design, specs, device=request.device, plan=request.id, workers=request.workers, ray=request.ray,
        precision=request.precision,
    )  # fmt: skip
    how = how_far(workspace, whole, jobs(workspace))
    to_do = how.again + how.left
    size = card.splits[split]
    return PlannedTask(
        task,
        dataset=card.name,
        split=split,
        samples=min(size, request.limit or size),
        cells=len(design.conditions),
        models=tuple(spec.name for spec in specs),
        unable=tuple(name for name in names if name not in able),
        trainings=sum(map(fine_tunings, to_do)),
        expected=time_expected(workspace, card, replace(whole, models=to_do), device) if to_do else NOTHING_TO_DO,
        how_far=how,
        evaluation=replace(whole, models=how.left) if how.left else None,
        alike=alike(workspace, of_words(design)) if to_do else (),
    )


def of_words(design: Design) -> Design:
    """The design with only what puts words for words: a text has few words that another fits."""
    conditions = tuple(c for c in design.conditions if len(c.steps) == 1 and find(c.perturbation).by_word)
    return replace(design, conditions=conditions)


def fine_tunings(spec: ModelSpec) -> int:
    """How often this model is fine-tuned: nine times in a grid, one that is only asked never."""
    if not learns(spec):
        return 0
    return len(candidates(spec)) if spec.search else 1
