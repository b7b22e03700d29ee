"""What a flip is of numbers and of tags: three samples worked by hand."""

from collections.abc import Mapping

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from cli import app
from core.errors import BadInput
from core.records import Bounds, Cell, CuratedSample, DatasetCard, Sample, Task, TextField
from data.datasets.stored import save_dataset
from data.flips.counted import opened, tallies
from data.flips.rows import Counting, GroupBy, Tally
from data.flips.rules import OF_LABELS, OF_TAGS, flip_rule, scale_of
from data.flips.samples import answered_sample, samples_by_flips
from data.runs.files import predictions_path
from data.runs.scores import flips, run_card
from data.tables import write_parquet
from data.workspace import Workspace
from tests.pages.heatmaps.finished_run import write_run
from tests.pages.heatmaps.test_other_tasks import MODEL, RUN, written


def rows(tables: Mapping[GroupBy, list[Tally]], by: GroupBy) -> list[tuple[str, int, int]]:
    return [(row.value, row.flips, row.rate.n) for row in tables[by]]


def test_a_number_flips_when_it_moves_by_more_than_people_allow(workspace: Workspace) -> None:
    written(workspace, Task.SIMILARITY)  # 4.5 to 2.0, 1.5 to 1.4 and 3.0 to 3.0 on the gold scores 5, 1 and 3
    assert rows(tallies(workspace, RUN), GroupBy.EDITS) == [("1", 1, 3)]
    for moved, flipped in ((0.0, 2), (0.099, 2), (0.1, 1), (2.5, 0)):  # by more than: 0.1 is no more than 0.1
        assert rows(tallies(workspace, RUN, Counting(moved=moved)), GroupBy.EDITS) == [("1", flipped, 3)]
    found = opened(workspace, RUN, GroupBy.EDITS, "1", Counting(moved=0.0))
    assert [round(one.flip.moved, 4) for one in found] == [-2.5, -0.1]  # the farthest first


def test_gold_scores_stand_in_bands_of_the_scale(workspace: Workspace) -> None:
    written(workspace, Task.SIMILARITY)
    assert scale_of(workspace, run_card(workspace, RUN)) == Bounds(1, 5)  # its data set says none: of the gold scores
    by_band = rows(tallies(workspace, RUN), GroupBy.LABEL)
    assert by_band == [("1 to 1.8", 0, 1), ("2.6 to 3.4", 0, 1), ("4.2 to 5", 1, 1)]
    told = "changes by more than 0.4, a tenth of the range of the gold scores (1 to 5)."
    assert told in flip_rule(workspace, run_card(workspace, RUN)).told
    card = DatasetCard("d", Task.SIMILARITY, (), ("text",), {}, scale=Bounds(0, 10))
    save_dataset(workspace, card, [Sample("d", "test", (TextField("text", "New"),), "5")])
    assert scale_of(workspace, run_card(workspace, RUN)) == Bounds(0, 10)
    by_band = rows(tallies(workspace, RUN), GroupBy.LABEL)
    assert by_band == [("0 to 2", 0, 1), ("2 to 4", 0, 1), ("4 to 6", 1, 1)]
    assert "more than 1, a tenth of the scale (0 to 10)" in flip_rule(workspace, run_card(workspace, RUN)).told


def test_a_table_by_the_gold_label_is_called_after_what_is_labelled() -> None:
    assert [rule.table(GroupBy.LABEL) for rule in (OF_LABELS, OF_TAGS)] == ["gold label", "kind of gold entity"]
    assert [rule.table(GroupBy.WORD) for rule in (OF_LABELS, OF_TAGS)] == [str(GroupBy.WORD)] * 2


def told(workspace: Workspace, cell: Cell | None, column: str, values: list[str]) -> None:
    """Have these stand in a column of what the model predicted."""
    path = predictions_path(workspace.runs / RUN, MODEL, cell)
    table = pq.read_table(path)
    write_parquet(path, table.set_column(table.schema.get_field_index(column), column, pa.array(values)))


@pytest.mark.parametrize(
    ("gold", "scale"),
    [
        (["2", "2", "4"], Bounds(2, 4)),
        (["2", "", "4"], Bounds(2, 4)),  # of those that are known
        (["2", "2", "2"], Bounds(0, 1)),  # nothing to go by
        (["", "", ""], Bounds(1.5, 4.5)),  # of what the model said of the originals
    ],
)
def test_without_a_scale_the_gold_scores_say_it_and_without_those_the_predictions(
    workspace: Workspace, gold: list[str], scale: Bounds
) -> None:
    written(workspace, Task.SIMILARITY)
    told(workspace, None, "gold", gold)
    assert scale_of(workspace, run_card(workspace, RUN)) == scale


