"""Predictions on the original texts come first, alone; those on variants later, and on unchanged texts as they are."""

import gzip
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from cli import app
from core.errors import BadInput
from core.records import DatasetCard, Sample, Task, TextField
from data.datasets.stored import save_dataset
from data.imported_predictions import reading
from data.imported_predictions.importing import ImportedPredictions, import_predictions
from data.reports.run_at import run_at
from data.runs.scores import run_card, scores
from data.setup.files import runs
from data.variants.export import ExportedGrid, perturb_dataset
from data.workspace import Workspace

LABELS = ("bad", "good")
TEXTS = ("a fine day", "so dull a book", "lovely", "an awful end", "a bright film", "grey")  # two of one word
GOLD = ("good", "bad", "good", "bad", "good", "bad")


@pytest.fixture
def grid(workspace: Workspace, tmp_path: Path) -> ExportedGrid:
    """Six samples, of which word deletion leaves those of one word as they were."""
    texts = zip(TEXTS, GOLD, strict=True)
    samples = [Sample("six", "test", (TextField("text", text),), label) for text, label in texts]
    save_dataset(workspace, DatasetCard("six", Task.CLASSIFICATION, LABELS, ("text",), {}), samples)
    return perturb_dataset("six", tmp_path / "away", perturbations="word_deletion@1", workspace=workspace, workers=1)


def written(grid: ExportedGrid, path: Path, variant: str, said: dict[str, str]) -> Path:
    """What is said of each text, by text; the gold label where nothing is."""
    rows = pq.read_table(grid.files[0].path).to_pylist()
    lines = [f"{row['id']},{variant},{said.get(row['original_text'], row['label'])}\n" for row in rows]
    path.write_text("id,variant,prediction\n" + "".join(lines), encoding="utf-8")
    return path


def imported(workspace: Workspace, grid: ExportedGrid, *files: Path, **options: str) -> ImportedPredictions:
    place = {} if "run" in options else {"grid": grid.folder}
    return import_predictions(workspace, files, "theirs", **place, **options)  # type: ignore[arg-type]


def values(workspace: Workspace, run: str, changed: bool = False) -> dict[tuple[str, str], float]:
    found = scores(workspace, run, only=("accuracy", "kappa"), changed=changed)
    return {(score.metric, score.perturbation): round(score.value, 4) for score in found}


def test_original_texts_alone_are_scored_and_variants_are_added(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path
) -> None:
    originals = written(grid, tmp_path / "original.csv", "original", {"grey": "good"})
    done = imported(workspace, grid, originals)
    assert [(given, wanted) for _, given, wanted in done.cells] == [(6, 6), (0, 4)]
    assert values(workspace, done.run) == {("accuracy", ""): round(5 / 6, 4)}  # no kappa
    assert runs(workspace).ok  # the doctor misses nothing
    later = written(grid, tmp_path / "later.csv", "word_deletion@1", {"grey": "good", "a fine day": "bad"})
    again = imported(workspace, grid, originals, later, run=done.run)
    assert again.run == done.run
    assert [model.name for model in run_card(workspace, done.run).models] == ["theirs"]
    found = values(workspace, done.run)
    assert found["accuracy", "word_deletion"] == round(4 / 6, 4)
    assert ("kappa", "word_deletion") in found
    with pytest.raises(BadInput, match="already has a model 'theirs'"):
        imported(workspace, grid, originals, later, run=done.run)


def test_what_is_added_may_not_say_otherwise_than_what_is_there(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path
) -> None:
    run = imported(workspace, grid, written(grid, tmp_path / "original.csv", "original", {})).run
    other = written(grid, tmp_path / "other.csv", "original", {"grey": "good"})
    later = written(grid, tmp_path / "later.csv", "word_deletion@1", {})
    with pytest.raises(BadInput, match=r"1 row matches nothing[\s\S]*another row gives this text the label 'bad'"):
        imported(workspace, grid, other, later, run=run)
    assert ("kappa", "word_deletion") not in values(workspace, run)
    assert imported(workspace, grid, later, run=run).run == run  # without the originals


def test_an_unchanged_text_keeps_the_answer_that_the_file_has(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path
) -> None:
    files = [
        written(grid, tmp_path / "original.csv", "original", {}),
        written(grid, tmp_path / "later.csv", "word_deletion@1", {"grey": "good", "a fine day": "bad"}),
    ]
    done = imported(workspace, grid, *files)
    assert done.otherwise == 1
    # of all six two are wrong, of them "grey", which was not changed; of the four that were changed one is
    assert values(workspace, done.run)["accuracy", "word_deletion"] == round(4 / 6, 4)
    assert values(workspace, done.run, changed=True)["accuracy", "word_deletion"] == 0.75
    at = run_at(workspace, done.run)  # as two runs are compared
    said = at.labels(at.card.models[0], grid.files[0].condition) or {}
    assert sorted(said.values()) == ["bad"] * 3 + ["good"] * 3
    assert sorted((at.labels(at.card.models[0], None) or {}).values()) == sorted(GOLD)


def test_a_gzip_is_read_and_limited_in_what_it_unfolds_to(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = []
    for variant in ("original", "word_deletion@1"):
        plain = written(grid, tmp_path / f"{variant}.csv", "", {})
        files.append(plain.with_name(f"{variant}.csv.gz"))  # whose name says the variant
        files[-1].write_bytes(gzip.compress(plain.read_bytes()))
    asked = ["import-predictions", *map(str, files), "--model", "theirs", "--grid", str(grid.folder)]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 0, done.output
    assert "original\t6\t6" in done.output and "word_deletion@1\t4\t4" in done.output
    files[0].write_bytes(files[0].read_bytes()[:-9])
    with pytest.raises(BadInput, match=r"'original.csv.gz' can't be unpacked"):
        imported(workspace, grid, *files)
    files[0].write_bytes(gzip.compress(b"id,prediction\n" + b"x" * 10_000))
    monkeypatch.setattr(reading, "LARGEST", 9_000)
    with pytest.raises(BadInput, match="give one file for each perturbation"):
        imported(workspace, grid, *files)
