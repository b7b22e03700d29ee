"""Predictions made elsewhere: the formats, the names of samples, variants and labels, and what is named as wrong."""

import csv
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from math import isnan
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from cli import app
from core.errors import BadInput
from data.flips.counted import tallies
from data.flips.rows import GroupBy
from data.imported_predictions.importing import import_predictions
from data.runs.scores import flips, run_card, scores
from data.variants.export import ExportedGrid
from data.workspace import Workspace

Row = dict[str, object]


def predicted(grid: ExportedGrid) -> Iterator[Row]:
    """What another program makes of the grid: "bad" of each text with an odd number of letters."""
    for number, file in enumerate(grid.files):
        for row in pq.read_table(file.path).to_pylist():
            if not number:
                yield _said(row["id"], "original", row["original_text"])
            if row["perturbed"]:
                yield _said(row["id"], file.condition.spelled, row["text"])


def _said(sample: str, variant: str, text: str) -> Row:
    label = ("good", "bad")[len(text) % 2]
    return {"sample_id": sample, "variant": variant, "prediction": label, "p_bad": 0.8 if label == "bad" else 0.1}


def full(grid: ExportedGrid) -> list[Row]:
    return [row | {"p_good": 1 - float(str(row["p_bad"]))} for row in predicted(grid)]


def as_csv(path: Path, rows: list[Row], separator: str = ",", header: bool = True) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=separator)
        writer.writerows(([list(rows[0])] if header else []) + [list(row.values()) for row in rows])
    return path


