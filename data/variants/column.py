"""Perturb a column of a file, a row at a time: what `python cli.py perturb` and scripts of others call."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from core.design import Condition
from core.errors import BadInput
from core.identity import Occurrences
from core.perturbations.perturber import Perturber
from core.rewrite import Rewrite
from data.durable import written_whole


@dataclass(frozen=True, slots=True)
class PerturbedRow:
    """A text and what became of it; `rewrite` is None where the perturbation is not applicable."""

    id: str
    original: str
    rewrite: Rewrite | None

    def as_json(self) -> str:
        """One line of JSON: id, original, perturbed, applied, edits and pieces (start, end, text)."""
        rewrite = self.rewrite or Rewrite.of(self.original, ())
        row = {
            "id": self.id,
            "original": self.original,
            "perturbed": rewrite.perturbed,
            "applied": rewrite.applied,
            "edits": len(rewrite.edits),
            "pieces": [piece._asdict() for piece in rewrite.pieces],
        }
        return json.dumps(row)


def perturbed_rows(
    texts: Iterator[tuple[str, str]], perturber: Perturber, condition: Condition, seed: int
) -> Iterator[PerturbedRow]:
    """Each (id, text) with its rewrite, in the order given, one at a time; a row whose id is "" is given one.

    A text draws by itself, its id and how many rows before it were the same: no other row matters, nor its line. The
    steps of a chain come out as one rewrite.
    """
    occurrences = Occurrences()
    for row_id, text in texts:
        key = occurrences.id(row_id, text)
        yield PerturbedRow(row_id or key, text, perturber.text(text, *condition, seed, key=key))


@contextmanager
def new_file(path: Path, replace: bool = False) -> Iterator[BinaryIO]:
    """A file that appears under its name only when all of it is on disk; one that exists stays unless `replace` is set.

    Raises BadInput when it exists, or when it can't be written.
    """
    if path.exists() and not replace:
        raise BadInput(f"{str(path)!r} exists already; name another file, or add --replace to overwrite it.")
    with written_whole(path) as out:
        yield out
