"""How often predictions flip by what was edited, against a run that is worked out by hand."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.design import Condition
from core.errors import BadInput
from core.records import CuratedSample, Task
from core.severity import pps
from data.flips.counted import flipped_samples, opened, tallies
from data.flips.rows import RARE, Counting, GroupBy, Tally, tallies_table
from data.flips.samples import answered_sample
from data.runs.files import predictions_path
from data.runs.scores import run_card
from data.tables import write_parquet
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate
from tests.pages.heatmaps.finished_run import RUN, four_severities, write_run
from tests.pages.heatmaps.test_other_tasks import RUN as NUMBERS
from tests.pages.heatmaps.test_other_tasks import written

BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]  # the second and third flip; the fourth was not perturbed


def row(tables: Mapping[GroupBy, list[Tally]], by: GroupBy, value: str) -> Tally:
    return next(row for row in tables[by] if row.value == value)


def test_a_row_counts_the_texts_whose_edits_include_what_it_names(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    found = row(tallies(workspace, RUN), GroupBy.LABEL, "thing")
    assert (found.flips, found.samples, found.rate.n, found.rate.value) == (2, 4, 4, 0.5)
    assert found.rate.low == pytest.approx(0.1500, abs=1e-4)  # Wilson's interval for 2 of 4
    assert found.rate.high == pytest.approx(0.8500, abs=1e-4)
    assert found.few
    assert [replace(found, rate=replace(found.rate, n=n)).few for n in (29, 30)] == [True, False]
    table = tallies_table({"CNN": [found]}).to_pylist()
    assert table == [
        {
            "model": "CNN", "by": "gold label", "value": "thing", "flips": 2, "n": 4, "rate": 0.5,
            "low": found.rate.low, "high": found.rate.high, "samples": 4, "texts": 4, "few": True,
        }
    ]  # fmt: skip


def test_several_models_and_cells_on_the_same_samples_do_not_make_it_surer(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, cells=four_severities("word_deletion"), models=("MiniLM", "CNN"))
    one = row(
        tallies(workspace, RUN, Counting(("CNN",), (Condition("word_deletion", pps(1)),))), GroupBy.LABEL, "thing"
    )
    all_ = row(tallies(workspace, RUN), GroupBy.LABEL, "thing")
    assert (all_.rate.n, all_.flips, all_.samples, all_.texts) == (32, 16, 4, 4)  # the four severities' texts are alike
    assert all_.rate.high - all_.rate.low >= one.rate.high - one.rate.low


def test_a_sample_has_the_answers_of_each_condition_apart(workspace: Workspace) -> None:
    cells = four_severities("word_deletion")[:2]
    write_run(workspace, BEFORE, AFTER, cells, ("MiniLM", "CNN"))
    folder, card = workspace.runs / RUN, run_card(workspace, RUN)
    path = predictions_path(folder, card.models[1], cells[1])
    table = pq.read_table(path)
    other = pa.array(["animal"] * table.num_rows)
    write_parquet(path, table.set_column(table.schema.get_field_index("label"), "label", other))
    found = answered_sample(workspace, RUN, "sample-1")
    assert (found.gold, {model: one.label for model, one in found.answers.items()}) == (
        "thing", {"MiniLM": "thing", "CNN": "thing"},
    )  # fmt: skip
    assert [{model: one.label for model, one in variant.answers.items()} for variant in found.variants] == [
        {"MiniLM": "place", "CNN": "place"}, {"MiniLM": "place", "CNN": "animal"},
    ]  # fmt: skip
    assert [variant.condition for variant in found.variants] == [cell.condition for cell in cells]
    original = answered_sample(workspace, RUN, "sample-3")
    assert [(variant.rewrites, variant.answers) for variant in original.variants] == [((), {})] * 2
    assert [found.flipped(variant) for variant in found.variants] == [["MiniLM", "CNN"]] * 2
    assert [found.flipped(one) for one in answered_sample(workspace, RUN, "sample-0").variants] == [[], ["CNN"]]
    with pytest.raises(BadInput, match="has no sample 'sample-9'"):
        answered_sample(workspace, RUN, "sample-9")


def test_rare_words_are_counted_together(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    every = tallies(workspace, RUN, least=1)[GroupBy.WORD]
    assert RARE not in [row.value for row in every]
    assert sum(row.rate.n for row in every) >= 4
    (rare,) = tallies(workspace, RUN, least=100)[GroupBy.WORD]
    assert (rare.value, rare.rate.n, rare.flips) == (RARE, 4, 2)


def test_a_row_opens_its_flips_with_the_diff(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    found = opened(workspace, RUN, GroupBy.LABEL, "thing")
    assert {(one.flip.before, one.flip.after) for one in found} == {("thing", "place"), ("place", "thing")}
    assert {one.flip.sample_id for one in found} == {"sample-1", "sample-2"}
    assert all(rewrite.applied for one in found for _, rewrite in one.flip.rewrites)
    assert (found[0].model, found[0].condition) == ("MiniLM", CELL.condition)
    assert opened(workspace, RUN, GroupBy.LABEL, "place") == []


def test_only_what_people_kept_counts_where_that_is_asked(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    kept = candidate(1, CELL)
    curated = {kept.id: CuratedSample(kept.id, kept.sample_id, "place", True, ("ann",))}
    tables = tallies(workspace, RUN, Counting(curated=curated))
    (found,) = tables[GroupBy.LABEL]  # by the label that people gave
    assert (found.value, found.rate.n, found.flips) == ("place", 1, 1)
    (one,) = opened(workspace, RUN, GroupBy.LABEL, "place", Counting(curated=curated))
    assert (one.flip.gold, one.flip.gold_after) == ("thing", "place")


def test_tables_follow_texts_that_were_made_anew(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    assert row(tallies(workspace, RUN), GroupBy.LABEL, "thing").rate.n == 4
    write_run(workspace, BEFORE, ["", "place", "", "", ""], models=("MiniLM",))
    assert row(tallies(workspace, RUN), GroupBy.LABEL, "thing").rate.n == 1


def test_a_run_without_predictions_has_no_rows_and_unknown_names_are_refused(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    for path in (workspace.runs / RUN).glob("predictions-*"):
        path.unlink()
    assert tallies(workspace, RUN)[GroupBy.KIND] == []
    assert opened(workspace, RUN, GroupBy.KIND, "word deleted") == []
    with pytest.raises(BadInput, match="has no model 'BERT'"):
        tallies(workspace, RUN, Counting(("BERT",)))
    with pytest.raises(BadInput, match="has no negation@1"):
        tallies(workspace, RUN, Counting(conditions=(Condition("negation", pps(1)),)))


def test_the_longest_lists_are_of_ten_flips_and_words_of_ten_predictions_have_a_row(workspace: Workspace) -> None:
    for n, values in ((9, [RARE]), (10, ["+ not"]), (11, ["+ not"])):
        write_run(workspace, ["thing"] * n, ["place"] * n, models=("MiniLM",))
        assert [row.value for row in tallies(workspace, RUN)[GroupBy.WORD]] == values
        assert len(opened(workspace, RUN, GroupBy.LABEL, "thing")) == min(n, 10)


def test_rare_words_come_last_however_often_they_flip(workspace: Workspace) -> None:
    written(workspace, Task.SIMILARITY, [("1", "1", "1")] * 3 + [("5", "5", "1")] * 3)
    path = edited(workspace)
    lists = [["dog"], ["dog"], ["dog"], ["a"], ["b"], ["c"]]
    table = pq.read_table(path)
    words = pa.array(lists, pa.list_(pa.string()))
    write_parquet(path, table.set_column(table.schema.get_field_index("words"), "words", words))
    rows = tallies(workspace, NUMBERS, least=3)[GroupBy.WORD]
    assert [(row.value, row.flips, row.rate.n) for row in rows] == [("dog", 0, 3), (RARE, 3, 3)]


def test_what_surely_flips_most_comes_first_then_what_is_known_better_then_by_name(workspace: Workspace) -> None:
    written(workspace, Task.SIMILARITY, [("1", "1", "1")] * 4 + [("5", "5", "1")] * 4)
    path = edited(workspace)
    lists = [["never"], ["never"], ["a"], ["b"], ["often"], ["often"], ["often"], ["once"]]
    table = pq.read_table(path)
    words = pa.array(lists, pa.list_(pa.string()))
    write_parquet(path, table.set_column(table.schema.get_field_index("words"), "words", words))
    rows = tallies(workspace, NUMBERS, least=1)[GroupBy.WORD]
    assert [row.value for row in rows] == ["often", "once", "never", "a", "b"]


def edited(workspace: Workspace) -> Path:
    """The file of what is said of the run's edits."""
    tallies(workspace, NUMBERS)
    [path] = (workspace.variants / NUMBERS / "edits").glob("*.parquet")
    return path


