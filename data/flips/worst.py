"""The worst of several draws: which samples keep their label however often they are perturbed anew."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.design import Condition
from core.errors import BadInput
from core.metrics import UNSCORED, Estimate, cohens_kappa
from core.metrics.draws import kept_under
from core.metrics.entities import entity_counts
from core.models.tasks import LABELLING
from core.records import FieldRewrite, Task
from core.text.entity_changes import entity_change
from data.flips.answers import is_flip
from data.runs.files import Predicted, RunCard, RunModel, draw_folder, predictions_path, read_predictions
from data.runs.measures.flip import Flip
from data.runs.measures.tag_flips import tag_flip
from data.variants.reading import rewrites_by_id
from data.workspace import Workspace

NONE: Mapping[str, Sequence[FieldRewrite]] = {}


@dataclass(frozen=True, slots=True)
class Fallen:
    """A sample whose label changed in `times` of the draws: to `after` most often.

    `condition`, `draw` (counted from 0), `candidate_id` and `gold_after` are those of the first text that got this
    label. Of a sentence with tags the labels are all its tags, joined by spaces.
    """

    sample_id: str
    gold: str
    before: str
    after: str
    times: int
    condition: Condition
    draw: int
    candidate_id: str
    gold_after: str


@dataclass(frozen=True, slots=True)
class WorstOfK:
    """What a model keeps under every draw of these conditions, over all samples of the run.

    `kept[j - 1]` is the share of samples whose label stays under each of j draws, `right[j - 1]` of those whose label
    is right on the original text and under each (() where there is no gold): robust accuracy. `kappa` is between the
    labels of the original texts and the worst under all draws: another label where a draw has one. `fallen` are the
    samples that don't keep theirs, those that change most often first. A sentence with tags keeps its label while its
    entities stay (`data.flips.rules`), and is right where it has those of the gold tags and no other; it has no kappa.
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

    `folder` is the run's; a number changes where it moves by more than `moved`. Raises BadInput for a condition that
    the run does not have, for predictions that are missing, and for tags whose texts are.
    """
    cells = [card.cell(cell) for cell in card.cells_of(conditions)]
    seen = _Seen(read_predictions(predictions_path(folder, model, None)), len(cells), card.task, moved)
    for at, cell in enumerate(cells):
        condition = cell.condition
        for draw in range(card.draws):
            path = predictions_path(draw_folder(folder, draw), model, cell)
            if not path.exists():
                raise BadInput(
                    f"{model.name} of the run {card.id} has not predicted {condition}"
                    f"{f' in draw {draw + 1}' if draw else ''} yet; resume the run."
                )
            rows = read_predictions(path)
            rewrites = rewrites_of_draw(folder, card, condition, draw, rows) if card.task is Task.TAGGING else NONE
            seen.see(at, condition, draw, rows, rewrites)
    return seen.worst(model.name, tuple(cell.condition for cell in cells), card.draws)


def fallen_flip(folder: Path, card: RunCard, fallen: Fallen) -> Flip:
    """The first text that got the label that the sample is changed to."""
    row = Predicted(fallen.candidate_id, fallen.sample_id, fallen.gold_after, fallen.after)
    texts = rewrites_of_draw(folder, card, fallen.condition, fallen.draw, [row])[fallen.candidate_id]
    if card.task is not Task.TAGGING:
        values = (fallen.gold, fallen.before, fallen.after, nan, nan, texts, fallen.gold_after)
        return Flip(fallen.sample_id, fallen.candidate_id, *values, card.task)
    change = entity_change(texts[0].rewrite, fallen.before.split(), fallen.after.split())
    assert change is not None, "a sentence that fell has changed entities"
    was = Predicted("", fallen.sample_id, fallen.gold, fallen.before)
    return tag_flip(texts, change, was, row, fallen.gold_after)


def rewrites_of_draw(
    folder: Path, card: RunCard, condition: Condition, draw: int, rows: Sequence[Predicted]
) -> dict[str, tuple[FieldRewrite, ...]]:
    """The texts of these rows by candidate. Raises BadInput where they are gone."""
    path = card.of_draw(draw).variants_path(Workspace(folder.parents[1]), condition)
    return rewrites_by_id(path, [row.candidate_id for row in rows])


class _Seen:
    """What was seen of each sample so far: `fell` and `wrong` count draws of changed texts, (conditions x samples)."""

    def __init__(self, originals: Sequence[Predicted], conditions: int, task: Task, moved: float) -> None:
        self.originals, self.task, self.is_flip = originals, task, is_flip(task, moved)
        self.place = {row.sample_id: n for n, row in enumerate(originals)}
        self.fell: NDArray[np.int64] = np.zeros((conditions, len(originals)), np.int64)
        self.wrong = np.zeros_like(self.fell)
        self.first: dict[tuple[int, str], tuple[Condition, int, str, str]] = {}
        self.others: dict[int, Counter[str]] = {}

    def see(
        self,
        at: int,
        condition: Condition,
        draw: int,
        rows: Sequence[Predicted],
        rewrites: Mapping[str, Sequence[FieldRewrite]],
    ) -> None:
        for row in rows:
            n = self.place[row.sample_id]
            self.wrong[at, n] += not self._is_right(row)
            texts = rewrites.get(row.candidate_id)
            if self.is_flip(texts[0].rewrite if texts else None, self.originals[n].label, row.label):
                self.fell[at, n] += 1
                self.first.setdefault((n, row.label), (condition, draw, row.candidate_id, row.gold))
                self.others.setdefault(n, Counter())[row.label] += 1

    def _is_right(self, row: Predicted) -> bool:
        if self.task is not Task.TAGGING:
            return row.label == row.gold
        right, named = entity_counts(row.gold.split(), row.label.split())
        return 2 * right == named

    def worst(self, model: str, conditions: tuple[Condition, ...], draws: int) -> WorstOfK:
        """What that comes to."""
        gold = self.task is not Task.SIMILARITY and all(row.gold for row in self.originals)
        right = kept_under(self.wrong, draws, np.array([*map(self._is_right, self.originals)], bool)) if gold else []
        fallen = sorted((self._fallen(n) for n in self.others), key=lambda sample: (-sample.times, sample.sample_id))
        kept = kept_under(self.fell, draws)
        return WorstOfK(model, conditions, draws, tuple(kept), tuple(right), self._kappa(), tuple(fallen))

    def _fallen(self, n: int) -> Fallen:
        row, other = self.originals[n], self._other(n)
        return Fallen(row.sample_id, row.gold, row.label, other, self.others[n].total(), *self.first[n, other])

    def _other(self, n: int) -> str:
        return min(self.others[n].items(), key=lambda item: (-item[1], item[0]))[0]

    def _kappa(self) -> Estimate:
        if self.task not in LABELLING:
            return UNSCORED
        before = [row.label for row in self.originals]
        return cohens_kappa(before, [self._other(n) if n in self.others else label for n, label in enumerate(before)])
