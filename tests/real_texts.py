"""Every text of the real data sets in `shared/datasets`, as samples, each file read as its own format asks."""

import csv
import io
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from zipfile import ZipFile

from core.records import Sample, TextField

NAMES = (
    *("cola", "hsol", "movie_reviews_long", "mrpc", "rte_glue", "sst2", "sst5_cased", "stsb", "trec6"),
    *("trec_fine", "wikigold"),
)
LONG = frozenset({"movie_reviews_long"})
COLUMNS = {"cola": (3,), "mrpc": (3, 4), "rte_glue": (1, 2), "stsb": (5, 6)}


def samples(folder: Path, name: str) -> Iterator[Sample]:
    """The samples of a data set in the order of its files; those of pairs have two texts."""
    for row, texts in enumerate(_rows(folder / name, name)):
        fields = tuple(TextField(f"text{i}", text) for i, text in enumerate(texts))
        yield Sample(name, "all", fields, "", row, id=f"{name}-{row}")


def _rows(folder: Path, name: str) -> Iterator[tuple[str, ...]]:
    if name in COLUMNS:
        for path in (*sorted(folder.glob("*.tsv")), *sorted(folder.glob("*.csv"))):
            for line in path.read_text(encoding="utf-8-sig").splitlines():
                cells = line.split("\t")
                if len(cells) > COLUMNS[name][-1]:
                    yield tuple(cells[i] for i in COLUMNS[name])
    elif name == "hsol":
        text = (folder / "labeled_data.csv").read_bytes().decode("utf-8")
        yield from ((row["tweet"],) for row in csv.DictReader(io.StringIO(text, newline="")))
    elif name == "wikigold":
        lines = (folder / "wikigold.conll.txt").read_text(encoding="utf-8").splitlines()
        for holds, group in groupby(lines, key=lambda line: bool(line.strip())):
            if holds:
                yield (" ".join(line.split()[0] for line in group),)
    else:
        yield from ((text,) for text in _texts(folder, name))


def _texts(folder: Path, name: str) -> Iterator[str]:
    if name == "movie_reviews_long":
        with ZipFile(folder / "movie_reviews.zip") as file:
            yield from (file.read(member).decode("latin-1") for member in file.namelist() if member.endswith(".txt"))
        return
    if name == "trec_fine":
        with ZipFile(folder / "qc.zip") as file:
            parts = [file.read(member).decode("latin-1") for member in file.namelist() if member.endswith(".txt")]
    else:
        paths = [path for path in sorted(folder.iterdir()) if path.name.startswith(("stsa", "sst_", "TREC"))]
        parts = [path.read_bytes().decode("utf-8", "replace") for path in paths]
    for part in parts:
        yield from (line.partition("\t" if "\t" in line[:12] else " ")[2] for line in part.split("\n") if line)
