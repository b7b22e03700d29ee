"""Predictions that other runs have made: of the same model, the same texts, in the same way."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pyarrow.parquet as pq

from data.runs.files import predictions_of, read_card, unit_in
from data.tables import write_parquet


class EarlierPredictions:
    """The files of predictions of a model in the runs of a workspace but one, looked up when one is first wanted."""

    def __init__(self, run_folder: Path, digest: str) -> None:
        self._run_folder, self._digest = run_folder, digest
        self._files: Mapping[str, Path] | None = None

    def put(self, unit: str, path: Path) -> bool:
        """Put the predictions of this unit in place where another run has them; whether one has."""
        if self._files is None:
            self._files = dict(self._units())
        source = self._files.get(unit)
        if source is None:
            return False
        try:
            table = pq.read_table(source, use_threads=False)
        except (OSError, ValueError):  # removed, or damaged
            return False
        write_parquet(path, table)
        return True

    def _units(self) -> Iterator[tuple[str, Path]]:
        for folder in self._run_folder.parent.iterdir():
            card = read_card(folder) if folder != self._run_folder else None
            for model in card.models if card else ():
                if model.digest == self._digest:
                    yield from ((unit, path) for path in predictions_of(folder, model) if (unit := _unit(path)))


def _unit(path: Path) -> str | None:
    try:
        return unit_in(path)
    except (OSError, ValueError):
        return None
