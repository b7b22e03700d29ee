"""How the cells of a run are scored, by the metrics that its task and its labels have."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import nan
from pathlib import Path

from core.metrics import UNSCORED, Estimate, share
from core.metrics.significance import mcnemar
from core.records import Cell, Score, Task
from data.runs.counts import Curated, LabelPairs, kept_by_people
from data.runs.files import RunCard, RunCell, RunModel, predictions_path, read_predictions
from data.runs.measures.registry import ROBUSTNESS, SHARE, Compares, Measure, metrics
from data.runs.measures.tags import TagPairs, counts_of, tags_kept_by_people

Pairs = LabelPairs | TagPairs
LOST = {name: entry.lost for name, entry in metrics().items() if entry.lost}
"""What perturbing costs, in each of these metrics."""
KAPPA_CHANGED = "kappa_changed"
P_LOST = "accuracy_lost_p"  # of McNemar's test, one by one: Holm's correction is for whoever shows several
RESTS_ON = {"kappa": (KAPPA_CHANGED, ROBUSTNESS), "accuracy_lost": (P_LOST,)}
"""What is reckoned beside these metrics."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """What is scored of a run: over which samples, by which metrics; `labels` in their order, where they have one."""

    card: RunCard
    folder: Path
    measures: Mapping[str, Measure]
    labels: tuple[str, ...]
    curated: Curated | None = None
    changed: bool = False
    originals: bool = True  # whether these are scored too

    def of_model(self, model: RunModel) -> Iterator[Score]:
        """The scores of a model on the original texts, and in each cell that it predicted."""
        original = counts_of(self.folder, self.card, model, None)
        if original is None or not original.everything.counted:
            return
        for metric in self.measures if self.originals else ():
            if metrics()[metric].of is Compares.GOLD:
                yield self._score(model, metric, self._estimate(metric, original.everything), None)
        for cell in self.card.cells:
            if self.curated is not None:
                if (kept := kept_pairs(self.folder, self.card, model, self.card.cell(cell), self.curated)) is not None:
                    yield from self._cell_scores(model, cell, kept)
            elif counts := counts_of(self.folder, self.card, model, self.card.cell(cell)):
                if self.changed:
                    yield from self._cell_scores(model, cell, counts.changed)
                else:
                    of_changed = [self._estimate("kappa", counts.changed)] if "kappa" in self.measures else []
                    beside = [self._score(model, KAPPA_CHANGED, kappa, cell) for kappa in of_changed]
                    yield from self._cell_scores(model, cell, counts.everything, *beside)

    def _cell_scores(self, model: RunModel, cell: RunCell, pairs: Pairs, *beside: Score) -> Iterator[Score]:
        estimates = {
            metric: self._estimate(metric, pairs) if cell.applied or not metrics()[metric].needs_changes else UNSCORED
            for metric in self.measures
        }
        for metric, estimate in estimates.items():
            yield self._score(model, metric, estimate, cell)
        if isinstance(pairs, LabelPairs) and "accuracy_lost" in estimates:
            tested = _mcnemar_p(pairs) if cell.applied and pairs.labelled else UNSCORED
            yield self._score(model, P_LOST, tested, cell)
        yield from beside
        perturbed = share(cell.applied, self.card.samples)
        yield self._score(model, SHARE, perturbed, cell)
        if "kappa" in estimates:
            yield self._score(model, ROBUSTNESS, _robustness(estimates["kappa"], perturbed), cell)
        if cell.came_to is not None:
            yield self._score(model, "mean_severity", Estimate(cell.came_to, self.card.samples), cell)

    def _estimate(self, metric: str, pairs: Pairs) -> Estimate:
        if metrics()[metric].needs_gold and not pairs.labelled:
            return UNSCORED
        ordered = replace(pairs, labels=self.labels) if isinstance(pairs, LabelPairs) else pairs
        return self.measures[metric](ordered)

    def _score(self, model: RunModel, metric: str, estimate: Estimate, cell: RunCell | None) -> Score:
        perturbation, severity = (cell.perturbation, cell.severity) if cell else ("", None)
        value = estimate.value if estimate.n else nan
        of = (self.card.id, model.name, self.card.dataset, metric)
        return Score(*of, value, estimate.n, perturbation, severity, estimate.low, estimate.high)


def kept_pairs(folder: Path, card: RunCard, model: RunModel, cell: Cell, curated: Curated) -> Pairs | None:
    """The labels of the samples of a cell that people kept; None where it was not predicted."""
    path = predictions_path(folder, model, cell)
    if not path.exists():
        return None
    if card.task is Task.TAGGING:
        return tags_kept_by_people(folder, card, model, cell, curated)
    return kept_by_people(read_predictions(predictions_path(folder, model, None)), read_predictions(path), curated)


def _robustness(kappa: Estimate, perturbed: Estimate) -> Estimate:
    """Kappa times share, and its bounds; 0 where nothing was perturbed, as in the thesis's aggregates."""
    if not perturbed.value:
        return Estimate(0.0, perturbed.n, 0.0, 0.0)
    value, low, high = (figure * perturbed.value for figure in (kappa.value, kappa.low, kappa.high))
    return Estimate(value, kappa.n, low, high)


def _mcnemar_p(pairs: LabelPairs) -> Estimate:
    """McNemar's p of the accuracy lost."""
    sides = [(kind.gold_before == kind.before) - (kind.gold == kind.after) for kind in pairs.kinds]
    worse, better = (sum(n for n, side in zip(pairs.times, sides, strict=True) if side == to) for to in (1, -1))
    return Estimate(mcnemar(worse, better), sum(pairs.times))
