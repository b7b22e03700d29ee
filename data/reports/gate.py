"""A test of a run for continuous integration: is its kappa high enough, and no worse than an earlier run's?

A rule fails where its interval says that it surely does: a kappa whose whole 95 % interval lies below the minimum, or a
difference to the earlier run that is worse than the margin after Holm's correction (1979) for the number of cells. A
value that is below by what chance may do passes and is called unsure; with `strict` a value below the minimum fails.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import isnan, nan
from pathlib import Path
from typing import TextIO

from core.design import Condition
from core.errors import BadInput
from core.metrics import cohens_kappa
from core.metrics.estimate import Estimate
from core.metrics.kappa_paired import kappa_difference, mean_kappa
from core.records import Score, Task
from core.whole_papers import scored_on_changed
from data.flips.rules import flip_rule
from data.flips.worst import worst_of_draws
from data.reports.gate_lines import (
    NO_KAPPA,
    NOBODY,
    NOT_BEFORE,
    NOT_PREDICTED,
    NOT_SCORED,
    UNCHANGED,
    doubted,
)
from data.reports.gate_lines import GateLine as GateLine  # read from here, as the next
from data.reports.gate_lines import GateOutcome as GateOutcome
from data.reports.gate_rules import GateRules
from data.runs.counts import Curated
from data.runs.files import RunCard, RunModel, predictions_path, read_card, read_predictions, unchanged_labels
from data.runs.headline import in_words, main_metric
from data.runs.measures.kept import kept_here
from data.runs.measures.scoring import LOST
from data.runs.measures.unlearned import unlearned_at
from data.runs.named import run_named
from data.runs.scores import offered, scores_at
from data.workspace import Workspace

SURE = 0.05  # the chance of a false alarm, over all cells that are compared


@dataclass(frozen=True, slots=True)
class RunAt:
    """A run and the folder where its predictions lie."""

    card: RunCard
    folder: Path
    kept: Curated | None = None  # where only what people kept counts
    only_changed: bool = False
    originals: dict[str, dict[str, str]] = field(default_factory=dict)  # once read, by model

    def labels(self, model: RunModel, condition: Condition | None) -> dict[str, str] | None:
        """The label of each sample, those of all samples where the condition changed only some, or of those that people
        kept; None where none are."""
        if model.file not in self.originals:
            read = read_predictions(predictions_path(self.folder, model, None))
            self.originals[model.file] = {row.sample_id: row.label for row in read}
        rows = self.originals[model.file]
        if condition is None:
            return rows
        cell = next((c for c in map(self.card.cell, self.card.cells) if c.condition == condition), None)
        path = predictions_path(self.folder, model, cell) if cell else None
        if path is None or not path.exists():
            return None
        found = read_predictions(path)
        if self.kept is not None:
            return {row.sample_id: row.label for row in found if row.candidate_id in self.kept}
        changed = {row.sample_id: row.label for row in found}
        return changed if self.only_changed else rows | unchanged_labels(self.folder, model, cell) | changed

    def changed(self, condition: Condition) -> bool:
        """Whether the condition changed any sample."""
        return any(cell.applied for cell in self.card.cells if self.card.cell(cell).condition == condition)


def run_at(workspace: Workspace, name: str, say: TextIO | None = None) -> RunAt:
    """The run of this id in the workspace, "latest", or the one in a folder of this name; with `say` only what people
    kept of it counts, and what of that is left out is said there.

    Raises BadInput where there is none, and for what people kept of a folder's.
    """
    folder = _folder(name)
    card = read_card(folder) if folder else None
    if folder and card is not None:
        if say:
            raise BadInput(f"What people kept of the run in {name!r} is not known; name a run of the workspace.")
        return RunAt(card, folder)
    try:
        card = run_named(workspace, name)
    except BadInput:
        if folder:
            raise BadInput(f"The folder {name!r} holds no run that can be read; give one with its run.json.") from None
        raise
    return RunAt(card, workspace.runs / card.id, kept_here(workspace, card.id, say).samples if say else None)


def _folder(name: str) -> Path | None:
    """The folder of this name; None where there is none, and for what can be no name of one."""
    with suppress(OSError, ValueError):
        return Path(name) if name and Path(name).is_dir() else None
    return None


def checks(
    workspace: Workspace,
    name: str,
    rules: GateRules,
    conditions: Sequence[Condition] = (),
    kept_only: TextIO | None = None,
    only_changed: bool | None = None,
) -> list[GateLine]:
    """A line for each rule, model and condition of the run, () for all; with `kept_only` of what people kept, and what
    of that is left out is said there, with `only_changed` of what a perturbation changed (None: as in the paper that
    the run is a part of). Raises BadInput for unknown names, and where an earlier run has none of these conditions.
    """
    run = run_at(workspace, name, kept_only)
    changed = not kept_only and (scored_on_changed(run.card.plan) if only_changed is None else only_changed)
    run = replace(run, only_changed=changed)
    if rules.of_labels and run.card.task in (Task.SIMILARITY, Task.TAGGING):
        are = "numbers" if run.card.task is Task.SIMILARITY else "tags"
        raise BadInput(f"The predictions of the run {run.card.id} are {are}; a check asks for kappas of labels.")
    asked = [one for name in rules.models for one in run.card.trained(name)] or run.card.models
    models = list({one.name: one for one in asked}.values())
    known = [run.card.cell(cell).condition for cell in run.card.cells]
    for condition in (*conditions, *rules.cells):
        if condition not in known:
            raise BadInput(f"The run {run.card.id} has no {condition}; it has {', '.join(map(str, known))}.")
    chosen = list(dict.fromkeys(conditions)) or known
    made = [line for model in models for line in _minima(run, model, chosen, rules)] if rules.of_labels else []
    made += _by_gold(run, models, chosen, rules)
    made += _robust(workspace, run, models, chosen, rules) if rules.min_robust is not None else []
    if rules.no_worse_than:
        earlier = replace(run_at(workspace, rules.no_worse_than, kept_only), only_changed=changed)
        if earlier.folder.resolve() == run.folder.resolve():
            raise BadInput(f"{rules.no_worse_than!r} is the very run that is checked; name an earlier one.")
        compared = _compared(run, earlier, models, chosen, rules)
        if all(line.why == NOT_BEFORE for line in compared):
            raise BadInput(f"The run {rules.no_worse_than} has none of these perturbations: nothing can be compared.")
        made += compared
    of_gold = in_words(main_metric(run.card.dataset, run.card.task))
    return doubted(made, unlearned_at(run.folder, run.card, [model.name for model in models]), of_gold)


def _minima(run: RunAt, model: RunModel, conditions: Sequence[Condition], rules: GateRules) -> Iterator[GateLine]:
    before = run.labels(model, None) or {}
    cells = []
    for condition in conditions:
        minimum = rules.cells.get(condition, rules.min_kappa)
        after = run.labels(model, condition)
        nobody = run.kept is not None and not after
        if after is None or nobody or not run.changed(condition):
            why = NOT_PREDICTED if after is None else NOBODY if nobody else UNCHANGED
            wanted = rules.min_mean_kappa if minimum is None and after is None else minimum
            if wanted is not None:  # a mean without a cell that is missing says too little
                outcome = GateOutcome.FAILED if after is None else GateOutcome.SKIPPED
                yield GateLine("kappa", model.name, str(condition), Estimate(nan, 0), wanted, outcome, why)
            continue
        common = [id_ for id_ in before if id_ in after]
        pair = ([before[id_] for id_ in common], [after[id_] for id_ in common])
        cells.append(pair)
        if minimum is not None:
            yield _at_least("kappa", model, str(condition), cohens_kappa(*pair), minimum, rules.strict)
    if rules.min_mean_kappa is not None and run.kept is not None and not cells:
        nothing = Estimate(nan, 0)
        yield GateLine("mean kappa", model.name, "all", nothing, rules.min_mean_kappa, GateOutcome.SKIPPED, NOBODY)
    elif rules.min_mean_kappa is not None:
        yield _at_least("mean kappa", model, "all", mean_kappa(cells), rules.min_mean_kappa, rules.strict)


def _at_least(rule: str, model: RunModel, condition: str, found: Estimate, minimum: float, strict: bool) -> GateLine:
    if isnan(found.value):
        return GateLine(rule, model.name, condition, found, minimum, GateOutcome.FAILED, NO_KAPPA)
    if found.value >= minimum:
        return GateLine(rule, model.name, condition, found, minimum, GateOutcome.PASSED)
    failed = strict or found.high < minimum
    why = "below the minimum" + ("" if found.high < minimum else ", within its interval")
    return GateLine(
        rule, model.name, condition, found, minimum, GateOutcome.FAILED if failed else GateOutcome.UNSURE, why
    )


def _by_gold(
    run: RunAt, models: Sequence[RunModel], conditions: Sequence[Condition], rules: GateRules
) -> Iterator[GateLine]:
    """Lines on the metric that the data set is reported by, and on what of it is lost, as less than before."""
    main = main_metric(run.card.dataset, run.card.task)
    if unknown := [name for name in rules.minima if name not in offered(run.card)]:
        raise BadInput(f"The run {run.card.id} has no {unknown[0]!r}; it has {', '.join(offered(run.card))}.")
    asked = [(name, bound, 1.0) for name, bound in rules.minima.items()]
    asked += [(main, rules.min_score, 1.0)] if rules.min_score is not None else []
    asked += [(LOST[main], 0.0 - rules.max_lost, -1.0)] if rules.max_lost is not None else []
    wanted = [metric for metric, *_ in asked]
    scored = scores_at(run.folder, run.card, run.kept, run.only_changed, wanted) if wanted else []
    found = {(score.metric, score.model, score.perturbation, score.severity): score for score in scored}
    for metric, bound, sign in asked:
        rule = in_words(metric) if sign > 0 else f"{in_words(main)} less before"
        for model in models:
            for condition in conditions:
                score = found.get((metric, model.name, *condition))
                nobody = run.kept is not None and not (score and score.n)
                yield _of_score((rule, model, condition), score, bound, sign, rules.strict, nobody)


def _robust(
    workspace: Workspace, run: RunAt, models: Sequence[RunModel], conditions: Sequence[Condition], rules: GateRules
) -> Iterator[GateLine]:
    """Lines on the share of samples that keep their label under every draw."""
    draws = rules.worst_of or run.card.draws
    if draws > run.card.draws:
        has = "1 draw" if run.card.draws == 1 else f"{run.card.draws} draws"
        raise BadInput(f"The run {run.card.id} has {has}, not {draws}; evaluate again with --draws {draws}.")
    if run.kept is not None:
        raise BadInput("People judge one draw of each text; leave --kept-only out to ask for the worst of several.")
    moved = flip_rule(workspace, run.card).moved
    for model in models:
        for condition in conditions:
            found = worst_of_draws(run.folder, run.card, model, [condition], moved).kept[draws - 1]
            line = _at_least(
                f"kept under {draws} draws", model, str(condition), found, rules.min_robust or 0.0, rules.strict
            )
            yield line if run.changed(condition) else replace(line, outcome=GateOutcome.SKIPPED, why=UNCHANGED)


def _of_score(
    of: tuple[str, RunModel, Condition], score: Score | None, wanted: float, sign: float, strict: bool, nobody: bool
) -> GateLine:
    rule, model, condition = of
    if score is None or isnan(score.value):
        why = NOT_PREDICTED if score is None else NOBODY if nobody else NOT_SCORED
        outcome = GateOutcome.FAILED if score is None else GateOutcome.SKIPPED
        return GateLine(rule, model.name, str(condition), Estimate(nan, 0), wanted, outcome, why)
    low, high = sorted((sign * score.low, sign * score.high))
    found = Estimate(sign * score.value, score.n, low, high)
    return _at_least(rule, model, str(condition), found, wanted, strict)


def _compared(
    run: RunAt, earlier: RunAt, models: Sequence[RunModel], conditions: Sequence[Condition], rules: GateRules
) -> list[GateLine]:
    lines, chances = [], []
    for model in models:
        other = _namesake(earlier, model, models)
        if not earlier.labels(other, None):
            lacks = f"has no predictions of {other.name} on the original texts"
            raise BadInput(f"The earlier run {earlier.card.id} {lacks}; copy it again, or name another.")
        for condition in conditions:
            line, p = _difference(run, model, earlier, other, condition, rules.margin)
            lines.append(line)
            chances.append(p)
    sure = _holm(chances)
    return [
        replace(line, outcome=GateOutcome.FAILED, why="surely worse")
        if worse
        else replace(line, outcome=GateOutcome.UNSURE, why="worse, within what chance may do")
        if line.outcome is GateOutcome.PASSED and line.found.value < -rules.margin
        else line
        for line, worse in zip(lines, sure, strict=True)
    ]


def _difference(
    run: RunAt, model: RunModel, earlier: RunAt, other: RunModel, condition: Condition, margin: float
) -> tuple[GateLine, float]:
    sides = [(at.labels(m, None) or {}, at.labels(m, condition)) for at, m in ((earlier, other), (run, model))]
    (first, first_after), (now, now_after) = sides
    rule = "kappa less earlier"
    there = [side for side in (first_after, now_after) if side is not None]
    common = [id_ for id_ in now if id_ in first and all(id_ in side for side in there)]
    line = GateLine(rule, model.name, str(condition), Estimate(nan, 0), 0.0 - margin, GateOutcome.SKIPPED)
    if run.kept is not None and any(side == {} for side in there):
        return replace(line, why=NOBODY), nan
    if now_after is None or not common:
        why = NOT_PREDICTED if now_after is None else "the runs have no sample in common"
        return replace(line, outcome=GateOutcome.FAILED, why=why), nan
    if first_after is None or not run.changed(condition):
        return replace(line, why=NOT_BEFORE if first_after is None else UNCHANGED), nan
    pairs = [
        ([labels[id_] for id_ in common], [after[id_] for id_ in common])
        for labels, after in ((first, first_after), (now, now_after))
    ]
    found, p = kappa_difference(pairs[0], pairs[1], margin)
    if isnan(found.value):  # a model that now says one label throughout is no better for it
        lost = isnan(cohens_kappa(*pairs[1]).value)
        return replace(line, outcome=GateOutcome.FAILED if lost else GateOutcome.SKIPPED, why=NO_KAPPA), p
    return replace(line, found=found, outcome=GateOutcome.PASSED), p


def _namesake(earlier: RunAt, model: RunModel, models: Sequence[RunModel]) -> RunModel:
    """The earlier run's model of this name; its only one where there is one on each side."""
    if len(earlier.card.models) == len(models) == 1:
        return earlier.card.models[0]
    return earlier.card.model(model.name)


def _holm(chances: Sequence[float]) -> list[bool]:
    """Which of these p values are below SURE by Holm's step-down; NaN is none."""
    order = sorted((p, i) for i, p in enumerate(chances) if not isnan(p))
    below = [False] * len(chances)
    for rank, (p, i) in enumerate(order):
        if p >= SURE / (len(order) - rank):
            break
        below[i] = True
    return below
