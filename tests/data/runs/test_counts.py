"""Counts of gold, before and after: made once, read again in place of predictions, made again when these change."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from core.metrics import accuracy, accuracy_lost, cohens_kappa, f1_macro, f1_micro
from data.runs.counts import LabelPairs, Labels, cell_counts, counts_path, flips_by_label
from data.runs.files import RunCard, newest_file, predictions_path, predictions_table, read_card
from data.runs.scores import scores
from data.tables import write_parquet
from data.workspace import Workspace
from tests.data.store.store_data import CELL
from tests.pages.heatmaps.finished_run import RUN, write_run

BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]


@pytest.fixture
def folder(workspace: Workspace) -> Path:
    """The folder of a run of one cell."""
    write_run(workspace, BEFORE, AFTER, [CELL], ["CNN"])
    return workspace.runs / RUN


@pytest.fixture
def card(folder: Path) -> RunCard:
    card = read_card(folder)
    assert card
    return card


def test_metrics_of_counted_labels_are_those_of_the_labels_one_by_one() -> None:
    kinds, times = [("a", "a"), ("a", "b"), ("b", "b"), ("c", "a")], [5, 3, 4, 2]
    one, other = ([kind[side] for kind in kinds] for side in (0, 1))
    ones, others = ([label for label, n in zip(side, times, strict=True) for _ in range(n)] for side in (one, other))
    for metric in (accuracy, f1_micro, f1_macro, cohens_kappa):
        assert repr(metric(one, other, times)) == repr(metric(ones, others))
    was, now = [True, True, False, False], [True, False, True, False]
    each = [[right for right, n in zip(side, times, strict=True) for _ in range(n)] for side in (was, now)]
    assert accuracy_lost(was, now, times) == accuracy_lost(*each)


def test_a_cell_is_counted_over_all_samples_and_over_the_changed_ones(folder: Path, card: RunCard) -> None:
    counts = cell_counts(folder, card.models[0], CELL)
    assert counts
    assert Counter(counts.changed.counted) == {
        Labels("thing", "thing", "thing", "thing"): 1, Labels("thing", "thing", "thing", "place"): 1,
        Labels("thing", "place", "thing", "thing"): 1, Labels("thing", "place", "thing", "place"): 1,
    }  # fmt: skip
    assert counts.everything.counted[Labels("thing", "thing", "thing", "thing")] == 2  # the original one as well
    assert sorted(counts.everything.before) == sorted(BEFORE) and len(counts.everything.after) == 5
    assert cell_counts(folder, card.models[0], None).everything.times == (3, 2)  # type: ignore[union-attr]


def test_an_older_run_is_counted_when_its_scores_are_asked_for_and_read_from_then_on(
    workspace: Workspace, folder: Path, card: RunCard
) -> None:
    assert not list(folder.glob("counts-*"))
    found, newest = scores(workspace, RUN), newest_file(folder)
    assert len(list(folder.glob("counts-*"))) == 2
    assert newest_file(folder) == newest  # what depends on the predictions is not made again
    path = predictions_path(folder, card.models[0], CELL)
    status = path.stat()
    path.write_bytes(b"0" * status.st_size)  # no one reads it any more
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert repr(scores(workspace, RUN)) == repr(found)


def test_counts_of_other_predictions_are_made_again(workspace: Workspace, folder: Path, card: RunCard) -> None:
    def kappa() -> float:
        return next(score.value for score in scores(workspace, RUN) if score.metric == "kappa")

    was = kappa()
    counts_path(folder, card.models[0], CELL).write_text("{")
    assert kappa() == was
    held = json.loads(counts_path(folder, card.models[0], CELL).read_text())
    assert sum(row[-1] for row in held["everything"]) == 5
    write_parquet(predictions_path(folder, card.models[0], CELL), predictions_table([]))
    assert kappa() == 1 != was
    predictions_path(folder, card.models[0], CELL).unlink()
    assert cell_counts(folder, card.models[0], CELL) is None


def test_flips_by_gold_label_and_direction() -> None:
    pairs = LabelPairs(
        {Labels("a", "a", "a", "a"): 6, Labels("a", "a", "a", "b"): 2, Labels("b", "a", "b", "b"): 3,
         Labels("a", "b", "a", "a"): 1}
    )  # fmt: skip
    found = flips_by_label(pairs)
    assert [(flip.gold, flip.before, flip.after, flip.times, flip.flipped.n) for flip in found] == [
        ("b", "a", "b", 3, 3), ("a", "a", "b", 2, 8), ("a", "b", "a", 1, 1),
    ]  # fmt: skip
    assert found[1].flipped.low < 0.25 < found[1].flipped.high
