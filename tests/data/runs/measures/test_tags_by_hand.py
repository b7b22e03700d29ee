"""A run on four tagged sentences, all of whose figures are worked by hand."""

import json
import os
from math import isnan

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.design import Condition
from core.records import CuratedSample, Task
from core.severity import pps
from data.runs.counts import Curated, counts_path
from data.runs.files import RunCard, predictions_path, read_predictions
from data.runs.measures.flip import Flip
from data.runs.measures.unlearned import unlearned
from data.runs.scores import changed_pairs, flips, run_card, scores
from data.tables import write_parquet
from data.workspace import Workspace
from tests.pages.heatmaps.test_other_tasks import MODEL, RUN, written

ANSWERS = [  # gold, before, after, of "Old0 day in Rome" and "New day in Rome"
    ("B-PER O O B-LOC", "B-PER O O B-LOC", "O O O B-LOC"),  # one is lost
    ("O O O B-LOC", "O O O B-LOC", "O O O B-LOC"),
    ("B-PER I-PER O O", "B-PER I-PER O O", "O O O B-LOC"),  # one is lost, another found: three words
    ("B-LOC O O O", "B-LOC O O O", "B-ORG O O O"),  # another kind
]


@pytest.fixture
def card(workspace: Workspace) -> RunCard:
    written(workspace, Task.TAGGING, ANSWERS)
    return run_card(workspace, RUN)


def figures(workspace: Workspace, curated: Curated | None = None) -> dict[tuple[str, str], tuple[float, int]]:
    return {(s.metric, s.perturbation): (s.value, s.n) for s in scores(workspace, RUN, curated)}


def flipped(workspace: Workspace, curated: Curated | None = None) -> list[Flip]:
    return flips(workspace, RUN, MODEL.name, Condition("word_deletion", pps(1)), curated)


def test_entities_are_scored_on_both_texts_and_what_was_lost(workspace: Workspace, card: RunCard) -> None:
    found = figures(workspace)
    assert found["f1_entities", ""] == (1, 4)
    # Gold 5 entities; said of the perturbed texts 4, 2 of them right.
    assert found["f1_entities", "word_deletion"] == (pytest.approx(4 / 9), 4)
    assert found["f1_entities_lost", "word_deletion"] == (pytest.approx(5 / 9), 4)
    # Of 16 tokens 11 are the same. Before O 10, PER 3, LOC 3; after O 12, LOC 3, ORG 1.
    pe = (10 * 12 + 3 * 3) / 16**2
    assert found["kappa", "word_deletion"] == (pytest.approx((11 / 16 - pe) / (1 - pe)), 16)
    assert found["share_perturbed", "word_deletion"] == (1, 4)
    assert (
        changed_pairs(workspace, RUN, MODEL.name, Condition("word_deletion", pps(1))).counted == {}
    )  # tags are no labels


def test_sentences_flip_those_with_most_words_in_other_entities_first(workspace: Workspace, card: RunCard) -> None:
    told = [(flip.gold, flip.before, flip.after, flip.gold_after) for flip in flipped(workspace)]
    assert told == [
        ("Old2 day PER", "Old2 day PER", "Rome LOC", "New day PER"),
        ("Old0 PER", "Old0 PER", "no entity", "New PER"),
        ("Old3 LOC", "Old3 LOC", "New ORG", "New LOC"),
    ]
    assert all(isnan(flip.p_before) and isnan(flip.p_after) for flip in flipped(workspace))
    assert {flip.task for flip in flipped(workspace)} == {Task.TAGGING}


def test_only_what_people_kept_counts_with_the_tags_that_they_gave(workspace: Workspace, card: RunCard) -> None:
    rows = read_predictions(predictions_path(workspace.runs / RUN, MODEL, card.cell(card.cells[0])))
    tags = {0: "O O O B-LOC", 1: "O O O B-LOC", 3: ""}
    curated = {
        rows[n].candidate_id: CuratedSample(rows[n].candidate_id, "", said, True, ("ann",)) for n, said in tags.items()
    }
    told = {flip.gold: flip.gold_after for flip in flipped(workspace, curated)}
    assert told == {"Old0 PER": "no entity", "Old3 LOC": ""}
    labelled = {id_: one for id_, one in curated.items() if one.label}
    assert figures(workspace, labelled)["f1_entities", "word_deletion"] == (1, 2)
    assert figures(workspace, labelled)["f1_entities_lost", "word_deletion"] == (0, 2)
    assert figures(workspace, curated)["f1_entities", "word_deletion"][1] == 0  # of one sentence no tags are known
    assert changed_pairs(workspace, RUN, MODEL.name, Condition("word_deletion", pps(1)), curated).counted == {}


def test_tags_that_are_not_known_are_told_of_by_no_words(workspace: Workspace, card: RunCard) -> None:
    for cell in (None, card.cell(card.cells[0])):
        path = predictions_path(workspace.runs / RUN, MODEL, cell)
        table = pq.read_table(path)
        write_parquet(path, table.set_column(table.schema.get_field_index("gold"), "gold", pa.array([""] * 4)))
    assert {(flip.gold, flip.gold_after) for flip in flipped(workspace)} == {("", "")}
    assert figures(workspace)["f1_entities", "word_deletion"][1] == 0


@pytest.mark.parametrize("texts", [True, False])
def test_counts_of_tags_are_kept_and_read_in_place_of_predictions(
    workspace: Workspace, card: RunCard, texts: bool
) -> None:
    if not texts:
        next((workspace.variants / RUN).glob("*.parquet")).unlink()
    found = repr(scores(workspace, RUN))
    assert isnan(figures(workspace)["kappa", "word_deletion"][0]) != texts
    cell = card.cell(card.cells[0])
    for path in (predictions_path(workspace.runs / RUN, MODEL, one) for one in (None, cell)):
        status = path.stat()
        path.write_bytes(b"0" * status.st_size)  # no one reads it any more
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert repr(scores(workspace, RUN)) == found


@pytest.mark.parametrize("held", ["{", "[]", "{}", '{"of": 1}'])
def test_kept_counts_that_are_damaged_or_can_not_be_kept_are_made_again(
    workspace: Workspace, card: RunCard, held: str
) -> None:
    found = figures(workspace)
    path = counts_path(workspace.runs / RUN, MODEL, card.cell(card.cells[0]))
    stamp = json.loads(path.read_text())["of"]
    for text in (held, json.dumps({"of": stamp}), json.dumps({"of": stamp, "tags": {}})):
        path.write_text(text)
        assert figures(workspace) == found
    path.unlink()
    path.mkdir()
    assert figures(workspace) == found


@pytest.mark.parametrize(("n", "told"), [(4, []), (5, ["model finds no entity in the 5 original texts"])])
def test_a_tagger_that_finds_nothing_is_named_where_there_is_enough_to_find(
    workspace: Workspace, n: int, told: list[str]
) -> None:
    written(workspace, Task.TAGGING, [("B-PER O", "O O", "O O")] * n)
    assert [said.partition(".")[0] for said in unlearned(workspace, run_card(workspace, RUN))] == told
