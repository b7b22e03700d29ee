"""The columns of a file of variants, and the edits of a rewrite as an Arrow column and back."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from core.errors import BadInput
from core.rewrite import Piece, Rewrite

EDIT = pa.struct([("start", pa.int32()), ("end", pa.int32()), ("text", pa.string())])


def schema_of(fields: Sequence[str], tagging: bool) -> pa.Schema:
    """The columns of the variants of samples with these texts; BadInput where a text's name is another column's."""
    text, tags = pa.string(), pa.list_(pa.string())
    columns = [("id", text), ("order", pa.uint64())]
    for field in fields:
        columns += [(field, text), (f"original_{field}", text)]
    columns += [("label", text)] + [(name, tags) for name in ("tags", "original_tags") if tagging]
    columns += [("perturbed", pa.bool_()), ("variant_id", text), ("edits", pa.int32())]
    columns += [("realised_severity", pa.float64())]
    for field in fields:
        columns += [(f"edits_{field}", pa.list_(EDIT)), (f"moved_{field}", pa.list_(EDIT))]
    names = [name for name, _ in columns]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(
                f"The column {name!r} would exist twice; import the data set with other names for its texts."
            )
    return pa.schema(columns)


def text_fields(schema: pa.Schema) -> tuple[str, ...]:
    """The names of the texts in a file with these columns."""
    return tuple(name.removeprefix("edits_") for name in schema.names if name.startswith("edits_"))


def in_place(rewrite: Rewrite) -> bool:
    """Whether its pieces stand in the order of the source, so that its edits alone say what they are."""
    at = 0
    for start, end, _ in rewrite.pieces:
        if start < at:
            return False
        at = end
    return True


class EditsColumn:
    """A column of lists of pieces, kept flat: a list of dictionaries takes Arrow ten times as long."""

    def __init__(self) -> None:
        self.offsets: list[int | None] = [0]
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.texts: list[str] = []

    @classmethod
    def empty(cls, rows: int) -> "EditsColumn":
        """So many rows without pieces."""
        column = cls()
        column.offsets = [0] * (rows + 1)
        return column

    def add(self, pieces: Sequence[Piece]) -> None:
        """The next row."""
        for start, end, text in pieces:
            self.starts.append(start)
            self.ends.append(end)
            self.texts.append(text)
        self.offsets.append(len(self.starts))

    def array(self) -> pa.Array:
        """All rows, as lists of EDIT."""
        columns = [
            pa.array(self.starts, pa.int32()),
            pa.array(self.ends, pa.int32()),
            pa.array(self.texts, pa.string()),
        ]
        edits = pa.StructArray.from_arrays(columns, fields=list(EDIT))
        return pa.ListArray.from_arrays(pa.array(self.offsets, pa.int32()), edits)


def rewrite_of(original: str, edits: Sequence[dict[str, Any]], moved: Sequence[dict[str, Any]]) -> Rewrite:
    """The rewrite of a row: all its pieces where they were moved, else its edits and what is kept between them."""
    if moved:
        return Rewrite(original, tuple(Piece(p["start"], p["end"], p["text"]) for p in moved))
    return Rewrite.of(original, [Piece(e["start"], e["end"], e["text"]) for e in edits])