def as_jsonl(path: Path, rows: list[Row]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def as_json(path: Path, rows: list[Row]) -> Path:
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


def as_indented_json(path: Path, rows: list[Row]) -> Path:
    path.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    return path


def as_parquet(path: Path, rows: list[Row]) -> Path:
    pq.write_table(pa.Table.from_pylist(rows), path)
    return path


def semicolons(path: Path, rows: list[Row]) -> Path:
    return as_csv(path, rows, ";")


def no_header(path: Path, rows: list[Row]) -> Path:
    keys = ("sample_id", "variant", "prediction", "p_bad", "p_good")
    return as_csv(path, [{key: row[key] for key in keys} for row in rows], header=False)


def numbers(path: Path, rows: list[Row]) -> Path:
    return as_csv(path, [row | {"prediction": int(row["prediction"] == "good")} for row in rows])


def probability_lists(path: Path, rows: list[Row]) -> Path:
    kept = [{k: v for k, v in row.items() if not k.startswith("p_")} for row in rows]
    return as_jsonl(path, [k | {"probs": [r["p_bad"], r["p_good"]]} for k, r in zip(kept, rows, strict=True)])


WRITERS = [as_csv, as_json, as_indented_json, as_jsonl, as_parquet, semicolons, no_header, numbers, probability_lists]


@pytest.mark.parametrize("write", WRITERS)
def test_every_format_comes_to_the_same_run(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path, write: Callable[[Path, list[Row]], Path]
) -> None:
    done = import_predictions(workspace, [write(tmp_path / "theirs", full(grid))], "theirs", grid=grid.folder)
    assert not done.bad
    assert not done.incomplete
    kappas = [score for score in scores(workspace, done.run) if score.metric == "kappa"]
    assert len(kappas) == 2
    assert all(score.n == 25 for score in kappas)
    found = flips(workspace, done.run, "theirs", grid.files[1].condition)  # a word less, other letters
    by_hand = {row["sample_id"]: row["prediction"] for row in predicted(grid) if row["variant"] == "original"}
    assert found
    assert all(by_hand[flip.sample_id] == flip.before != flip.after for flip in found)
    assert {flip.p_before for flip in found} <= {0.8, 0.9}
    assert tallies(workspace, done.run)[GroupBy.KIND]


def test_without_probabilities_flips_open_too(workspace: Workspace, grid: ExportedGrid, tmp_path: Path) -> None:
    rows: list[Row] = [{k: v for k, v in row.items() if not k.startswith("p_")} for row in full(grid)]
    done = import_predictions(workspace, [as_jsonl(tmp_path / "theirs", rows)], "theirs", grid=grid.folder)
    found = flips(workspace, done.run, "theirs", grid.files[1].condition)
    assert found
    assert all(isnan(flip.p_before) and isnan(flip.p_after) for flip in found)


def test_row_numbers_and_names_of_files_do_too(workspace: Workspace, grid: ExportedGrid, tmp_path: Path) -> None:
    ids = pq.read_table(grid.files[0].path)["id"].to_pylist()
    paths = []
    for variant in ("original", *(file.condition.key for file in grid.files)):
        spelled = {file.condition.key: file.condition.spelled for file in grid.files}.get(variant, variant)
        rows = [row for row in predicted(grid) if row["variant"] == spelled]
        made: list[Row] = [{"row": ids.index(row["sample_id"]) + 1, "pred": row["prediction"]} for row in rows]
        paths.append(as_csv(tmp_path / f"{variant}.csv", [*made]))
    with pytest.raises(BadInput, match="original texts have a prediction"):
        import_predictions(workspace, paths[1:], "theirs", grid=grid.folder)
    done = import_predictions(workspace, paths, "theirs", grid=grid.folder)
    assert not done.incomplete
    assert run_card(workspace, done.run).models[0].name == "theirs"


def test_it_may_be_another_model_of_a_run(workspace: Workspace, grid: ExportedGrid, tmp_path: Path) -> None:
    file = as_csv(tmp_path / "theirs.csv", full(grid))
    first = import_predictions(workspace, [file], "theirs", grid=grid.folder)
    second = import_predictions(workspace, [file], "again", run=first.run)
    assert second.run == first.run
    assert [model.name for model in run_card(workspace, first.run).models] == ["theirs", "again"]
    with pytest.raises(BadInput, match="already has a model 'again'"):
        import_predictions(workspace, [file], "again", run=first.run)


def test_of_several_imports_at_once_one_name_is_one_model(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path
) -> None:
    file = as_csv(tmp_path / "theirs.csv", full(grid))
    run = import_predictions(workspace, [file], "first", grid=grid.folder).run

    def taken_in(name: str) -> str:
        try:
            return import_predictions(workspace, [file], name, run=run).model
        except BadInput as error:
            return str(error)

    with ThreadPoolExecutor(6) as at_once:
        came = list(at_once.map(taken_in, ["same", "other"] * 3))
    assert sorted(name for name in came if name in ("same", "other")) == ["other", "same"]
    assert sum("already" in said for said in came) == 4
    assert sorted(model.name for model in run_card(workspace, run).models) == ["first", "other", "same"]


def test_rows_that_match_nothing_are_named_and_may_be_left_out(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path
) -> None:
    rows = full(grid)
    wrong: list[Row] = [
        rows[0] | {"sample_id": "nobody"}, rows[0] | {"variant": "sparkle@2"}, rows[0] | {"prediction": "ugly"},
        rows[0] | {"sample_id": "99"}, rows[0] | {"prediction": "good" if rows[0]["prediction"] == "bad" else "bad"},
    ]  # fmt: skip
    file = as_csv(tmp_path / "theirs.csv", rows + wrong)
    with pytest.raises(BadInput, match="5 rows match nothing") as refused:
        import_predictions(workspace, [file], "theirs", grid=grid.folder)
    for said in (
        "no sample 'nobody'",
        "no variant 'sparkle@2'",
        "no label 'ugly'",
        "no row 99",
        "another row gives this text the label 'good', but this row gives",
    ):
        assert said in str(refused.value)
    assert f"theirs.csv, line {len(rows) + 2}:" in str(refused.value)
    assert not list(workspace.runs.iterdir())
    asked = ["import-predictions", str(file), "--model", "theirs", "--grid", str(grid.folder)]
    assert "leave them out with --skip-bad, or correct them" in " ".join(
        str(CliRunner().invoke(app, asked).exception).split()
    )
    assert len(import_predictions(workspace, [file], "theirs", grid=grid.folder, skip=True).bad) == 5


def test_a_condition_with_missing_predictions_stays_outside_and_is_counted(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path
) -> None:
    some = [row for row in full(grid) if row["variant"] != grid.files[1].condition.spelled]
    done = import_predictions(workspace, [as_csv(tmp_path / "some.csv", some)], "theirs", grid=grid.folder)
    [(condition, given, wanted)] = done.incomplete
    assert (condition, given) == (grid.files[1].condition, 0)
    assert wanted == grid.files[1].counts.perturbed
    scored = {score.perturbation for score in scores(workspace, done.run) if score.metric == "kappa"}
    assert scored == {grid.files[0].condition.perturbation}


def test_the_gold_labels_of_a_grid_are_no_predictions(workspace: Workspace, grid: ExportedGrid) -> None:
    with pytest.raises(BadInput, match="holds the gold label of each text in a grid"):
        import_predictions(workspace, [grid.files[0].path], "theirs", grid=grid.folder)


@pytest.mark.parametrize("name", ["", "  ", "two\nlines", "a\ttab", "\x1b[31mred", "x" * 201])
def test_a_name_that_tables_can_not_show_is_refused(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path, name: str
) -> None:
    with pytest.raises(BadInput, match=r"give (the model )?a name") as refused:
        import_predictions(workspace, [as_csv(tmp_path / "theirs.csv", full(grid))], name, grid=grid.folder)
    assert str(refused.value).isprintable()


def test_a_variant_that_is_not_there_is_refused_though_the_rows_name_their_own(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path
) -> None:
    file = as_csv(tmp_path / "theirs.csv", full(grid))
    with pytest.raises(BadInput, match=r"no variant 'nope@1'; write original or one of "):
        import_predictions(workspace, [file], "theirs", grid=grid.folder, variant="nope@1")


def test_the_command_says_what_came_in(workspace: Workspace, grid: ExportedGrid, tmp_path: Path) -> None:
    file = as_csv(tmp_path / "theirs.csv", full(grid))
    asked = ["import-predictions", str(file), "--model", "theirs", "--grid", str(grid.folder)]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 0, done.output
    assert "original\t25\t25" in done.output
    assert CliRunner().invoke(app, asked[:-2]).exit_code == 2


def test_a_file_that_is_not_there_or_a_folder_is_named_in_a_sentence(
    workspace: Workspace, grid: ExportedGrid, tmp_path: Path
) -> None:
    for path, said in ((tmp_path / "absent.csv", "There is no file "), (tmp_path, "is a folder; name one file in it")):
        done = CliRunner().invoke(
            app, ["import-predictions", str(path), "--model", "theirs", "--grid", str(grid.folder)]
        )
        assert isinstance(done.exception, BadInput) and said in str(done.exception)
