"""Predictions that a script has in hand, as a table or in files, of a grid or a run that it names."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from core.errors import BadInput, first_line
from core.perturbations.registry import listed
from data.datasets.stored import card_or_none
from data.formats import check_readable
from data.imported_predictions.columns import Role
from data.imported_predictions.importing import import_predictions
from data.importing.script_samples import column_of, columns_of, is_table
from data.runs.files import RunCard
from data.runs.named import run_named
from data.variants.export import ExportedGrid
from data.workspace import Workspace

TABLE = "the table"


def imported(
    workspace: Workspace,
    predictions: Any,
    of: ExportedGrid | RunCard | Path | str,
    model: str,
    variant: str,
    columns: Mapping[str, str],
    softmax: bool,
    skip: bool,
) -> RunCard:
    """The run that these predictions `of` a grid's or a run's texts are in now; what is odd about them is told on
    stderr. Raises BadInput for what fits nothing."""
    run, grid = _texts(workspace, of)
    roles = _roles(columns)
    with _files(predictions) as (paths, names):
        result = import_predictions(workspace, paths, model, run, grid, variant, roles, skip, names, softmax)
    parts = [
        f"{c.spelled} is left out: only {n} of {m} predictions were found" for c, n, m in result.incomplete if c and n
    ]
    if none := [c.spelled for c, n, _ in result.incomplete if c and not n]:
        parts.append(f"left out, because there are no predictions: {', '.join(none)}")
    for line in (*parts, *result.told):
        print(line, file=sys.stderr)
    return run_named(workspace, result.run)


def _texts(workspace: Workspace, of: ExportedGrid | RunCard | Path | str) -> tuple[str, Path | None]:
    """The id of a run, or "" and the folder of a grid."""
    if isinstance(of, RunCard):
        return of.id, None
    if isinstance(of, ExportedGrid):
        return "", of.folder
    if isinstance(of, Path) or (isinstance(of, str) and of and Path(of).is_dir()):
        return "", Path(of)
    if not isinstance(of, str):
        raise BadInput(f"{of!r:.60} is not a grid or a run; give a grid made by flinch.grid, its folder or a run.")
    if card_or_none(workspace, of):
        raise BadInput(f"{of!r} is a data set; give a grid that flinch.grid made from this data set, or a run on it.")
    return of, None


def _roles(columns: Mapping[str, str]) -> dict[Role, str] | None:
    if odd := next((role for role in columns if role not in list(Role)), None):
        raise BadInput(f"{odd!r} is not the role of a column; the roles are {listed(Role)}.")
    return {Role(role): name for role, name in columns.items()} or None


@contextmanager
def _files(predictions: Any) -> Iterator[tuple[list[Path], list[str]]]:
    """The files, and what they are called; a table lies in one for as long as the block lasts."""
    if is_table(predictions):
        with TemporaryDirectory() as folder:
            yield [_write_table(predictions, Path(folder) / "predictions.parquet")], [TABLE]
        return
    several = isinstance(predictions, Iterable) and not isinstance(predictions, str)
    paths = [*predictions] if several else [predictions]
    if odd := [path for path in paths if not isinstance(path, str | Path)] or (not paths and [paths]):
        raise BadInput(f"{odd[0]!r:.60} holds no predictions; give a table, or one or more file paths.")
    for path in paths:
        check_readable(Path(path))
    yield [Path(path) for path in paths], [str(path) for path in paths]


def _write_table(table: Any, path: Path) -> Path:
    """The table as a Parquet file; raises BadInput for columns of mixed values."""
    try:
        arrays = {f"{name}": pa.array(column_of(table, name), from_pandas=True) for name in columns_of(table)}
        pq.write_table(pa.table(arrays), path)
    except (pa.ArrowException, TypeError) as error:
        raise BadInput(f"The table's columns can't be read ({first_line(error)}).") from error
    return path