def test_a_sentence_flips_when_an_entity_does(workspace: Workspace) -> None:
    written(workspace, Task.TAGGING)
    found = tallies(workspace, RUN)
    assert rows(found, GroupBy.KIND) == [("word replaced", 1, 3)]
    assert sorted(rows(found, GroupBy.LABEL)) == [("LOC", 0, 1), ("PER", 1, 1), ("no entity", 0, 1)]
    [one] = opened(workspace, RUN, GroupBy.LABEL, "PER")
    assert (one.flip.gold, one.flip.before, one.flip.after) == ("Old0 PER", "Old0 PER", "no entity")
    assert one.flip.gold_after == "New PER"
    condition = run_card(workspace, RUN).conditions[0]
    assert [flip.before for flip in flips(workspace, RUN, MODEL.name, condition)] == ["Old0 PER"]


def test_changes_are_found_anew_where_predictions_or_texts_are_others(workspace: Workspace) -> None:
    written(workspace, Task.TAGGING)
    assert rows(tallies(workspace, RUN), GroupBy.EDITS) == [("1", 1, 3)]
    kept = next((workspace.runs / RUN).glob("counts-entities-*"))
    made = kept.stat().st_mtime_ns
    assert rows(tallies(workspace, RUN), GroupBy.EDITS) == [("1", 1, 3)]
    assert kept.stat().st_mtime_ns == made
    perturbed = next(p for p in (workspace.runs / RUN).glob("predictions-*") if "original" not in p.name)
    original = next((workspace.runs / RUN).glob("predictions-*-original.parquet"))
    perturbed.write_bytes(perturbed.read_bytes())  # as another program may write it
    tallies(workspace, RUN)
    assert kept.stat().st_mtime_ns > made
    assert original.exists()


@pytest.mark.parametrize("task", [Task.SIMILARITY, Task.TAGGING])
def test_samples_count_the_same_flips(workspace: Workspace, task: Task) -> None:
    written(workspace, task)
    samples = samples_by_flips(workspace, RUN)
    assert [(sample.flips, sample.n) for sample in samples] == [(1, 1), (0, 1), (0, 1)]
    answered = [answered_sample(workspace, RUN, sample.id) for sample in samples]
    assert [[sample.flipped(variant) for variant in sample.variants] for sample in answered] == [
        [["model"]],
        [[]],
        [[]],
    ]


def test_only_what_people_kept_counts(workspace: Workspace) -> None:
    written(workspace, Task.TAGGING)
    [one] = opened(workspace, RUN, GroupBy.LABEL, "PER")
    kept = one.flip.candidate_id
    curated = {kept: CuratedSample(kept, one.flip.sample_id, "O O", True, ("ann",))}
    assert opened(workspace, RUN, GroupBy.LABEL, "PER", Counting(curated=curated)) == []
    [again] = opened(
        workspace, RUN, GroupBy.LABEL, "no entity", Counting(curated=curated)
    )  # by the tags that people gave
    assert again.flip.gold_after == again.flip.after == "no entity"
    assert rows(tallies(workspace, RUN, Counting(curated=curated)), GroupBy.EDITS) == [("1", 1, 1)]


def test_without_the_texts_samples_are_listed_all_the_same(workspace: Workspace) -> None:
    written(workspace, Task.TAGGING)
    for path in (workspace.variants / RUN).glob("*.parquet"):
        path.unlink()
    assert [(sample.flips, sample.n) for sample in samples_by_flips(workspace, RUN)] == [(0, 1)] * 3
    assert tallies(workspace, RUN)[GroupBy.KIND] == []


def test_a_distance_that_is_none_and_one_of_labels_are_refused(workspace: Workspace) -> None:
    written(workspace, Task.SIMILARITY)
    with pytest.raises(BadInput, match="score change that counts as a flip can't be -1"):
        tallies(workspace, RUN, Counting(moved=-1))
    write_run(workspace, ["thing"], ["place"], run="labels")
    with pytest.raises(BadInput, match="predicts no scores, and --moved is for scores only"):
        tallies(workspace, "labels", Counting(moved=1))
    done = CliRunner().invoke(app, ["flips", RUN, "--moved", "2.4", "--by", "label"])
    assert "A flip: a score changes by more than 2.4; the range of the gold scores is 1 to 5." in done.stderr
    assert "gold label\t4.2 to 5\t1\t1" in done.stdout
