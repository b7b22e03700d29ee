"""A plan in words, for the page and the command line alike."""

from collections import Counter
from collections.abc import Sequence

from core.models.training.recipes import left_as_usual
from core.models.training.seeds import trainings_of
from core.perturbations.registry import listed
from core.rules import Rules
from data.jobs.pace import in_words
from data.plans.plan import PaperPlan, PlannedTask

HEADER = ("Data set", "Split", "Models", "Cells", "Trainings", "Time", "State")


def rows(plan: PaperPlan) -> list[tuple[str, ...]]:
    """A line of `HEADER`'s columns for each task that can be evaluated."""
    return [_row(task) for task in plan.tasks if not task.missing]


def _row(task: PlannedTask) -> tuple[str, ...]:
    time = in_words(task.expected.low, task.expected.high) if task.to_start else "-"
    return (
        f"{task.task.name}: {task.dataset}",
        f"{task.split}, {task.samples:,}",
        ", ".join(_models(task)),
        f"{task.cells * len(task.models):,}",
        f"{task.trainings:,}",
        time,
        state(task),
    )


def _models(task: PlannedTask) -> list[str]:
    """Each model by its own name, with how often it is trained: "BERT x 5"."""
    own = trainings_of(task.models)
    counts = Counter(own.get(name, name) for name in task.models)
    return [name if n == 1 else f"{name} x {n}" for name, n in counts.items()]


def state(task: PlannedTask) -> str:
    """ "to do"; "done"; "under way"; "stopped, can be resumed"; "partly done"."""
    how = task.how_far
    if how.under_way:
        return "under way"
    if how.resumable:
        return "stopped, can be resumed"
    if task.evaluation:
        return "partly done" if how.done else "to do"
    return "done"


def missing(plan: PaperPlan) -> list[str]:
    """A sentence for each thing that is not at hand."""
    tasks = [f"{task.task.name}: {task.missing}" for task in plan.tasks if task.missing]
    return [*tasks, *plan.missing_models]


def notes(plan: PaperPlan) -> list[str]:
    """In what the plan is not the paper, a sentence each."""
    whole, lines = plan.request.whole, []
    runs, trainings = max(1, whole.paper.runs), plan.request.trainings
    if runs != trainings:
        lines.append(f"The paper trained each model {_times(runs)}; here, each model is trained {_times(trainings)}.")
    if own := left_as_usual(plan.request.models, plan.request.recipe or whole.recipe):
        lines.append(own)
    if names := plan.request.without_settings:
        models = [model for model in whole.models if any(path == model.path for path, _ in whole.settings)]
        weights = listed(model.path.split("/")[-1] for model in models if "/" in model.path)
        own = "uses its own settings" if len(names) == 1 else "use their own settings"
        lines.append(
            f"{_listing(names)} {own}: the paper gives settings only for {_listing([model.name for model in models])}. "
            f"If a model is in a folder, Flinch recognises it by the name of its weights ({weights})."
        )
    if whole.conditions_note and plan.request.rules is Rules.PAPER:
        lines.append(f"{whole.conditions_note}.")
    lines += [
        f"{task.dataset}: {same.condition} makes as many edits as {same.lower} in {round(100 * same.share)}\u00a0% "
        "of the texts that change; one of these severities is enough."
        for task in plan.tasks
        for same in task.alike
    ]
    return [*lines, *(f"{task.dataset or task.task.dataset}: {note}." for task in plan.tasks for note in task.notes)]


def _listing(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"


def summary(plan: PaperPlan) -> str:
    """What pressing the button comes to, in a sentence."""
    if not plan.to_start:
        there = any(not task.missing for task in plan.tasks)
        absent = all(task.missing and not task.dataset for task in plan.tasks)
        why = "all data sets are missing. Load one first." if absent else "see what is missing above."
        return "Nothing is left to start." if there else f"Can't start: {why}"
    left = {task: len(task.how_far.again + task.how_far.left) for task in plan.to_start}
    texts = sum(task.samples * (1 + task.cells) * models for task, models in left.items())
    trainings = sum(task.trainings for task in plan.to_start)
    time = plan.expected
    assert time is not None
    by = "based on earlier jobs" if time.timed else "a rough estimate, because some of this work was never timed here"
    where = "a GPU" if plan.device == "cuda" else "the CPU (no NVIDIA GPU is visible here)"
    if plan.device == "cpu" and plan.request.device == "cpu":
        where = "the CPU"
    return (
        f"{len(plan.to_start)} of {len(plan.tasks)} data sets, {trainings:,} training runs, at most {texts:,} texts to "
        f"predict: {in_words(time.low, time.high)} on {where}, {by}."
    )


def in_lines(plan: PaperPlan) -> list[str]:
    """All of it for a terminal: the table, what is not at hand, what differs from the paper, the summary."""
    table = [HEADER, *rows(plan)] if rows(plan) else []
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in table]
    absent = [f"missing: {sentence}" for sentence in missing(plan)]
    return [*lines, *absent, *(f"note: {sentence}" for sentence in notes(plan)), summary(plan)]
