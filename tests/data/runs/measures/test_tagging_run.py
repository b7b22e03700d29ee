"""Tagged sentences: learned, predicted token by token, scored by entities, looked at."""

from dataclasses import replace
from itertools import product
from math import isnan
from pathlib import Path
from shutil import copytree

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.design import Condition, Design
from core.errors import BadInput
from core.metrics.entities import TokenTags
from core.models.spec import ModelSpec
from core.records import CuratedSample, DatasetCard, Sample, Task, TextField
from core.severity import pps
from data.datasets.stored import dataset_card, read_samples, save_dataset
from data.flips.counted import tallies
from data.flips.rows import GroupBy
from data.jobs.job import run_inline
from data.reports.facts import facts
from data.reports.gate import checks
from data.reports.gate_rules import GateRules
from data.reports.markdown import markdown_card
from data.reports.page import html_card
from data.runs.evaluation import Evaluation
from data.runs.files import predictions_path, read_predictions
from data.runs.measures.tags import TaggedRow, tag_pairs
from data.runs.scores import flips, run_card, scores
from data.tables import write_parquet
from data.workspace import Workspace
from tests.tiny_bert import tiny_bert

NAMES = {"PER": ("Ada Byron", "Alan", "Grace Hopper"), "LOC": ("Paris", "New York", "Rome")}
FRAMES = ("{} lives in {} now", "in May {} left {}", "we met {} near {} again", "{} likes {} a lot")
DESIGN = Design("names", "test", (Condition("word_deletion", pps(2)), Condition("word_order", pps(1))))
BILSTM = ModelSpec("BiLSTM", "bilstm", epochs=3, learning_rate=1e-2, batch_size=8)


def sentences(workspace: Workspace) -> list[str]:
    """Save the data set "names": a person and a place in each of 144 sentences."""
    samples = []
    rows = product(FRAMES, NAMES["PER"], NAMES["LOC"], range(4))
    for number, (frame, person, place, _) in enumerate(rows):
        text = frame.format(person, place)
        spelled = frame.format(_tags(person, "PER"), _tags(place, "LOC")).split()
        tags = tuple(tag if tag[:2] in ("B-", "I-") else "O" for tag in spelled)
        split = ("train", "train", "dev", "test")[number % 4]
        samples.append(Sample("names", split, (TextField("text", text),), "", number, tags))
    card = DatasetCard("names", Task.TAGGING, ("O", "B-LOC", "I-LOC", "B-PER", "I-PER"), ("text",), {})
    save_dataset(workspace, card, samples)
    return [sample.fields[0].text for sample in samples]


def _tags(name: str, kind: str) -> str:
    return " ".join(f"{'I' if at else 'B'}-{kind}" for at in range(len(name.split())))


def evaluated(workspace: Workspace, *models: ModelSpec) -> str:
    evaluation = Evaluation(DESIGN, models, device="cpu")
    evaluation.check(workspace)
    return run_inline(workspace, "evaluate", "names", evaluation.arguments())


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Made once: the folder of a workspace with a run, and the run's id."""
    workspace = Workspace(tmp_path_factory.mktemp("sentences")).prepare()
    sentences(workspace)
    return workspace.root, evaluated(workspace, BILSTM)


@pytest.fixture
def run(workspace: Workspace, learned: tuple[Path, str]) -> str:
    root, made = learned
    copytree(root, workspace.root, dirs_exist_ok=True)
    return made


def test_every_token_of_every_text_has_a_tag(workspace: Workspace, run: str) -> None:
    card = run_card(workspace, run)
    folder = workspace.runs / run
    for cell in card.cells:
        path = workspace.variants / card.variants / f"{cell.condition.key}.parquet"
        texts = {row["variant_id"]: row for row in pq.read_table(path).to_pylist()}
        rows = read_predictions(predictions_path(folder, card.models[0], card.cell(cell)))
        assert len(rows) == 36
        for row in rows:
            variant = texts[row.candidate_id]
            assert row.gold.split() == variant["tags"]
            assert len(row.label.split()) == len(variant["text"].split(" "))
        assert any(len(row.gold.split()) < len(texts[row.candidate_id]["original_tags"]) for row in rows) == (
            cell.perturbation == "word_deletion"
        )


