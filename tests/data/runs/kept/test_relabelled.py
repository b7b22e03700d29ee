"""Relabelled gold goes the whole way: perturbed, predicted, judged, scored; and by a set made in another workspace.

The figures are worked out by hand from the labels written here.
"""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from core.records import Sample, Score, Task
from data.curated.importing import import_set
from data.curated.writing import SetRequest, write_set
from data.datasets.stored import save_dataset
from data.runs.measures.kept import kept_of_run
from data.runs.scores import scores
from data.store import Store
from data.variants.files import VariantFile
from data.workspace import Workspace
from tests.data.runs.kept.judged_run import RUN, dataset, decide, elsewhere, prepared, run_of

PAIRS = [
    (("a dog runs here", "one dog runs here"), "same"),
    (("a cat sleeps now", "the cat is asleep"), "same"),
    (("we eat some rice", "they drink cold tea"), "other"),
    (("it rains all day", "the sun is out"), "other"),
    (("she sings a song", "he reads a book"), "other"),
]
NUMBERS = [
    (("a dog runs here", "one dog runs here"), "5"),
    (("a cat sleeps now", "the cat is asleep"), "3"),
    (("we eat some rice", "they eat their rice"), "1"),
    (("it rains all day", "the sun is out"), "0"),
]
NAMES = [(("Ada lives in Paris",), "B-PER O O B-LOC"), (("Alan went to Rome",), "B-PER O O B-LOC")]

# Pairs: all right before. Judged are the first three and the last, as same, other, same, other: as the model says then.
# Before and after agree on 2 of 4, and by chance on half: kappa 0. Of all five 3 are right by the source's gold.
PAIR = (
    Task.PAIR_CLASSIFICATION, PAIRS, "word_deletion@1", ("keep", "other", "same", "discard", "keep"),
    ("same", "same", "other", "other", "other"), ("same", "other", "same", "other", "other"),
    {"accuracy": (1.0, 4), "accuracy_lost": (0.0, 4), "kappa": (0.0, 4)}, ("accuracy", 0.6, 5),
)  # fmt: skip
# Numbers: gold 5, 1, 1 and 4, 1, 2 said: r = (40 + 16 + 4) / sqrt((64 + 16 + 16) * (25 + 16 + 1)) = 60 / sqrt(4032).
# All four: gold 5, 3, 1, 0 and 4, 1, 2, 0.5 said: 8.125 / sqrt(14.75 * 7.1875).
NUMBER = (
    Task.SIMILARITY, NUMBERS, "word_deletion@1", ("keep", "1.0", "keep", "discard"),
    ("5", "3", "1", "0"), ("4", "1", "2", "0.5"),
    {"pearson": (60 / 4032**0.5, 3)}, ("pearson", 8.125 / (14.75 * 7.1875) ** 0.5, 4),
)  # fmt: skip
# Tags: 3 entities are there (the first name is none any more), 2 are said, both right: F1 2 * 2 / (3 + 2). Else 4 are.
TAGS = (
    Task.TAGGING, NAMES, "keyboard@10", ("O O O B-LOC", "keep"),
    ("B-PER O O B-LOC", "B-PER O O B-LOC"), ("O O O B-LOC", "B-PER O O O"),
    {"f1_entities": (0.8, 2)}, ("f1_entities", 4 / 6, 2),
)  # fmt: skip
Case = tuple[
    Task, list[tuple[tuple[str, ...], str]], str, tuple[str, ...], tuple[str, ...], tuple[str, ...],
    Mapping[str, tuple[float, int]], tuple[str, float, int],
]  # fmt: skip


def scored(workspace: Workspace, store: Store | None, kept: int) -> dict[str, Score]:
    """The scores of the run's perturbed texts by metric, of what people kept where the store is given."""
    from data.runs.scores import run_card

    curated = None
    if store:
        found = kept_of_run(store, workspace, run_card(workspace, RUN))
        assert (len(found.samples), found.left_out) == (kept, "")
        curated = found.samples
    return {score.metric: score for score in scores(workspace, RUN, curated) if score.perturbation}


def said(samples: list[Sample], labels: tuple[str, ...]) -> dict[str, str]:
    return {sample.id: label for sample, label in zip(samples, labels, strict=True)}


@pytest.mark.parametrize("case", [PAIR, NUMBER, TAGS], ids=["pairs", "numbers", "tags"])
def test_relabelled_gold_is_what_is_scored(workspace: Workspace, tmp_path: Path, case: Case) -> None:
    task, rows, condition, verdicts, before, after, expected, of_all = case
    card, samples = dataset(task, rows)
    file = prepared(workspace, card, samples, condition)
    with closing(Store.open(workspace)) as store:
        store.ingest(workspace.jobs / "job")
        decide(store, file, said(samples, verdicts))
        run_of(workspace, card, file, said(samples, before), said(samples, after))
        kept = sum(verdict != "discard" for verdict in verdicts)
        table = scored(workspace, store, kept)
        for metric, (value, n) in expected.items():
            assert (table[metric].value, table[metric].n) == (pytest.approx(value), n), metric
        metric, value, n = of_all
        assert (scored(workspace, None, 0)[metric].value, n) == (pytest.approx(value), n)
        made = write_set(store, workspace, tmp_path / "set", SetRequest("theirs")).folder
    _brought(tmp_path, made, file, case, samples)


def _brought(tmp_path: Path, made: Path, file: VariantFile, case: Case, samples: list[Sample]) -> None:
    """The same figures where the set is brought to the whole data set, perturbed there; a text that reads otherwise
    there is left out."""
    task, rows, _, verdicts, before, after, expected, _ = case
    other = Workspace(tmp_path / "other").prepare()
    card, _ = dataset(task, rows)
    save_dataset(other, card, samples)
    with closing(Store.open(other)) as store:
        import_set(store, other, made)
        theirs = elsewhere(other, file, "of-the-run", {})
        run = run_of(other, card, theirs, said(samples, before), said(samples, after))
        table = scored(other, store, sum(verdict != "discard" for verdict in verdicts))
        for metric, (value, n) in expected.items():
            assert (table[metric].value, table[metric].n) == (pytest.approx(value), n), metric
        theirs.path.unlink()
        theirs.path.parent.rmdir()
        elsewhere(other, file, "of-the-run", {samples[0].id: "something else altogether"})
        assert kept_of_run(store, other, run).otherwise == 1
