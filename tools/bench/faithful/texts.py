"""The texts that the bench perturbs, from the files as their authors published them."""

import csv
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from core.errors import BadInput
from core.randomness import Draws

DRAWN = 2_000  # of the tweets


def texts_of(name: str, paths: Sequence[Path]) -> list[str]:
    """The texts of SST-2 ("label text" a line), CoLA (four columns) or HSOL (2,000 tweets drawn from its table).

    Raises BadInput for a file that can't be read or holds something else.
    """
    texts: list[str] = []
    for path in paths:
        try:
            texts += READERS[name](path)
        except (OSError, UnicodeDecodeError, IndexError, KeyError) as error:
            raise BadInput(f"{str(path)!r} is not a file of {name} ({error!r}); {EXPECTED[name]}.") from error
    return Draws.seeded(name).sample(texts, DRAWN) if name == "HSOL" else texts


def _read_sst2(path: Path) -> list[str]:
    return [line.split(" ", 1)[1] for line in path.read_text(encoding="utf-8").splitlines()]


def _read_cola(path: Path) -> list[str]:
    return [line.split("\t")[3] for line in path.read_text(encoding="utf-8").splitlines()]


def _read_hsol(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as file:
        return [row["tweet"] for row in csv.DictReader(file)]


READERS: Mapping[str, Callable[[Path], list[str]]] = {"SST-2": _read_sst2, "CoLA": _read_cola, "HSOL": _read_hsol}
EXPECTED = {
    "SST-2": "each line is a label, a space and a sentence",
    "CoLA": "each line has four columns with tabs between, the sentence last",
    "HSOL": "it is a CSV file with a column tweet",
}