def test_it_learns_and_is_scored_by_entities_and_by_tokens_in_both_texts(workspace: Workspace, run: str) -> None:
    card = run_card(workspace, run)
    assert card.task is Task.TAGGING
    assert card.models[0].dev_accuracy == pytest.approx(1)
    table = {(s.metric, s.perturbation): s for s in scores(workspace, run)}
    of_cells = {metric for metric, perturbation in table if perturbation}
    assert of_cells == {
        "kappa", "kappa_changed", "f1_entities", "f1_entities_lost", "robustness", "share_perturbed", "mean_severity"
    }  # fmt: skip
    assert table["f1_entities", ""].value == pytest.approx(1)
    lost = table["f1_entities_lost", "word_order"]
    assert lost.value == pytest.approx(1 - table["f1_entities", "word_order"].value)
    # Every token of the order's texts is in both; a deletion takes two, or at least one, of each text.
    words = sum(
        len(row.gold.split()) for row in read_predictions(predictions_path(workspace.runs / run, card.models[0], None))
    )
    assert table["kappa", "word_order"].n == words
    assert words - 72 <= table["kappa", "word_deletion"].n < words
    again = {(s.metric, s.perturbation): s for s in scores(workspace, run)}  # read from the counts that were kept
    assert again["kappa", "word_order"] == table["kappa", "word_order"]
    assert again["f1_entities_lost", "word_order"] == lost


def test_a_flip_names_the_entities_that_changed_and_the_tables_count_the_same(workspace: Workspace, run: str) -> None:
    conditions = [Condition("word_deletion", pps(2)), Condition("word_order", pps(1))]
    found = [flip for condition in conditions for flip in flips(workspace, run, "BiLSTM", condition)]
    for flip in found:
        assert flip.before != flip.after or flip.gold != flip.gold_after
        assert all(said.split()[-1] in ("PER", "LOC", "entity") for said in (flip.before, flip.after, flip.gold))
    by_edits = tallies(workspace, run)[GroupBy.EDITS]
    assert sum(row.rate.n for row in by_edits) == 72
    assert sum(row.flips for row in by_edits) == len(found)


def test_a_token_that_comes_to_begin_its_entity_has_not_changed() -> None:
    # "Ada Byron sings" without "Ada", and "Alan" taken for a place after it was a person.
    row = TaggedRow(["B-PER", "I-PER", "O"], ["B-PER", "I-PER", "O"], ["B-PER", "O"], ["B-PER", "O"], [(1, 0), (2, 1)])
    assert row.pairs == [("PER", "PER"), ("O", "O")]
    assert tag_pairs([row]).tokens == TokenTags({("PER", "PER"): 1, ("O", "O"): 1}, 1, (0, 0, 4))
    other = TaggedRow(["B-PER"], ["B-PER"], ["B-PER"], ["B-LOC"], [(0, 0)])
    both = tag_pairs([row, other]).tokens
    assert both == TokenTags({("PER", "PER"): 1, ("O", "O"): 1, ("PER", "LOC"): 1}, 2, (1, 1, 5))


def test_where_a_sentence_has_no_gold_tags_only_the_kappa_is_known(workspace: Workspace, run: str) -> None:
    card, folder = run_card(workspace, run), workspace.runs / run
    before = {(s.metric, s.perturbation): s for s in scores(workspace, run)}
    path = predictions_path(folder, card.models[0], None)
    table = pq.read_table(path)
    gold = pa.array(["", *table["gold"].to_pylist()[1:]])
    write_parquet(path, table.set_column(table.schema.get_field_index("gold"), "gold", gold))
    for _ in range(2):  # counted, and read from the counts that were kept
        after = {(s.metric, s.perturbation): s for s in scores(workspace, run)}
        assert {key for key, score in after.items() if score.n == 0} == {
            ("f1_entities", ""), *product(("f1_entities", "f1_entities_lost"), ("word_deletion", "word_order")),
        }  # fmt: skip
        assert after["kappa", "word_order"] == before["kappa", "word_order"]


