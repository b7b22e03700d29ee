"""Which format a file has, by its name and its first lines."""

import codecs
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from core.errors import BadInput
from data.formats.json_array import begins_array
from data.formats.labelled import split_label
from data.formats.lines import Lines
from data.formats.rows import Format

_BY_NAME = {
    ".tsv": Format.TSV,
    ".jsonl": Format.JSONL,
    ".ndjson": Format.JSONL,
    ".parquet": Format.PARQUET,
    ".conll": Format.CONLL,
    ".bio": Format.CONLL,
    ".iob": Format.CONLL,
}


def sniff(path: Path, encoding: str) -> Format:
    """The file's format; raises BadInput for a binary file, for UTF-16, and when nothing fits.

    A name that ends in .csv is not believed: STS-B's hold tabs.
    """
    with path.open("rb") as file:
        start = file.read(8192)
    if start.startswith(b"PAR1"):
        return Format.PARQUET
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise BadInput(f"{path.name!r} is UTF-16; save it as UTF-8 and try again.")
    if b"\0" in start:
        raise BadInput(f"{path.name!r} is a binary file; choose a file with TSV, CSV, JSON, Parquet or CoNLL columns.")
    if begins_array(start.decode(encoding, "replace")):
        return Format.JSON
    lines = [line[:2000] for line in islice(Lines(path, encoding), 200)]
    guess = _BY_NAME.get(path.suffix.lower()) or _format_by_content(lines)
    if path.suffix.lower() == ".csv" and (guess is None or (guess is Format.LABELLED_LINES and _looks_tabular(lines))):
        guess = Format.CSV
    if guess is None:
        raise BadInput(f"Flinch can't tell which format {path.name!r} has; choose one of {', '.join(Format)}.")
    return guess


def _format_by_content(lines: Sequence[str]) -> Format | None:
    filled = [line for line in lines if line.strip()]
    if not filled:
        return None
    if filled[0].lstrip().startswith("{"):
        return Format.JSONL
    if filled[0].startswith("__label__"):
        return Format.LABELLED_LINES
    if _is_conll(lines, filled):
        return Format.CONLL
    if _mostly_true(["\t" in line for line in filled]):
        return Format.TSV
    if _is_labelled(filled):
        return Format.LABELLED_LINES
    return Format.CSV if _has_separators(filled) else None


def _looks_tabular(lines: Sequence[str]) -> bool:
    """Whether lines that may begin with labels are rather rows: cells side by side, or one under a name of one word."""
    first = next(line for line in lines if line.strip())
    return _has_separators(lines) or not split_label(first.strip())[1]


def _has_separators(lines: Sequence[str]) -> bool:
    """Whether most lines hold a mark that may stand between cells."""
    filled = [line for line in lines if line.strip()]
    return any(_mostly_true([mark in line for line in filled]) for mark in ",;")


def _is_conll(lines: Sequence[str], filled: Sequence[str]) -> bool:
    """Blank lines between blocks of lines of equal width, the last column BIO tags."""
    rows = [line.split() for line in filled]
    tags = [row[-1] for row in rows if row]
    return "" in [line.strip() for line in lines[:-1]] and _mostly_true(
        [len(row) >= 2 and (tag == "O" or tag[1:2] == "-") for row, tag in zip(rows, tags, strict=True)]
    )


def _is_labelled(filled: Sequence[str]) -> bool:
    """Few first words (one new in eight lines, or in three when none looks like a word), and text after each."""
    split = [split_label(line) for line in filled]
    labels = {label for label, _ in split}
    wordlike = any(label.isalpha() and not label.isupper() for label in labels)
    most = len(filled) // 8 if wordlike else max(len(filled) // 3, 2)
    return len(labels) <= most and _mostly_true([bool(t) and not set(",;") & set(label) for label, t in split])


def _mostly_true(answers: Sequence[bool]) -> bool:
    return sum(answers) >= 0.9 * len(answers)
