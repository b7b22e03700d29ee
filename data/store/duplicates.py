"""What is kept of a candidate's texts where it is taken in: a number for what it reads, and its gold label.

Candidates with the same number read the same.
"""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from data.variants.columns import text_fields

SEPARATOR = "chr(31)"  # a control character that texts do without


def text_hash(path: Path) -> str:
    """The SQL expression of what a row of this file of variants reads, as an unsigned number of 64 bits.

    It covers the data set ($dataset), every text before and after, the gold label and the tags: two rows with the same
    number are duplicates. Of 100,000 different rows two have the same number once in four billion times.
    """
    schema = pq.read_schema(path)
    texts = [name for field in text_fields(schema) for name in (f"original_{field}", field)]
    tags = [f"array_to_string({_quoted_column(name)}, ' ')" for name in _tags(schema)]
    parts = [*map(_quoted_column, [*texts, "label"]), *tags]
    return f"md5_number_lower(concat_ws({SEPARATOR}, $dataset, {', '.join(parts)}))"


def gold(path: Path) -> str:
    """The SQL expression of the gold label of a row of this file.

    Of a tagged sample that is the tags which followed the change, with single spaces between them.
    """
    return "array_to_string(v.tags, ' ')" if "tags" in _tags(pq.read_schema(path)) else "v.label"


def _tags(schema: pa.Schema) -> list[str]:
    columns = (name for name in ("original_tags", "tags") if name in schema.names)
    return [name for name in columns if pa.types.is_list(schema.field(name).type)]


def _quoted_column(name: str) -> str:
    escaped = name.replace('"', '""')
    return f'v."{escaped}"'