def test_a_sentence_lacks_its_gold_tags_where_either_text_does_and_its_tokens_where_one_does() -> None:
    whole, o = TaggedRow(["O"], ["O"], ["O"], ["O"], [(0, 0)]), ["O"]
    nothing_shared = TaggedRow(o, o, o, o, [])
    assert tag_pairs([whole, nothing_shared]).labelled
    assert tag_pairs([whole, nothing_shared]).tokens == TokenTags({("O", "O"): 1}, 1, (0, 0, 1))
    for bare in (TaggedRow([], o, o, o, [(0, 0)]), TaggedRow(o, o, [], o, [(0, 0)])):
        assert not tag_pairs([bare, whole]).labelled and not tag_pairs([whole, bare]).labelled
    unknown = whole._replace(tokens=None)
    assert tag_pairs([unknown, whole]).tokens is None and tag_pairs([whole, unknown]).tokens is None


def test_a_split_without_tags_is_refused_in_a_sentence(workspace: Workspace) -> None:
    sentences(workspace)
    card = dataset_card(workspace, "names")
    every = [sample for split in card.splits for sample in read_samples(workspace, "names", split)]
    save_dataset(workspace, card, [replace(s, tags=()) if s.split == "test" else s for s in every])
    with pytest.raises(
        BadInput, match="The split 'test' of 'names' has no tags; import the split with a tag for each word"
    ):
        evaluated(workspace, BILSTM)


def test_only_what_people_kept_counts_with_the_tags_they_gave(workspace: Workspace, run: str) -> None:
    card = run_card(workspace, run)
    cell = card.cell(card.cells[0])
    row = read_predictions(predictions_path(workspace.runs / run, card.models[0], cell))[0]
    nothing = " ".join("O" for _ in row.gold.split())
    curated = {row.candidate_id: CuratedSample(row.candidate_id, row.sample_id, nothing, True, ("ada",))}
    table = {(s.metric, s.perturbation): s for s in scores(workspace, run, curated)}
    assert table["f1_entities", "word_deletion"].n == 1
    assert table["f1_entities", "word_deletion"].value in (0, pytest.approx(0)) or isnan(
        table["f1_entities", "word_deletion"].value
    )


def test_reports_say_what_applies(workspace: Workspace, run: str) -> None:
    found = facts(workspace, run)
    for text in (markdown_card(found), html_card(found)):
        assert "over the tokens that are in both" in text
        assert "entity F1" in text
        assert "finds an entity in only one of the two texts" in text
        assert "By kind of gold entity" in text
    with pytest.raises(BadInput, match="tags"):
        checks(workspace, run, GateRules(min_kappa=0.5))


def test_without_the_texts_the_kappa_is_not_known_and_f1_is(workspace: Workspace, run: str) -> None:
    card = run_card(workspace, run)
    for path in (workspace.variants / card.variants).glob("*.parquet"):
        path.unlink()
    for path in (workspace.runs / run).glob("counts-*"):
        path.unlink()
    table = {(s.metric, s.perturbation): s for s in scores(workspace, run)}
    assert isnan(table["kappa", "word_order"].value)
    assert table["f1_entities", "word_order"].n == 36


def test_a_transformer_tags_and_what_cannot_is_refused(workspace: Workspace) -> None:
    texts = sentences(workspace)
    path = tiny_bert(workspace.root / "tiny", texts)
    tiny = ModelSpec("tiny", "transformer", str(path), epochs=3, learning_rate=5e-3, batch_size=8)
    short = ModelSpec("short", "transformer", str(path), epochs=1, learning_rate=5e-3, batch_size=8, max_length=5)
    run = evaluated(workspace, tiny, short)
    card = run_card(workspace, run)
    table = {(s.model, s.metric, s.perturbation): s for s in scores(workspace, run)}
    assert table["tiny", "f1_entities", ""].value > 0.5
    rows = read_predictions(predictions_path(workspace.runs / run, card.models[1], None))
    # Three words of a text fit between its two marks: the others are O.
    assert all(set(row.label.split()[3:]) <= {"O"} for row in rows)
    assert all(len(row.label.split()) == len(row.gold.split()) for row in rows)
    with pytest.raises(BadInput, match="'CNN' can't tag the words of a text; choose minilm or another"):
        evaluated(workspace, ModelSpec("CNN", "cnn"))
