"""The sentence that a row of a sheet names, in the files of the real data sets."""

import json
from csv import DictReader
from functools import cache
from pathlib import Path
from zipfile import ZipFile

from tests.sheets.edits import Row

COLUMN = {"mrpc": 3, "rte_glue": 2, "stsb": 5, "cola": 3}
CODED = {"trec6": "latin-1", "sst2": "latin-1", "mrpc": "utf-8-sig"}


def text_of(datasets: Path, row: Row) -> str:
    """The sentence that a row names."""
    name, number, *column = row.sentence.split(":")
    if row.dataset == "movie_reviews_long":
        return _packed(datasets / row.dataset / "movie_reviews.zip", f"movie_reviews/{name}")[int(number) - 1].strip()
    if row.dataset == "hsol":
        return _tweets(datasets / row.dataset / name)[int(number) - 1]
    lines = _lines(datasets / row.dataset / name, CODED.get(row.dataset, "utf-8"))[int(number) - 1 :]
    if row.dataset in COLUMN:
        return lines[0].rstrip("\r").split("\t")[int(column[0]) if column else COLUMN[row.dataset]]
    if row.dataset == "reading":
        return str(json.loads(lines[0])["text"])
    if row.dataset == "wikigold":  # a token a line; an empty line ends the sentence
        return " ".join(line.split()[0] for line in lines[: lines.index("")])
    return lines[0].partition(" " if row.dataset in ("trec6", "sst2") else "\t")[2]


@cache
def _lines(path: Path, coded: str) -> list[str]:
    return path.read_text(encoding=coded).split("\n")


@cache
def _tweets(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as file:
        return [row["tweet"].strip() for row in DictReader(file)]


@cache
def _packed(path: Path, name: str) -> list[str]:
    with ZipFile(path) as packed:
        return packed.read(name).decode("latin-1").split("\n")
