"""Predictions that a script has: a table or files, of a grid or a run, and a sentence for each wrong argument."""

from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

import flinch
from core.errors import BadInput
from data.variants.export import ExportedGrid
from tests.data.imported_predictions.test_import import as_csv, full


def test_a_table_a_file_and_a_grid_or_its_folder_come_to_the_same(grid: ExportedGrid, tmp_path: Path) -> None:
    rows = full(grid)
    frame = pd.DataFrame(rows)
    ways: list[tuple[Any, Any]] = [
        (frame, grid), (pa.Table.from_pylist(rows), grid.folder), (as_csv(tmp_path / "theirs.csv", rows), grid),
        ([str(tmp_path / "theirs.csv")], str(grid.folder)),
    ]  # fmt: skip
    runs = [flinch.import_predictions(given, of, "theirs") for given, of in ways]
    kappas = [[(s.perturbation, s.value) for s in flinch.scores(run) if s.metric == "kappa"] for run in runs]
    assert len(kappas[0]) == 2 and kappas == [kappas[0]] * 4
    assert "theirs" in flinch.card(runs[0]) and "<table>" in flinch.heatmap(runs[0])
    renamed = frame.rename(columns={"prediction": "guess"})
    more = flinch.import_predictions(renamed, runs[0], "another", columns={"label": "guess"})
    assert more.id == runs[0].id and [model.name for model in more.models] == ["theirs", "another"]


def test_what_is_left_out_is_said(grid: ExportedGrid, capsys: pytest.CaptureFixture[str]) -> None:
    frame = pd.DataFrame([*full(grid)[:-1], {"sample_id": "nobody", "variant": "original", "prediction": "good"}])
    with pytest.raises(BadInput, match=r"1 row matches nothing.*\n.*the table, line \d+"):
        flinch.import_predictions(frame, grid, "theirs")
    flinch.import_predictions(frame, grid, "theirs", skip=True)
    said = capsys.readouterr().err
    assert "word_deletion@1 is left out: only " in said or "keyboard@5 is left out: only " in said
    assert "left out: the table, line" in said
    originals = [row for row in full(grid) if row["variant"] == "original"]
    flinch.import_predictions(pd.DataFrame(originals), grid, "of originals")
    assert "left out, because there are no predictions: keyboard@5, word_deletion@1\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"predictions": 5}, "5 holds no predictions; give a table, or one or more file paths"),
        ({"predictions": []}, r"\[\] holds no predictions"),
        ({"predictions": "nowhere.csv"}, "There is no file 'nowhere.csv'"),
        ({"predictions": pd.DataFrame({"x": [1]})}, "which column of 'the table' holds the label; name one of x"),
        ({"predictions": pd.DataFrame({"x": [1, "a"]})}, "The table's columns can't be read"),
        ({"of": "reviews"}, "'reviews' is a data set; give a grid that flinch.grid made from this data set"),
        ({"of": "none"}, "There is no run 'none'"),
        ({"of": 5}, "5 is not a grid or a run"),
        ({"model": " "}, "The model has no name"),
        ({"model": 5}, "model=5 is not text; give a str"),
        ({"columns": {"guess": "prediction"}}, "'guess' is not the role of a column; the roles are sample, row"),
        ({"columns": {"label": "guess"}}, "'the table' has no column 'guess' for the label"),
        ({"variant": "keybord@5"}, "There is no variant 'keybord@5'; write original or one of"),
    ],
)
def test_a_wrong_argument_is_told_in_a_sentence(grid: ExportedGrid, changed: dict[str, Any], sentence: str) -> None:
    asked = {"predictions": pd.DataFrame(full(grid)), "of": grid, "model": "theirs"} | changed
    with pytest.raises(BadInput, match=sentence):
        flinch.import_predictions(**asked)
