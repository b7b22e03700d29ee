"""A test of a run for continuous integration: is its kappa high enough, and no worse than an earlier run's?

A rule fails where its interval says that it surely does: a kappa whose whole 95 % interval lies below the minimum, a
metric whose whole interval lies above its maximum, or a difference to the earlier run that is worse than the margin
after Holm's correction (1979) for the number of cells. A value that is beyond its bound by what chance may do passes
and is called unsure; with `strict` it fails.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isnan, nan
from typing import NamedTuple

from core.design import Condition
from core.errors import BadInput
from core.metrics import cohens_kappa
from core.metrics.draws import over_draws, p_below
from core.metrics.estimate import Estimate
from core.metrics.kappa_paired import kappa_difference, mean_kappa
from core.metrics.significance import holm
from core.records import Score, Task
from core.so_many import so_many
from data.flips.rules import flip_rule
from data.flips.worst import worst_of_draws
from data.reports.gate_lines import (
    NO_KAPPA,
    NOBODY,
    NOT_BEFORE,
    NOT_PREDICTED,
    NOT_SCORED,
    UNCHANGED,
    GateLine,
    GateOutcome,
    doubted,
)
from data.reports.gate_rules import GateRules
from data.reports.run_at import RunAt, paired_draws, run_at
from data.runs.files import RunModel
from data.runs.headline import in_words, main_metric
from data.runs.measures.registry import Unit, metrics
from data.runs.measures.scoring import LOST
from data.runs.measures.unlearned import told_of_unlearned
from data.runs.scores import offered, scores_at
from data.workspace import Workspace

Pair = tuple[list[str], list[str]]
"""Labels before and after, of the same samples."""
Said = Mapping[str, str]
"""A label by sample."""
SURE = 0.05  # the chance of a false alarm, over all cells that are compared


def checks(
    workspace: Workspace,
    name: str,
    rules: GateRules,
    conditions: Sequence[Condition] = (),
    kept_only: bool = False,
    only_changed: bool | None = None,
) -> list[GateLine]:
    """A line for each rule, model and condition of the run, () for all; with `kept_only` of what people kept, where
    stderr says what of that is left out, with `only_changed` of what a perturbation changed (None: as in the paper that
    the run is a part of). Raises BadInput for unknown names, and where an earlier run has none of these conditions.
    """
    run = run_at(workspace, name, kept_only)
    changed = run.card.over_changed(only_changed, kept_only)
    run = replace(run, only_changed=changed)
    if rules.of_labels and run.card.task in (Task.SIMILARITY, Task.TAGGING):
        are = "numbers" if run.card.task is Task.SIMILARITY else "tags"
        raise BadInput(f"The predictions of the run {run.card.id} are {are}; a check by kappa needs labels.")
    models = run.card.models_of(rules.models)
    run.card.cells_of([*rules.cells])  # raises for what it does not have
    chosen = [cell.condition for cell in run.card.cells_of(conditions)]
    lines = [line for model in models for line in _minima(run, model, chosen, rules)] if rules.of_labels else []
    lines += _gold_lines(run, models, chosen, rules)
    lines += _robust_lines(workspace, run, models, chosen, rules) if rules.min_robust is not None else []
    if rules.no_worse_than:
        earlier = replace(run_at(workspace, rules.no_worse_than, kept_only), only_changed=changed)
        if earlier.folder.resolve() == run.folder.resolve():
            raise BadInput(f"{rules.no_worse_than!r} is the run being checked; name an earlier run.")
        compared = _comparison_lines(run, earlier, models, chosen, rules)
        if all(line.why == NOT_BEFORE for line in compared):
            raise BadInput(
                f"The run {rules.no_worse_than} has none of these perturbations, so nothing can be compared."
            )
        lines += compared
    of_gold = in_words(main_metric(run.card.dataset, run.card.task))
    return doubted(lines, told_of_unlearned(run.folder, run.card, [model.name for model in models]), of_gold)


def _minima(run: RunAt, model: RunModel, conditions: Sequence[Condition], rules: GateRules) -> Iterator[GateLine]:
    draws = run.draws
    cells: list[list[Pair]] = [[] for _ in draws]
    for condition in conditions:
        minimum = rules.cells.get(condition, rules.min_kappa)
        pairs = [_pair(at, model, condition) for at in draws]
        predicted = [pair for pair in pairs if pair is not None]
        missing, nobody = len(predicted) < len(pairs), run.kept is not None and not any(after for _, after in predicted)
        if missing or nobody or not any(at.changed(condition) for at in draws):
            why = NOT_PREDICTED if missing else NOBODY if nobody else UNCHANGED
            bound = rules.min_mean_kappa if minimum is None and missing else minimum
            if bound is not None:  # a mean without a cell that is missing says too little
                outcome = GateOutcome.FAILED if missing else GateOutcome.SKIPPED
                yield GateLine("kappa", model.name, str(condition), Estimate(nan, 0), bound, outcome, why)
            continue
        for of_draw, pair in zip(cells, predicted, strict=True):
            of_draw.append(pair)
        if minimum is not None:
            kappa = over_draws([cohens_kappa(*pair) for pair in predicted]).mean
            yield _bound_line("kappa", model, str(condition), kappa, minimum, rules.strict)
    if rules.min_mean_kappa is not None and run.kept is not None and not cells[0]:
        nothing = Estimate(nan, 0)
        yield GateLine("mean kappa", model.name, "all", nothing, rules.min_mean_kappa, GateOutcome.SKIPPED, NOBODY)
    elif rules.min_mean_kappa is not None:
        mean = over_draws([mean_kappa(of_draw) for of_draw in cells]).mean
        yield _bound_line("mean kappa", model, "all", mean, rules.min_mean_kappa, rules.strict)


def _pair(at: RunAt, model: RunModel, condition: Condition) -> Pair | None:
    """The labels before and after of the samples that have both; None where the condition was not predicted."""
    before, after = at.labels(model, None) or {}, at.labels(model, condition)
    if after is None:
        return None
    common = [id_ for id_ in before if id_ in after]
    return [before[id_] for id_ in common], [after[id_] for id_ in common]


def _bound_line(
    rule: str,
    model: RunModel,
    condition: str,
    figure: Estimate,
    bound: float,
    strict: bool,
    at_most: bool = False,
) -> GateLine:
    """The line of a figure that may not be below the bound, or with `at_most` not above."""
    line = GateLine(rule, model.name, condition, figure, bound, GateOutcome.PASSED, at_most=at_most)
    if isnan(figure.value):
        return replace(line, outcome=GateOutcome.FAILED, why=NO_KAPPA)
    beyond = figure.value > bound if at_most else figure.value < bound
    surely = figure.low > bound if at_most else figure.high < bound
    if not beyond:
        return line
    why = ("above the maximum" if at_most else "below the minimum") + ("" if surely else ", but maybe by chance")
    return replace(line, outcome=GateOutcome.FAILED if strict or surely else GateOutcome.UNSURE, why=why)


def _gold_lines(
    run: RunAt, models: Sequence[RunModel], conditions: Sequence[Condition], rules: GateRules
) -> Iterator[GateLine]:
    """Lines on the metric that the data set is reported by, and on what of it is lost, as less than before."""
    main = main_metric(run.card.dataset, run.card.task)
    if unknown := [name for name in (*rules.minima, *rules.maxima) if name not in offered(run.card)]:
        raise BadInput(
            f"The run {run.card.id} has no metric {unknown[0]!r}; its metrics are {', '.join(offered(run.card))}."
        )
    _check_bounds((*rules.minima.items(), *rules.maxima.items()))
    bounds = [_Bound(in_words(name), name, bound) for name, bound in rules.minima.items()]
    bounds += [_Bound(f"{in_words(name)}, at most", name, most, at_most=True) for name, most in rules.maxima.items()]
    if rules.min_score is not None:
        bounds.append(_Bound(in_words(main), main, rules.min_score))
    if rules.max_lost is not None:
        bounds.append(_Bound(f"change in {in_words(main)}", LOST[main], 0.0 - rules.max_lost, -1.0))
    names = [bound.metric for bound in bounds]
    scored = scores_at(run.folder, run.card, run.kept, run.only_changed, names) if names else []
    by_key = {(score.metric, score.model, score.perturbation, score.severity): score for score in scored}
    for bound in bounds:
        for model in models:
            for condition in conditions:
                score = by_key.get((bound.metric, model.name, *condition))
                nobody = run.kept is not None and not (score and score.n)
                yield _score_line(bound, model, str(condition), score, rules.strict, nobody)


def _check_bounds(bounds: Iterable[tuple[str, float]]) -> None:
    """Raises BadInput for a bound that the metric never reaches: in percent, say, which a maximum would always hold."""
    for metric, bound in bounds:
        unit = metrics()[metric].unit
        most = 2 if unit is Unit.LOST else 1  # a correlation may fall from 1 to -1
        if unit is not Unit.CHANGE and abs(bound) > most:
            raise BadInput(f"{metric} can't be {bound:g}; write a number from -{most} to {most}, such as 0.1 for 10 %.")


class _Bound(NamedTuple):
    """What is asked of a metric, called `rule`: at least, or at most, so much of it times its sign."""

    rule: str
    metric: str
    wanted: float
    sign: float = 1.0
    at_most: bool = False


def _robust_lines(
    workspace: Workspace, run: RunAt, models: Sequence[RunModel], conditions: Sequence[Condition], rules: GateRules
) -> Iterator[GateLine]:
    """Lines on the share of samples that keep their label under every draw of a condition, and of all together."""
    draws = rules.worst_of or run.card.draws
    if draws > run.card.draws:
        has = so_many(run.card.draws, "draw")
        raise BadInput(f"The run {run.card.id} has {has}, not {draws}; evaluate again with --draws {draws}.")
    if run.kept is not None:
        raise BadInput("People judged only one draw; leave out --kept-only to check the worst of several draws.")
    moved = flip_rule(workspace, run.card).moved
    for model in models:
        for together in (*([condition] for condition in conditions), *[conditions] * (len(conditions) > 1)):
            figure = worst_of_draws(run.folder, run.card, model, together, moved).kept[draws - 1]
            name = str(together[0]) if len(together) == 1 else "all"
            line = _bound_line(f"kept under {draws} draws", model, name, figure, rules.min_robust or 0.0, rules.strict)
            yield line if any(map(run.changed, together)) else replace(line, outcome=GateOutcome.SKIPPED, why=UNCHANGED)


def _score_line(
    bound: _Bound, model: RunModel, condition: str, score: Score | None, strict: bool, nobody: bool
) -> GateLine:
    rule, _, threshold, sign, at_most = bound
    if score is None or isnan(score.value):
        why = NOT_PREDICTED if score is None else NOBODY if nobody else NOT_SCORED
        outcome = GateOutcome.FAILED if score is None else GateOutcome.SKIPPED
        return GateLine(rule, model.name, condition, Estimate(nan, 0), threshold, outcome, why, at_most)
    low, high = sorted((sign * score.low, sign * score.high))
    figure = Estimate(sign * score.value, score.n, low, high)
    return _bound_line(rule, model, condition, figure, threshold, strict, at_most)


def _comparison_lines(
    run: RunAt, earlier: RunAt, models: Sequence[RunModel], conditions: Sequence[Condition], rules: GateRules
) -> list[GateLine]:
    lines, chances = [], []
    for model in models:
        other = _namesake(earlier, model, models)
        if not earlier.labels(other, None):
            lacks = f"has no predictions of {other.name} on the original texts"
            raise BadInput(f"The earlier run {earlier.card.id} {lacks}; copy this run again, or name another run.")
        for condition in conditions:
            line, p = _difference(run, model, earlier, other, condition, rules.margin)
            lines.append(line)
            chances.append(p)
    sure = [p < SURE for p in holm(chances)]  # NaN is none
    return [
        replace(line, outcome=GateOutcome.FAILED, why="surely worse")
        if worse
        else replace(line, outcome=GateOutcome.UNSURE, why="worse, but maybe by chance")
        if line.outcome is GateOutcome.PASSED and line.found.value < -rules.margin
        else line
        for line, worse in zip(lines, sure, strict=True)
    ]


def _difference(
    run: RunAt, model: RunModel, earlier: RunAt, other: RunModel, condition: Condition, margin: float
) -> tuple[GateLine, float]:
    """The line of one cell, of several draws by their mean, and its p."""
    nothing = Estimate(nan, 0)
    line = GateLine("kappa minus earlier kappa", model.name, str(condition), nothing, 0.0 - margin, GateOutcome.SKIPPED)
    draws = paired_draws(earlier, run)
    after = [(then.labels(other, condition), now.labels(model, condition)) for then, now in draws]
    if run.kept is not None and any({} in of_draw for of_draw in after):
        return replace(line, why=NOBODY), nan
    if any(now is None for _, now in after):
        return replace(line, outcome=GateOutcome.FAILED, why=NOT_PREDICTED), nan
    there = [(then, now) for then, now in after if then is not None and now is not None]
    if len(there) < len(after) or not any(now.changed(condition) for _, now in draws):
        return replace(line, why=NOT_BEFORE if len(there) < len(after) else UNCHANGED), nan
    before = (earlier.labels(other, None) or {}, run.labels(model, None) or {})
    pairs = [_paired_labels(before, of_draw) for of_draw in there]
    if not all(now for _, (now, _) in pairs):
        return replace(line, outcome=GateOutcome.FAILED, why="the runs have no sample in common"), nan
    differences, ps = zip(*(kappa_difference(then, now, margin) for then, now in pairs), strict=True)
    of_all = over_draws(differences).mean
    p = p_below(of_all, -margin) if len(ps) > 1 else ps[0]
    if isnan(of_all.value):  # a model that now says one label throughout is no better for it
        lost = any(isnan(cohens_kappa(*now).value) for _, now in pairs)
        return replace(line, outcome=GateOutcome.FAILED if lost else GateOutcome.SKIPPED, why=NO_KAPPA), p
    return replace(line, found=of_all, outcome=GateOutcome.PASSED), p


def _paired_labels(before: tuple[Said, Said], after: tuple[Said, Said]) -> tuple[Pair, Pair]:
    """The labels before and after of the earlier run, and of this one, of the samples that all four have."""
    common = [id_ for id_ in before[1] if all(id_ in labels for labels in (*before, *after))]
    first, second = (
        ([labels[id_] for id_ in common], [now[id_] for id_ in common])
        for labels, now in zip(before, after, strict=True)
    )
    return first, second


def _namesake(earlier: RunAt, model: RunModel, models: Sequence[RunModel]) -> RunModel:
    """The earlier run's model of this name; its only one where there is one on each side."""
    if len(earlier.card.models) == len(models) == 1:
        return earlier.card.models[0]
    return earlier.card.model(model.name)
