"""What a robustness card says of a run, as plain values."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan
from typing import NamedTuple

from core.design import Condition
from core.errors import BadInput
from core.metrics.grid import REPRESENTATIVE
from core.perturbations.registry import find
from core.records import Score, Task
from core.rounding import percent
from core.rules import Rules
from core.so_many import so_many
from curation.records import CellProgress
from data.datasets.stored import card_or_none
from data.flips.counted import opened, tallies
from data.flips.rows import Counting, GroupBy, OpenedFlip, Tally
from data.flips.rules import FlipRule, flip_rule
from data.flips.uncounted import uncounted
from data.flips.worst import WorstOfK, worst_of_draws
from data.reports.again import made_again
from data.runs.counts import Curated
from data.runs.files import NO_LABELS, RunCard, RunModel, draw_folder, predictions_path
from data.runs.headline import AGREEMENT, main_metric
from data.runs.measures.repeated import averaged
from data.runs.measures.unfinished import unfinished
from data.runs.measures.unlearned import unlearned
from data.runs.measures.unread import unread
from data.runs.scores import labels_at, run_card, scores
from data.variants.versions import versions
from data.workspace import Workspace

WORST = 5  # cells that are named
SAID = ("flinch", "commit", "python", "perturbations")  # of the versions
TABLES = (GroupBy.KIND, GroupBy.CLASS, GroupBy.PLACE, GroupBy.LABEL, GroupBy.LENGTH)


class KeptShare(NamedTuple):
    """What people made of a condition: of so many candidates that they judged they kept or relabelled so many."""

    kept: int
    judged: int


@dataclass(frozen=True, slots=True)
class RunFacts:
    """A run, its scores over all samples, how its flips came about, and what people made of its conditions.

    With `kept_only` scores and flips are of the samples that people kept or relabelled, with `only_changed` each
    condition's scores are of the samples that it changed. F1 goes by the `positive` label, "" where it is not scored.
    `rule` says what a flip is, `command` makes the run again. `kept` is None where nobody could be asked. `examples`
    are flips of the worst cell, with their texts. `warnings` name what is missing, and models that tell no texts apart
    or read no change in many of them; `uncounted` says why flips are not counted by what was edited, "" where they are.
    `worst_draws` has each model and condition of a run of several draws.
    """

    run: RunCard
    task: Task
    models: tuple[RunModel, ...]
    scores: Sequence[Score]
    flips: Mapping[GroupBy, Sequence[Tally]]
    examples: Sequence[OpenedFlip]
    kept: Mapping[Condition, KeptShare] | None
    versions: Mapping[str, str]
    rule: FlipRule
    command: str = ""
    kept_only: bool = False
    only_changed: bool = False
    positive: str = ""
    warnings: Sequence[str] = ()
    uncounted: str = ""
    worst_draws: Sequence[WorstOfK] = ()

    @property
    def counted_flips(self) -> Mapping[GroupBy, Sequence[Tally]]:
        """The tables of flips that have rows."""
        return {by: rows for by, rows in self.flips.items() if rows}

    @property
    def trainings(self) -> int:
        """How many trainings the models have, at most."""
        return max(len(self.run.trainings.get(model.name, ())) for model in self.models)

    @property
    def agreement(self) -> str:
        """The metric by which predictions on original and perturbed texts agree: kappa, for numbers concordance."""
        return AGREEMENT[self.run.task]

    @property
    def main(self) -> str:
        """The metric that the papers report of the data set."""
        return main_metric(self.run.dataset, self.run.task)

    @property
    def counted(self) -> str:
        """The run and what of it counts, in a sentence or two."""
        run = self.run
        ours = " (demo data, written by the Flinch project)" if run.ours else ""
        kept = " On perturbed texts, only samples that people kept or relabelled are counted, with people's labels."
        samples = so_many(run.samples, "sample")
        bare = "" if run.labelled else f" {NO_LABELS}."
        changed = " On perturbed texts, only samples that the perturbation changed are counted."
        positive = f" F1 is for the label “{self.positive}”." if self.positive else ""
        details = f"{bare}{kept * self.kept_only}{changed * self.only_changed}{positive}"
        return f"{run.title}: {samples} of {run.dataset}, {run.split}{ours}.{details}"

    @property
    def worst(self) -> list[Score]:
        """The cells with the lowest agreement."""
        scored = [score for score in self.scores if score.metric == self.agreement and not isnan(score.value)]
        return sorted(scored, key=lambda score: score.value)[:WORST]

    @property
    def other_rules(self) -> list[tuple[str, str]]:
        """(name, what it does) of each perturbation under other rules than ours."""
        names = dict.fromkeys(step.perturbation for condition in self.run.conditions for step in condition.steps)
        return [(name, find(name).summary) for name in names if find(name).rules is not Rules.OURS]

    def stands_on(self, condition: Condition) -> str:
        """The share of samples that a condition changed, "11.2 %"; of what people kept, how many it is scored over."""
        if self.kept_only:
            scores = (self.score(self.agreement, model.name, condition) for model in self.models)
            return f"{next((score.n for score in scores if score), 0):,}"
        return percent(self._share_changed(condition))

    def hardly_changed(self, condition: Condition) -> bool:
        """Whether a condition changed less than half of the samples, so that agreement says little."""
        return not self.kept_only and self._share_changed(condition) < REPRESENTATIVE

    def _share_changed(self, condition: Condition) -> float:
        [cell] = self.run.cells_of([condition])
        return cell.applied / self.run.samples

    def score(self, metric: str, model: str, condition: Condition | None = None) -> Score | None:
        """The score of a model on a condition, or on the original texts; None where there is none."""
        key = (metric, model, *(condition or ("", None)))
        return next((s for s in self.scores if (s.metric, s.model, s.perturbation, s.severity) == key), None)


def facts(
    workspace: Workspace,
    run_id: str,
    models: Sequence[str] = (),
    examples: int = 3,
    progress: Sequence[CellProgress] | None = None,
    curated: Curated | None = None,
    only_changed: bool | None = None,
) -> RunFacts:
    """All of it, for these models of the run, () for all; `progress` is how far people are with which cell.

    With `curated` only these samples count, by the labels that people gave; with `only_changed` those that a
    perturbation changed (None: as in the paper that the run is a part of).

    Raises BadInput for unknown names, and for a run that has no scores.
    """
    run = run_card(workspace, run_id)
    names = tuple(model.name for model in run.models_of(models))
    run = _select_models(run, names)
    changed = run.over_changed(only_changed, curated is not None)
    averages = averaged(run, (score for score in scores(workspace, run_id, curated, changed) if score.model in names))
    chosen = tuple(run.averaged(name) for name in dict.fromkeys(score.model for score in averages))
    if not any(score.perturbation for score in averages):
        raise BadInput(f"The run {run_id} has no scores yet; resume this run, or choose another run.")
    part = Counting(names, curated=curated)
    counted, not_counted = tallies(workspace, run_id, part), uncounted(workspace, run, part)
    by_edit = {by: counted[by] for by in TABLES}
    trained = [run.averaged(name) for name in run.trainings]  # with those that came to nothing
    of_people, again, rule = _kept_shares(run, progress), made_again(workspace, run, trained), flip_rule(workspace, run)
    task = _task(workspace, run)
    here = versions()
    made_by = {name: here[name] for name in SAID} | dict(run.versions)
    so_far = RunFacts(run, task, chosen, averages, by_edit, (), of_people, made_by, rule, again)
    warnings = (*unfinished(workspace, run), *unlearned(workspace, run), *unread(workspace, run))
    positive = labels_at(workspace.runs / run.id, run)[1] if main_metric(run.dataset, task) == "f1_binary" else ""
    so_far = replace(so_far, kept_only=curated is not None, warnings=warnings, uncounted=not_counted)
    so_far = replace(so_far, only_changed=changed, positive=positive)
    worst_draws = () if curated is not None else tuple(_worst_draws(workspace, run, rule.moved))
    return replace(so_far, examples=_examples(workspace, so_far, examples, curated), worst_draws=worst_draws)


def _worst_draws(workspace: Workspace, run: RunCard, moved: float) -> Iterator[WorstOfK]:
    """The worst of the draws of each model and condition; none of a single draw, nor of what is not predicted yet."""
    folder = workspace.runs / run.id
    for model in run.models if run.draws > 1 else ():
        for cell in map(run.cell, run.cells):
            paths = (predictions_path(draw_folder(folder, draw), model, cell) for draw in range(run.draws))
            if all(path.exists() for path in paths):
                yield worst_of_draws(folder, run, model, [cell.condition], moved)


def _select_models(run: RunCard, names: Sequence[str]) -> RunCard:
    """The run with these models alone; of several trainings each stands for itself where not all are asked for."""
    whole = {name for name, group in run.trainings.items() if all(model.name in names for model in group)}
    models = (model for model in run.models if model.name in names)
    chosen = (model if model.training_of in whole else replace(model, training_of="") for model in models)
    return replace(run, models=tuple(chosen))


def _task(workspace: Workspace, run: RunCard) -> Task:
    """The run's, or of a run of before, which knows only that it is of labels, its data set's."""
    card = card_or_none(workspace, run.dataset) if run.task is Task.CLASSIFICATION else None
    return card.task if card else run.task


def _examples(workspace: Workspace, so_far: RunFacts, most: int, curated: Curated | None) -> list[OpenedFlip]:
    if not most or not so_far.worst:
        return []
    worst = so_far.worst[0]
    assert worst.severity is not None
    trained = tuple(model.name for model in so_far.run.trained(worst.model))
    part = Counting(trained, (Condition(worst.perturbation, worst.severity),), curated)
    golds = [row.value for row in so_far.flips[GroupBy.LABEL]]
    flips = [flip for gold in golds for flip in opened(workspace, so_far.run.id, GroupBy.LABEL, gold, part, most=most)]
    by_text = {(example.model, example.flip.candidate_id): example for example in sorted(flips, key=_sureness)}
    return list(by_text.values())[:most]


def _sureness(example: OpenedFlip) -> float:
    """The surest labels, and the numbers that moved farthest, first; entities in the order they came."""
    flip = example.flip
    return next((-size for size in (abs(flip.moved), min(flip.p_before, flip.p_after)) if not isnan(size)), 0.0)


def _kept_shares(run: RunCard, progress: Sequence[CellProgress] | None) -> dict[Condition, KeptShare] | None:
    if progress is None:
        return None
    mine = set(map(run.cell, run.cells))
    return {p.cell.condition: KeptShare(p.collected, p.checked) for p in progress if p.cell in mine and p.checked}
