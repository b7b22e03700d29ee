"""Files of predictions as people have them: the grid's own with a column more, blank lines, what tables print."""

from pathlib import Path

import pyarrow as pa
import pyarrow.csv as pc
import pyarrow.parquet as pq
import pytest

from core.errors import BadInput
from core.records import DatasetCard, Sample, Task, TextField
from data.datasets.stored import save_dataset
from data.imported_predictions.columns import Role
from data.imported_predictions.importing import import_predictions
from data.imported_predictions.reading import read_rows
from data.runs.scores import predictions_of
from data.variants.export import ExportedGrid, perturb_dataset
from data.workspace import Workspace

LABELS = ("bad", "good")
TEXTS = ("a fine day", "so dull a book", "lovely", "an awful end", "a bright film", "grey")  # two of one word


@pytest.fixture
def grid(workspace: Workspace, tmp_path: Path) -> ExportedGrid:
    """Six samples, of which word deletion leaves those of one word as they were."""
    samples = [Sample("six", "test", (TextField("text", text),), LABELS[n % 2]) for n, text in enumerate(TEXTS)]
    save_dataset(workspace, DatasetCard("six", Task.CLASSIFICATION, LABELS, ("text",), {}), samples)
    return perturb_dataset("six", tmp_path / "away", perturbations="word_deletion@1", workspace=workspace, workers=1)


def with_predictions(grid: ExportedGrid, path: Path, named: str = "prediction") -> Path:
    """The grid's own file with "good" in a column more."""
    table = pq.read_table(grid.files[0].path).append_column(named, pa.array(["good"] * len(TEXTS)))
    if path.suffix == ".csv":
        lists = [name for name in table.column_names if pa.types.is_list(table.schema.field(name).type)]
        pc.write_csv(table.drop_columns(lists), path)
    else:
        pq.write_table(table, path)
    return path


def of_originals(grid: ExportedGrid, path: Path) -> Path:
    ids = pq.read_table(grid.files[0].path)["id"].to_pylist()
    path.write_text("id,prediction\n" + "".join(f"{id_},good\n" for id_ in ids), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["test.parquet", "test.csv"])
def test_the_file_of_the_grid_with_a_column_more_is_imported(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path, name: str
) -> None:
    files = [with_predictions(grid, tmp_path / name), of_originals(grid, tmp_path / "original.csv")]
    done = import_predictions(workspace, files, "theirs", grid=grid.folder)
    assert not done.bad
    assert [(given, wanted) for _, given, wanted in done.cells] == [(6, 6), (4, 4)]


def test_what_is_said_of_originals_may_stand_in_a_file_of_the_grid_too(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path
) -> None:
    files = [with_predictions(grid, tmp_path / name) for name in ("original.parquet", "test.parquet")]
    done = import_predictions(workspace, files, "theirs", grid=grid.folder)
    assert [given for _, given, _ in done.cells] == [6, 4]


def test_blank_lines_before_the_head_are_none(tmp_path: Path) -> None:
    for text in ("\n \nid;variant;prediction\n1;original;good\n", '\n{"id": 1, "variant": "", "prediction": "good"}\n'):
        (tmp_path / "theirs").write_text(text, encoding="utf-8")
        [row] = read_rows(tmp_path / "theirs", LABELS)
        assert (row.sample, row.label) == ("1", "good")
        assert row.line == (4 if ";" in text else 2)


def test_a_line_of_more_cells_than_columns_is_named(tmp_path: Path) -> None:
    (tmp_path / "theirs").write_text("id,variant,prediction\n1,original,good,\n2,a,text,good\n", encoding="utf-8")
    with pytest.raises(BadInput, match="line 3 has 4 cells, but there are 3 columns"):
        list(read_rows(tmp_path / "theirs", LABELS))
    (tmp_path / "theirs").write_text("id,variant,prediction\n1,original,good,\n", encoding="utf-8")
    assert len(list(read_rows(tmp_path / "theirs", LABELS))) == 1


@pytest.mark.parametrize("written", ["PPS 1", "pps-1", "1", "pps 1"])
def test_a_severity_is_taken_as_tables_print_it(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path, written: str
) -> None:
    ids = pq.read_table(grid.files[0].path)["id"].to_pylist()
    lines = [f"{id_},,,good\n{id_},word_deletion,{written},good\n" for id_ in ids]
    (tmp_path / "theirs.csv").write_text("id,perturbation,severity,prediction\n" + "".join(lines), encoding="utf-8")
    done = import_predictions(workspace, [tmp_path / "theirs.csv"], "theirs", grid=grid.folder)
    assert [given for _, given, _ in done.cells] == [6, 4]


def test_a_file_that_says_of_no_row_which_sample_it_is_is_refused_once(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path
) -> None:
    path = tmp_path / "theirs.csv"
    path.write_text("Beispiel;Antwort\n" + "0;good\n" * 6, encoding="utf-8")
    with pytest.raises(
        BadInput, match=r"which column of 'theirs.csv' holds the sample; name one of Beispiel, Antwort\.$"
    ):
        import_predictions(workspace, [path], "theirs", grid=grid.folder, columns={Role.LABEL: "Antwort"})


def test_the_ids_of_variants_say_the_sample_and_the_condition(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path
) -> None:
    rows = pq.read_table(grid.files[0].path).to_pylist()
    said = [f"{row['variant_id']},{'good' if row['original_text'] == TEXTS[0] else 'bad'}\n" for row in rows]
    (tmp_path / "theirs.csv").write_text("variant_id,prediction\n" + "".join(said), encoding="utf-8")
    files = [tmp_path / "theirs.csv", of_originals(grid, tmp_path / "original.csv")]
    done = import_predictions(workspace, files, "theirs", grid=grid.folder)
    assert [(given, wanted) for _, given, wanted in done.cells] == [(6, 6), (4, 4)]
    table = predictions_of(workspace, done.run, "theirs", grid.files[0].condition).to_pylist()
    [first] = [row["id"] for row in rows if row["original_text"] == TEXTS[0]]
    assert {row["sample_id"] for row in table if row["label"] == "good"} == {first}
    wrong = tmp_path / "wrong.csv"
    wrong.write_text(f"variant_id,prediction\n{'0' * 20},good\n", encoding="utf-8")
    with pytest.raises(BadInput, match="there is no variant '0000"):
        import_predictions(workspace, [files[1], wrong], "theirs", grid=grid.folder)
