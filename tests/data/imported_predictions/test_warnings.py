"""What is odd of predictions: gold labels taken for them, scores off the scale, labels that are not the likeliest."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from cli import app
from core.errors import BadInput
from core.records import Bounds, DatasetCard, Sample, Task, TextField
from data.datasets.stored import save_dataset
from data.imported_predictions.columns import Role
from data.imported_predictions.importing import ImportedPredictions, import_predictions
from data.variants.export import ExportedGrid, perturb_dataset
from data.workspace import Workspace

TEXTS = ("a fine day indeed", "so dull a book", "a lovely film this", "an awful end it was")


def grid_of(workspace: Workspace, out: Path, gold: tuple[str, ...], task: Task = Task.CLASSIFICATION) -> ExportedGrid:
    labels = () if task is Task.SIMILARITY else ("bad", "good")
    texts = zip(TEXTS, gold, strict=True)
    samples = [Sample("six", "test", (TextField("text", text),), label) for text, label in texts]
    save_dataset(workspace, DatasetCard("six", task, labels, ("text",), {}, scale=Bounds(0, 5)), samples)
    return perturb_dataset("six", out, perturbations="word_deletion@1", workspace=workspace, workers=1)


def written(grid: ExportedGrid, path: Path, head: str, *cells: str) -> Path:
    """A row for each text, original and perturbed, with these cells in turn; {gold} is its gold label."""
    rows = pq.read_table(grid.files[0].path).to_pylist()
    lines = [
        f"{row['id']},{of},{cells[n % len(cells)].format(gold=row['label'])}\n"
        for of in ("original", "word_deletion@1")
        for n, row in enumerate(rows)
    ]
    path.write_text(f"id,variant,{head}\n{''.join(lines)}", encoding="utf-8")
    return path


def imported(workspace: Workspace, grid: ExportedGrid, file: Path, **options: object) -> ImportedPredictions:
    return import_predictions(workspace, [file], "theirs", grid=grid.folder, **options)  # type: ignore[arg-type]


@pytest.fixture
def grid(workspace: Workspace, tmp_path: Path) -> ExportedGrid:
    return grid_of(workspace, tmp_path / "away", ("good", "bad", "good", "bad"))


@pytest.mark.parametrize("said", ["good", "1", "LABEL_0"])
def test_gold_labels_beside_a_column_with_a_name_of_its_own_are_no_predictions(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path, said: str
) -> None:
    file = written(grid, tmp_path / "theirs.csv", "label,model_output", f"{{gold}},{said}")
    with pytest.raises(BadInput, match="holds the gold labels, and Flinch did not read the column 'model_output'"):
        imported(workspace, grid, file)
    assert not list(workspace.runs.iterdir())
    for column in ("label", "model_output"):  # either may be said
        import_predictions(workspace, [file], column, grid=grid.folder, columns={Role.LABEL: column})


def test_a_model_that_is_always_right_is_believed(workspace: Workspace, grid: ExportedGrid, tmp_path: Path) -> None:
    assert not imported(workspace, grid, written(grid, tmp_path / "a.csv", "label,note", "{gold},seen twice")).warnings
    again = written(grid, tmp_path / "b.csv", "prediction,label", "{gold},{gold}")
    assert not import_predictions(workspace, [again], "again", grid=grid.folder).warnings


def test_labels_that_are_not_the_likeliest_are_counted(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path
) -> None:
    file = written(grid, tmp_path / "theirs.csv", "prediction,p_bad,p_good", "good,.1,.9", "good,.8,.2", "bad,.5,.5")
    [said] = imported(workspace, grid, file).warnings
    assert said.startswith("2 of 8 predictions are not the label with the largest probability, such as 'good'")
    assert "although 'bad' has the probability 0.8" in said


def test_scores_outside_the_scale_are_counted(workspace: Workspace, tmp_path: Path) -> None:
    grid = grid_of(workspace, tmp_path / "away", ("1.5", "5.0", "0", "2"), Task.SIMILARITY)
    file = written(grid, tmp_path / "theirs.csv", "prediction", "30.5", "100", "5", "0")
    asked = ["import-predictions", str(file), "--model", "theirs", "--grid", str(grid.folder)]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 0, done.output
    assert "4 of 8 scores are outside the scale (0 to 5), such as 30.5 for sample " in done.stderr
    gold = written(grid, tmp_path / "gold.csv", "label,score_of_model", "{gold},4.2")
    with pytest.raises(BadInput, match="--column label=score_of_model"):
        imported(workspace, grid, gold)
