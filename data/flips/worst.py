"""The worst of several draws: which samples keep their label however often they are perturbed anew."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.design import Condition
from core.errors import BadInput
from core.metrics import UNSCORED, Estimate, cohens_kappa
from core.metrics.draws import kept_under
from core.models.tasks import LABELLING
from core.records import Task
from data.runs.files import Predicted, RunCard, RunModel, draw_folder, predictions_path, read_predictions


@dataclass(frozen=True, slots=True)
class Fallen:
    """A sample whose label changed in `times` of the draws: to `after` most often.

    `condition`, `draw` (counted from 0) and `candidate_id` are those of the first text that got this label.
    """

    sample_id: str
    gold: str
    before: str
    after: str
    times: int
    condition: Condition
    draw: int
    candidate_id: str


@dataclass(frozen=True, slots=True)
class WorstOfK:
    """What a model keeps under every draw of these conditions, over all samples of the run.

    `kept[j - 1]` is the share of samples whose label stays under each of j draws, `right[j - 1]` of those whose label
    is right on the original text and under each (() where there is no gold): robust accuracy. `kappa` is between the
    labels of the original texts and the worst under all draws: another label where a draw has one. `fallen` are the
    samples that don't keep theirs, those that change most often first.
    """

    model: str
    conditions: tuple[Condition, ...]
    draws: int
    kept: tuple[Estimate, ...]
    right: tuple[Estimate, ...]
    kappa: Estimate
    fallen: tuple[Fallen, ...]


def worst_of_draws(
    folder: Path, card: RunCard, model: RunModel, conditions: Sequence[Condition] = (), moved: float = nan
) -> WorstOfK:
    """The worst of all draws of these conditions together, () for all of the run's; as many draws of each.

    `folder` is the run's; a number changes where it moves by more than `moved`. Raises BadInput for a run of tags, a
    condition that the run does not have, and predictions that are missing.
    """
    if card.task is Task.TAGGING:
        raise BadInput(f"The run {card.id} is of tags; the worst of several draws is known of labels and of numbers.")
    known = {card.cell(cell).condition: card.cell(cell) for cell in card.cells}
    chosen = tuple(dict.fromkeys(conditions)) or tuple(known)
    if odd := next((condition for condition in chosen if condition not in known), None):
        raise BadInput(f"The run {card.id} has no {odd.spelled}; it has {', '.join(one.spelled for one in known)}.")
    seen = _Seen(read_predictions(predictions_path(folder, model, None)), len(chosen), moved, card.task in LABELLING)
    for at, condition in enumerate(chosen):
        for draw in range(card.draws):
            path = predictions_path(draw_folder(folder, draw), model, known[condition])
            if not path.exists():
                raise BadInput(
                    f"{model.name} of the run {card.id} has not predicted {condition}"
                    f"{f' in draw {draw + 1}' if draw else ''} yet; resume the run."
                )
            seen.see(at, condition, draw, read_predictions(path))
    return seen.worst(model.name, chosen, card.draws)


class _Seen:
    """What was seen of each sample so far: `fell` and `wrong` count draws of changed texts, (conditions x samples)."""

    def __init__(self, originals: Sequence[Predicted], conditions: int, moved: float, labels: bool) -> None:
        self.originals, self.moved, self.labels = originals, moved, labels
        self.place = {row.sample_id: n for n, row in enumerate(originals)}
        self.fell: NDArray[np.int64] = np.zeros((conditions, len(originals)), np.int64)
        self.wrong = np.zeros_like(self.fell)
        self.first: dict[tuple[int, str], tuple[Condition, int, str]] = {}
        self.others: dict[int, Counter[str]] = {}

    def see(self, at: int, condition: Condition, draw: int, rows: Sequence[Predicted]) -> None:
        for row in rows:
            n = self.place[row.sample_id]
            self.wrong[at, n] += row.label != row.gold
            if self._flipped(self.originals[n], row):
                self.fell[at, n] += 1
                self.first.setdefault((n, row.label), (condition, draw, row.candidate_id))
                self.others.setdefault(n, Counter())[row.label] += 1

    def _flipped(self, before: Predicted, after: Predicted) -> bool:
        if self.labels:
            return before.label != after.label
        return round(abs(float(after.label) - float(before.label)), 9) > self.moved

    def _right(self) -> NDArray[np.bool_]:
        return np.array([row.label == row.gold for row in self.originals], bool)

    def worst(self, model: str, conditions: tuple[Condition, ...], draws: int) -> WorstOfK:
        """What that comes to."""
        gold = self.labels and all(row.gold for row in self.originals)
        right = kept_under(self.wrong, draws, self._right()) if gold else []
        fallen = sorted((self._fallen(n) for n in self.others), key=lambda one: (-one.times, one.sample_id))
        kept = kept_under(self.fell, draws)
        return WorstOfK(model, conditions, draws, tuple(kept), tuple(right), self._kappa(), tuple(fallen))

    def _fallen(self, n: int) -> Fallen:
        row, other = self.originals[n], self._other(n)
        return Fallen(row.sample_id, row.gold, row.label, other, self.others[n].total(), *self.first[n, other])

    def _other(self, n: int) -> str:
        return min(self.others[n].items(), key=lambda one: (-one[1], one[0]))[0]

    def _kappa(self) -> Estimate:
        if not self.labels:
            return UNSCORED
        before = [row.label for row in self.originals]
        return cohens_kappa(before, [self._other(n) if n in self.others else label for n, label in enumerate(before)])
