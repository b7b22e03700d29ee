"""Pairs with a number: learned, predicted, scored, looked at."""

import re
from itertools import product
from pathlib import Path
from shutil import copytree

import pytest

import flinch
from core.design import Condition, Design
from core.errors import BadInput
from core.models.spec import ModelSpec
from core.records import Bounds, DatasetCard, Sample, Task, TextField
from core.severity import pps
from data.datasets.stored import save_dataset
from data.flips.counted import tallies
from data.flips.rows import Counting, GroupBy
from data.imported_predictions.importing import import_predictions
from data.jobs.job import run_inline
from data.reports.facts import facts
from data.reports.gate import checks
from data.reports.gate_rules import GateRules
from data.reports.markdown import markdown_card
from data.reports.page import heatmap_html, html_card
from data.runs.evaluation import Evaluation
from data.runs.files import predictions_path, read_predictions
from data.runs.headline import main_metric
from data.runs.scores import flips, run_card, scores
from data.shades import WORSE, mixed
from data.workspace import Workspace
from tests.tiny_bert import tiny_bert

WHO = ("a man", "a woman", "a child", "a dog")
DOES = ("sings a song", "cooks the rice", "rides a bike", "sleeps at home")
SCALE = Bounds(0, 5)
CNN = ModelSpec("CNN", "cnn", epochs=6, learning_rate=2e-3, batch_size=8)
DESIGN = Design("pairs", "test", (Condition("word_deletion", pps(1)), Condition("negation", pps(1))))


def pairs(workspace: Workspace, scale: Bounds | None = SCALE) -> list[str]:
    """256 pairs of sentences: 5 for the same one, 3 for the same deed, 1 for the same person, else 0."""
    sentences = [f"{who} {does}" for who, does in product(WHO, DOES)]
    samples = []
    for number, (one, other) in enumerate(product(sentences, sentences)):
        same = one == other, one.split()[2:] == other.split()[2:], one.split()[:2] == other.split()[:2]
        label = "5" if same[0] else "3.0" if same[1] else "1.2" if same[2] else "0"
        split = ("train", "train", "train", "dev", "test")[number % 5]
        samples.append(Sample("pairs", split, (TextField("sentence1", one), TextField("sentence2", other)), label))
    card = DatasetCard("pairs", Task.SIMILARITY, (), ("sentence1", "sentence2"), {}, scale=scale)
    save_dataset(workspace, card, samples)
    return sentences


def evaluated(workspace: Workspace, *models: ModelSpec) -> str:
    evaluation = Evaluation(DESIGN, models, device="cpu")
    evaluation.check(workspace)
    return run_inline(workspace, "evaluate", "pairs", evaluation.arguments())


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Made once: the folder of a workspace with a run, and the run's id."""
    workspace = Workspace(tmp_path_factory.mktemp("pairs")).prepare()
    pairs(workspace)
    return workspace.root, evaluated(workspace, CNN)


@pytest.fixture
def run(workspace: Workspace, learned: tuple[Path, str]) -> str:
    root, made = learned
    copytree(root, workspace.root, dirs_exist_ok=True)
    return made


def test_a_network_says_numbers_and_they_are_scored_as_such(workspace: Workspace, run: str) -> None:
    card = run_card(workspace, run)
    assert (card.task, card.models[0].trained_on) == (Task.SIMILARITY, 154)
    original = read_predictions(predictions_path(workspace.runs / run, card.models[0], None))
    assert {row.gold for row in original} <= {"5", "3.0", "1.2", "0"}
    assert all(-2 < float(row.label) < 7 for row in original)
    assert len({row.label for row in original}) > 5
    table = {(s.metric, s.perturbation): s for s in scores(workspace, run)}
    of_cells = {metric for metric, perturbation in table if perturbation}
    assert of_cells == {
        "pearson", "spearman", "pearson_lost", "spearman_lost", "concordance", "mean_change", "share_perturbed",
        "mean_severity",
    }  # fmt: skip
    before, after = table["pearson", ""], table["pearson", "word_deletion"]
    assert before.value > 0.5
    assert (before.n, after.n) == (51, 51)
    assert table["pearson_lost", "word_deletion"].value == pytest.approx(before.value - after.value)
    assert before.low < before.value < before.high
    assert table["concordance", "word_deletion"].value < 1


def test_what_moved_farthest_comes_first_and_is_told_as_numbers(workspace: Workspace, run: str) -> None:
    moved = flips(workspace, run, "CNN", Condition("word_deletion", pps(1)))
    distances = [abs(float(flip.after) - float(flip.before)) for flip in moved]
    assert distances == sorted(distances, reverse=True)
    assert distances[0] > 0
    assert abs(moved[0].moved) == distances[0]


