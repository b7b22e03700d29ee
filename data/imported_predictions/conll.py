"""Predicted tags in CoNLL columns: a token a line, its predicted tag last, a blank line after each sentence.

Lines "# id = …" and "# variant = …" before a sentence say whose it is. Other sentences are those of the grid, in its
order: all samples, or only those that the condition changed.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from pathlib import Path

from core.errors import BadInput
from data.imported_predictions.columns import COLUMN_NAMES, Role
from data.imported_predictions.matching import VariantNames
from data.imported_predictions.reading import LIST_OF_OBJECTS, SEPARATORS, PredictedRow, as_one_of, no_rows, read_rows
from data.imported_predictions.texts import Texts

SAID = re.compile(r"#\s*(\w+)\s*[=:]\s*(\S.*?)\s*$")
IDS = ("id", "sample_id", "sample", "sent_id", "variant_id")
SKIPPED = "-DOCSTART-"


@dataclass(slots=True)
class _Sentence:
    """A sentence while it is read, and where it begins."""

    line: int
    sample: str = ""
    variant: str = ""
    tokens: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)

    def row(self, file: str) -> PredictedRow:
        return PredictedRow(file, self.line, self.sample, self.variant, " ".join(self.tags), {}, tuple(self.tokens))


def tag_rows(
    path: Path, variant: str, texts: Texts, columns: Mapping[Role, str] | None = None, name: str = ""
) -> Iterable[PredictedRow]:
    """The rows of a file of predicted tags of this variant: as `read_rows` reads them, or the sentences of CoNLL
    columns, each with the sample that it is.

    A file is of the second kind where `columns` name none, it is no Parquet or JSON, and its first line no header.
    Raises BadInput for what can't be read.
    """
    name = name or path.name
    with as_one_of(path, name, "CSV, JSON, JSONL, Parquet or CoNLL"):
        if columns or not _is_conll(path):
            return read_rows(path, (), columns, name)
        sentences = list(_sentences(path, name))
    if not sentences:
        raise no_rows(name)
    return placed(sentences, variant, texts)


def _is_conll(path: Path) -> bool:
    with path.open("rb") as file:
        if file.read(4) == b"PAR1":
            return False
    with path.open(encoding="utf-8-sig") as lines:
        first = next((line.strip() for line in lines if line.strip()), "")
    if LIST_OF_OBJECTS.match(first):
        return False
    try:
        return not isinstance(json.loads(first), dict)
    except (ValueError, RecursionError):
        pass
    cells = first.split(max(SEPARATORS, key=first.count))
    return len(cells) < 2 or not any(cell.strip().lower() in COLUMN_NAMES for cell in cells)


def _sentences(path: Path, name: str) -> Iterator[PredictedRow]:
    """Those of CoNLL columns, the samples "" where no line names them. Raises ValueError for what is no such file."""
    with path.open(encoding="utf-8-sig") as lines:
        sentence = _Sentence(1)
        for number, line in enumerate(lines, 1):
            cells = line.split()
            if not cells:
                if sentence.tokens:
                    yield sentence.row(name)
                    sentence = _Sentence(number + 1)
            elif cells[0] == SKIPPED:
                continue
            elif not sentence.tokens and (match := SAID.fullmatch(line.strip())):
                sentence.sample = match[2] if match[1].lower() in IDS else sentence.sample
                sentence.variant = match[2] if match[1].lower() in ("variant", "condition") else sentence.variant
            elif len(cells) < 2:
                raise ValueError(f"line {number} has one column, but a token and its tag were expected")
            else:
                sentence.line = sentence.line if sentence.tokens else number
                sentence.tokens.append(cells[0])
                sentence.tags.append(cells[-1])
        if sentence.tokens:
            yield sentence.row(name)


def placed(rows: Sequence[PredictedRow], variant: str, texts: Texts) -> list[PredictedRow]:
    """The rows of a file of this variant, those that name no sample with the sample that they are by their order.

    Raises BadInput where there are neither as many as samples nor as many as the condition changed.
    """
    if all(row.sample or not row.tokens for row in rows):
        return list(rows)
    names = VariantNames(texts)
    nameless = Counter(row.variant or variant for row in rows if not row.sample)
    ids = {name: iter(_ids_by_order(names, name, many, texts, rows[0].file)) for name, many in nameless.items()}
    return [row if row.sample else row._replace(sample=next(ids[row.variant or variant])) for row in rows]


def _ids_by_order(names: VariantNames, name: str, many: int, texts: Texts, file: str) -> Sequence[str]:
    condition = names.condition(name)
    changed = tuple(compress(texts.ids, texts.wanted(condition)))
    for ids in (texts.ids, changed):
        if len(ids) == many:
            return ids
    detail = f", {len(changed):,} of them changed" if condition else ""
    raise BadInput(
        f"{file!r} has {many:,} sentences for {condition or 'the original texts'}; the grid has {len(texts.ids):,} "
        f"samples{detail}. Give that many sentences in the grid's order, or put a line '# id = …' before each "
        "sentence."
    )
