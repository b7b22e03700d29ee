"""Files as tables of named text columns, row by row: TSV, CSV, JSON, Parquet, CoNLL columns, labelled lines."""

from pathlib import Path

from core.errors import BadInput
from data.formats.conll import conll_table
from data.formats.delimited import delimited_table
from data.formats.json_array import json_table, json_values
from data.formats.jsonl import json_type, jsonl_table, jsonl_values
from data.formats.labelled import labelled_table
from data.formats.lines import check_encoding
from data.formats.parquet import parquet_table, parquet_type
from data.formats.rows import BadRow, Format, Table, TableRow
from data.formats.sniffing import sniff

__all__ = ["BadRow", "Format", "Table", "TableRow", "format_named", "not_text", "open_table"]


def open_table(path: Path, format: Format | None, header: bool | None, encoding: str) -> Table:
    """The file as a table whose rows are read when they are asked for; what is None is worked out from the file.

    Raises BadInput, in one sentence, for what can't be read at all: no file, a folder, no permission, an empty or
    a binary file, a format nobody can tell.
    """
    check_encoding(encoding)
    check_readable(path)
    format = format or sniff(path, encoding)
    match format:
        case Format.TSV | Format.CSV:
            return delimited_table(path, format, header, encoding)
        case Format.JSONL:
            return jsonl_table(path, encoding)
        case Format.JSON:
            return json_table(path, encoding)
        case Format.PARQUET:
            return parquet_table(path)
        case Format.CONLL:
            return conll_table(path, encoding)
        case Format.LABELLED_LINES:
            return labelled_table(path, encoding)


def not_text(path: Path, format: Format, column: str, encoding: str) -> str:
    """What a column of typed values holds instead of text, such as "int64"; "" for text and where nothing has types."""
    match format:
        case Format.PARQUET:
            return parquet_type(path, column)
        case Format.JSONL:
            return json_type(jsonl_values(path, encoding), column)
        case Format.JSON:
            return json_type(json_values(path, encoding), column)
        case _:
            return ""


def format_named(name: str) -> Format:
    """The format of this name; raises BadInput that lists them all."""
    try:
        return Format(name.strip().lower())
    except ValueError:
        raise BadInput(f"There is no format {name!r}; the formats are {', '.join(Format)}.") from None


def check_readable(path: Path) -> None:
    """Raise BadInput unless this is a file with something in it that we may read."""
    try:
        if path.is_dir():
            raise BadInput(f"{str(path)!r} is a folder; name one file in it.")
        if not path.exists():
            raise BadInput(f"There is no file {str(path)!r}; check the path.")
        with path.open("rb") as file:
            if not file.read(1):
                raise BadInput(f"{str(path)!r} is empty; there is nothing to import.")
    except OSError as error:
        raise BadInput(f"{str(path)!r} can't be read ({error.strerror}); make it readable and try again.") from error