def test_scripts_count_the_flips_that_the_command_counts(workspace: Workspace, run: str) -> None:
    distances = [abs(flip.moved) for flip in flips(workspace, run, "CNN", Condition("word_deletion", pps(1)))]
    for moved in (None, 0.0, 0.25):
        counted = tallies(workspace, run, Counting(("CNN",), (Condition("word_deletion", pps(1)),), moved=moved))[
            GroupBy.LABEL
        ]
        found = flinch.flips(run, "word_deletion@1", moved=moved, workspace=workspace.root)
        assert len(found) == sum(row.flips for row in counted)
        assert len(found) == sum(distance > (0.5 if moved is None else moved) for distance in distances)


def test_reports_say_what_stands_for_kappa_and_what_does_not_apply(workspace: Workspace, run: str) -> None:
    found = facts(workspace, run)
    card, page = markdown_card(found), html_card(found)
    for text in (card, page):
        assert "concordance" in text
        assert "A flip: a score changes by more than 0.5, a tenth of the scale (0 to 5)." in text
        assert "By gold score" in text
        assert "Kappa\n" not in text
        assert "nan" not in text.lower().replace("maintenance", "")
    assert '"type": "pearson"' in card
    with pytest.raises(BadInput, match="are numbers; a check by kappa needs labels"):
        checks(workspace, run, GateRules(min_kappa=0.8))


def test_in_a_heatmap_of_how_far_scores_move_the_farthest_is_the_most_orange(workspace: Workspace, run: str) -> None:
    moved = {s.perturbation: s.value for s in scores(workspace, run) if s.metric == "mean_change"}
    page = heatmap_html(facts(workspace, run), "mean_change")
    cells = re.findall(r"background-color:light-dark\((#\w+),[^>]*>([\d.]+)", page)
    assert sorted(float(value) for _, value in cells) == sorted(round(value, 2) for value in moved.values())
    most = max(moved.values())
    assert {value: colour for colour, value in cells}[f"{most:.2f}"] == mixed(WORSE.light, most)
    assert checks(workspace, run, GateRules(maxima={"mean_change": 2.0}))[0].wanted == 2  # of a scale to 5


def test_numbers_predicted_elsewhere_come_in(workspace: Workspace, run: str, tmp_path: object) -> None:
    card = run_card(workspace, run)
    rows = [("original", None), *((cell.perturbation + "@1", cell) for cell in card.cells)]
    lines = ["sample_id,variant,prediction"]
    for name, cell in rows:
        path = predictions_path(workspace.runs / run, card.models[0], card.cell(cell) if cell else None)
        lines += [f"{row.sample_id},{name},{float(row.gold) / 2 + 1}" for row in read_predictions(path)]
    file = workspace.root / "said.csv"
    file.write_text("\n".join(lines))
    import_predictions(workspace, [file], "Half", run)
    mine = {(s.metric, s.perturbation): s.value for s in scores(workspace, run) if s.model == "Half"}
    assert mine["pearson", ""] == pytest.approx(1)
    assert mine["mean_change", "word_deletion"] == 0
    file.write_text("\n".join([*lines[:-1], lines[-1].rpartition(",")[0] + ",high"]))
    with pytest.raises(BadInput, match="its prediction 'high' is not a number"):
        import_predictions(workspace, [file], "Wrong", run)


def test_without_a_scale_the_training_samples_say_it(workspace: Workspace) -> None:
    pairs(workspace, None)
    run = evaluated(workspace, CNN)
    assert {s.metric for s in scores(workspace, run)} >= {"pearson", "concordance"}


def test_a_transformer_says_numbers_and_a_rule_of_labels_is_refused(workspace: Workspace) -> None:
    sentences = pairs(workspace)
    path = tiny_bert(workspace.root / "tiny", sentences)
    tiny = ModelSpec("tiny", "transformer", str(path), epochs=1, learning_rate=5e-3, batch_size=16)
    table = {(s.metric, s.perturbation): s for s in scores(workspace, evaluated(workspace, tiny))}
    assert table["pearson", "word_deletion"].n == 51
    with pytest.raises(BadInput, match="can't give a number for a pair; choose minilm"):
        evaluated(workspace, ModelSpec("Chat", "endpoint", "endpoint:http://localhost:1/v1#chat"))


def test_what_the_papers_report_is_the_main_metric() -> None:
    assert main_metric("stsb", Task.SIMILARITY) == main_metric("pairs", Task.SIMILARITY) == "pearson"
