"""A grid whose data set is not in the workspace: it says its task and its labels by itself, or numbers are refused."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import flinch
from core.errors import BadInput
from core.records import Bounds, DatasetCard, Sample, Task, TextField
from data.datasets.stored import save_dataset
from data.flips.rules import flip_rule
from data.imported_predictions.importing import import_predictions
from data.runs.files import RunCard
from data.runs.scores import run_card, scores
from data.variants.export import ExportedGrid, perturb_dataset
from data.workspace import Workspace

TEXTS = ("a fine day indeed", "so dull a book", "a lovely film this", "an awful end it was")
MOODS = ("negative", "happy")  # counted from 0, which is not the order of the alphabet


@pytest.fixture
def elsewhere(tmp_path: Path) -> Workspace:
    """The workspace where grids are made; predictions are imported in another one."""
    return Workspace(tmp_path / "elsewhere").prepare()


def grid_of(
    home: Workspace, out: Path, gold: Sequence[str], labels: tuple[str, ...] = MOODS, task: Task = Task.CLASSIFICATION,
    scale: Bounds | None = None,
) -> ExportedGrid:  # fmt: skip
    samples = [
        Sample("moods", "test", (TextField("text", text),), label) for text, label in zip(TEXTS, gold, strict=True)
    ]
    save_dataset(home, DatasetCard("moods", task, labels, ("text",), {}, scale=scale), samples)
    return perturb_dataset("moods", out, perturbations="word_deletion@1", workspace=home, workers=1)


def perfect(grid: ExportedGrid, path: Path, said: Callable[[str], object]) -> Path:
    """A file that says this of each gold label, before and after."""
    rows = pq.read_table(grid.files[0].path).to_pylist()
    lines = [f"{row['id']},{of},{said(row['label'])}\n" for row in rows for of in ("original", "word_deletion@1")]
    path.write_text("id,variant,prediction\n" + "".join(lines), encoding="utf-8")
    return path


def imported(workspace: Workspace, grid: ExportedGrid, file: Path) -> RunCard:
    return run_card(workspace, import_predictions(workspace, [file], "theirs", grid=grid.folder).run)


def as_before(grid: ExportedGrid) -> None:
    """Leave of the summary what earlier versions wrote."""
    path = grid.folder / "summary.json"
    said = json.loads(path.read_text(encoding="utf-8"))
    del said["gold"]
    path.write_text(json.dumps(said), encoding="utf-8")


def test_numbers_are_those_of_the_data_sets_own_order(
    workspace: Workspace, elsewhere: Workspace, tmp_path: Path
) -> None:
    grid = grid_of(elsewhere, tmp_path, ["happy", "negative", "happy", "negative"])
    run = imported(workspace, grid, perfect(grid, tmp_path / "theirs.csv", MOODS.index))
    assert run.labels == MOODS
    assert {score.value for score in scores(workspace, run.id, only=["accuracy"])} == {1.0}


def test_a_label_that_no_sample_has_may_be_said(workspace: Workspace, elsewhere: Workspace, tmp_path: Path) -> None:
    grid = grid_of(elsewhere, tmp_path, ["happy"] * 4)
    assert imported(workspace, grid, perfect(grid, tmp_path / "theirs.csv", lambda _: "negative")).labels == MOODS


def test_a_grid_of_scores_stays_one_with_its_scale(workspace: Workspace, elsewhere: Workspace, tmp_path: Path) -> None:
    gold = ["1.5", "2.0", "4.8", "0.0"]
    grid = grid_of(elsewhere, tmp_path, gold, (), Task.SIMILARITY, Bounds(0, 5))
    run = imported(workspace, grid, perfect(grid, tmp_path / "theirs.csv", str))
    assert (run.task, run.scale) == (Task.SIMILARITY, Bounds(0, 5))
    assert "0 to 5" in flip_rule(workspace, run).told


def test_an_older_grid_refuses_numbers_and_takes_names(
    workspace: Workspace, elsewhere: Workspace, tmp_path: Path
) -> None:
    grid = grid_of(elsewhere, tmp_path, ["happy", "negative", "happy", "negative"])
    as_before(grid)
    with pytest.raises(BadInput, match=r"write the names \(happy, negative\), or first import the data set 'moods'"):
        imported(workspace, grid, perfect(grid, tmp_path / "theirs.csv", MOODS.index))
    assert not list(workspace.runs.glob("*/run.json"))
    run = imported(workspace, grid, perfect(grid, tmp_path / "theirs.csv", str))
    assert {score.value for score in scores(workspace, run.id, only=["accuracy"])} == {1.0}
    with pytest.raises(BadInput, match="gives labels as numbers"):  # its run does not know it either
        import_predictions(
            workspace, [perfect(grid, tmp_path / "theirs.csv", MOODS.index)], "another", run=run.id
        )  # fmt: skip


def test_an_older_grid_says_its_own_labels_only(workspace: Workspace, elsewhere: Workspace, tmp_path: Path) -> None:
    grid = grid_of(elsewhere, tmp_path, ["happy"] * 4)
    as_before(grid)
    with pytest.raises(
        BadInput, match=r"the samples of this grid have only these labels: happy; first import the data set 'moods'"
    ):
        imported(workspace, grid, perfect(grid, tmp_path / "theirs.csv", lambda _: "negative"))


def test_an_older_grid_of_numbers_is_asked_about(workspace: Workspace, elsewhere: Workspace, tmp_path: Path) -> None:
    grid = grid_of(elsewhere, tmp_path, ["1.5", "2.0", "4.8", "0.0"], (), Task.SIMILARITY, Bounds(0, 5))
    as_before(grid)
    file = perfect(grid, tmp_path / "theirs.csv", str)
    with pytest.raises(BadInput, match="does not say whether these are scores or labels; import the data set 'moods'"):
        imported(workspace, grid, file)
    grid_of(elsewhere, tmp_path, ["1.5", "2.0", "4.8", "0.0"], (), Task.SIMILARITY, Bounds(0, 5))  # made again
    assert imported(workspace, grid, file).task is Task.SIMILARITY


def test_the_data_set_here_says_it_for_an_older_grid(
    workspace: Workspace, elsewhere: Workspace, tmp_path: Path
) -> None:
    gold = ["happy", "negative", "happy", "negative"]
    grid = grid_of(elsewhere, tmp_path, gold)
    as_before(grid)
    grid_of(workspace, tmp_path / "again", gold)
    assert imported(workspace, grid, perfect(grid, tmp_path / "theirs.csv", MOODS.index)).labels == MOODS
    other = grid_of(elsewhere, tmp_path / "other", ["sad"] * 4, ("sad",))  # not what is here under this name
    as_before(other)
    assert imported(workspace, other, perfect(other, tmp_path / "theirs.csv", str)).labels == ("sad",)


def test_a_grid_of_texts_at_hand_takes_names_and_no_numbers(workspace: Workspace, tmp_path: Path) -> None:
    grid = flinch.grid(flinch.samples(TEXTS, ["neg", "happy", "neg", "happy"]), tmp_path, "word_deletion@1", workers=1)
    assert imported(workspace, grid, perfect(grid, tmp_path / "theirs.csv", str)).labels == ("happy", "neg")
    with pytest.raises(BadInput, match="gives labels as numbers"):
        imported(workspace, grid, perfect(grid, tmp_path / "theirs.csv", ["neg", "happy"].index))


def test_of_texts_without_labels_the_labels_are_what_is_predicted(workspace: Workspace, tmp_path: Path) -> None:
    grid = flinch.grid(flinch.samples(TEXTS), tmp_path, "word_deletion@1", workers=1)
    run = imported(workspace, grid, perfect(grid, tmp_path / "theirs.csv", lambda _: "good"))
    assert (run.labels, run.labelled) == (("good",), False)