def test_lengths_and_numbers_of_edits_stand_in_their_order(workspace: Workspace) -> None:
    lengths = [41, 40, 21, 20, 11, 10, 6, 5, 2]
    texts = [" ".join(["day"] * (n - 1)) for n in lengths]
    written(workspace, Task.SIMILARITY, [("1", "1", "1")] * 9, texts)
    assert [(row.value, row.rate.n) for row in tallies(workspace, NUMBERS)[GroupBy.LENGTH]] == [
        ("1 to 5 words", 2), ("6 to 10 words", 2), ("11 to 20 words", 2), ("21 to 40 words", 2),
        ("41 or more words", 1),
    ]  # fmt: skip
    path = edited(workspace)
    table = pq.read_table(path)
    edits = pa.array([7, 5, 4, 4, 3, 3, 3, 2, 1], pa.int32())
    write_parquet(path, table.set_column(table.schema.get_field_index("edits"), "edits", edits))
    assert [(row.value, row.rate.n) for row in tallies(workspace, NUMBERS)[GroupBy.EDITS]] == [
        ("1", 1), ("2", 1), ("3", 3), ("4", 2), ("5 or more", 2),
    ]  # fmt: skip


@pytest.mark.parametrize("which", ["original", "negation"])
def test_the_damaged_file_of_predictions_is_named(workspace: Workspace, which: str) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    tallies(workspace, RUN)
    paths = [predictions_path(workspace.runs / RUN, run_card(workspace, RUN).models[0], c) for c in (None, CELL)]
    damaged = paths[which != "original"]
    damaged.write_bytes(b"no table")
    with pytest.raises(BadInput, match=f"The predictions .*{re.escape(str(damaged))}"):
        tallies(workspace, RUN)


def test_predictions_that_lack_a_column_are_an_error_of_the_run(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    path = predictions_path(workspace.runs / RUN, run_card(workspace, RUN).models[0], CELL)
    write_parquet(path, pq.read_table(path).drop_columns(["label"]))
    said = rf"The predictions of the run {RUN} can't be read .*label.*; copy the run again"
    with pytest.raises(BadInput, match=said):
        tallies(workspace, RUN)


def test_rows_by_perturbation_and_what_a_row_counts_of_each_sample(workspace: Workspace) -> None:
    # of two models one flips on sample 1 and 2 ("thing" to "place", "place" to "thing") at each of four severities
    write_run(workspace, ["thing", "thing", "place"], ["thing", "place", "thing"], four_severities("negation"))
    (found,) = tallies(workspace, RUN)[GroupBy.PERTURBATION]
    assert (found.value, found.flips, found.rate.n, found.samples) == ("negation", 16, 24, 3)
    samples = flipped_samples(workspace, RUN, GroupBy.PERTURBATION, "negation")
    assert sum(one.flips for one in samples.values()) == found.flips
    assert {len(one.conditions) for one in samples.values()} == {4}
    (one,) = {(one.flips, one.n) for one in samples.values()}
    assert one == (8, 8)  # two models at four severities
