"""The script of the real runs: its data sets are those of the papers, and what it did it does not do again."""

from argparse import Namespace
from pathlib import Path

import pytest

from core.records import DatasetCard, Task
from data.jobs.jobs import create, end, jobs
from data.jobs.records import JobState
from data.runs.scores import runs, scores
from data.workspace import Workspace
from tests.data.runs.run_data import texts
from tests.pages.heatmaps.finished_run import RUN, write_run
from tools.docs.real_data import SETS, RealData
from tools.docs.real_pages import heatmap_of, machine, scored, table, unfinished
from tools.docs.real_runs import CONDITIONS, MODELS, PLAN, evaluated, evaluation_for

SIZES = {
    "hsol": {"train": 13_878, "dev": 5_948, "test": 4_957},
    "sst2": {"train": 6_920, "dev": 872, "test": 1_821},
    "cola": {"train": 8_551, "test": 1_043},
    "trec6": {"train": 5_452, "test": 500},
    "mrpc": {"train": 3_576, "dev": 500, "test": 1_725},
    "stsb": {"train": 5_749, "dev": 1_500, "test": 1_379},
    "wikigold": {"train": 1_017, "dev": 339, "test": 340},
}


def test_at_least_eight_perturbations_at_three_severities_and_four_models() -> None:
    by_name = [condition.perturbation for condition in CONDITIONS]
    assert len(set(by_name)) >= 8 and {by_name.count(name) for name in by_name} == {3}
    assert len(MODELS) == 4 and set(SIZES) == {one.name for one in SETS}


@pytest.mark.parametrize("one", SETS, ids=lambda one: one.name)
def test_every_data_set_has_models_that_learn_it(one: RealData) -> None:
    card = DatasetCard(one.name, one.task, ("a", "b"), ("text",), {})
    asked = evaluation_for(card, Namespace(models=MODELS, limit=5, train_limit=6, epochs=0, train_seed=0, device="cpu"))
    learning = ("MiniLM", "BiLSTM") if one.task is Task.TAGGING else ("MiniLM", "TextRNN", "CNN", "BiLSTM")
    assert tuple(model.name for model in asked.models) == learning
    assert asked.design.limit == 5 and {model.train_limit for model in asked.models} == {6}


@pytest.mark.slow
@pytest.mark.parametrize("one", SETS, ids=lambda one: one.name)
def test_the_files_are_imported_as_the_papers_have_them(workspace: Workspace, shared: Path, one: RealData) -> None:
    card = one.imported(workspace, shared / "datasets")
    sizes = card.splits
    assert sizes.keys() == SIZES[one.name].keys()
    assert all(abs(sizes[split] - n) <= 2 for split, n in SIZES[one.name].items()), sizes
    assert set(one.labels.values()) == set(card.labels) or not one.labels
    assert one.imported(workspace, Path("nowhere")) == card  # is there: no file is read again


@pytest.mark.slow
def test_what_was_done_is_not_done_again(workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / "small").mkdir()
    lines = [f"{int(label == 'good')} {text}\n" for text, label in sorted(texts(), key=lambda row: row[0][::-1])]
    for split, part in (("train", lines[::2]), ("test", lines[1::2])):
        (tmp_path / "small" / f"small.{split}").write_text("".join(part))
    small = RealData(
        "small", Task.CLASSIFICATION, {"train": ("small.train",), "test": ("small.test",)}, {"0": "bad", "1": "good"}
    )
    asked = Namespace(folder=tmp_path, models=["cnn"], limit=4, train_limit=0, epochs=1, train_seed=0, device="cpu")
    assert evaluated(workspace, small, asked).startswith(f"small: 1 models, {len(CONDITIONS)} cells")
    evaluated(workspace, small, asked)
    assert len(jobs(workspace)) == 1
    (card,) = runs(workspace)
    assert card.plan == PLAN
    head, _, line = table(card, scores(workspace, card.id))
    assert "accuracy on original text" in head and line.startswith("| CNN | ") and "| 4 |" in line
    found = scored(workspace, [card, card])
    assert list(map(str, found)) == list(map(str, scores(workspace, card.id)))  # each once, of two runs the newer
    heatmap = heatmap_of(card, found)
    assert "small, our own run" in heatmap.subtitle and len(heatmap.cells) == len(CONDITIONS)
    with pytest.raises(FileNotFoundError):
        RealData("gone", Task.CLASSIFICATION, {"test": ("a.tsv",)}).imported(workspace, tmp_path)


def test_a_run_that_was_not_finished_says_what_its_job_said(workspace: Workspace) -> None:
    job = create(workspace, "evaluate", "real runs", {})
    for run in (job, RUN):
        write_run(workspace, ["thing"], ["place"], run=run, finished=False)
    end(workspace.jobs / job, JobState.FAILED, "BiLSTM: it learned nothing.")
    said = {card.id: unfinished(workspace, card) for card in runs(workspace)}
    assert said[job] == "Not finished. BiLSTM: it learned nothing."
    assert said[RUN] == "Not finished: some models or cells are missing."  # its job is gone


def test_the_machine_is_named() -> None:
    assert "cores" in machine() and "GiB" in machine()
