"""Rows as Streamlit's table, past pandas: for a list, or a table that might be large, it would import 35 MiB of it."""

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
import streamlit as st

ROW, HEAD = 35, 37  # pixels, as Streamlit draws them


def data_table(rows: Sequence[Mapping[str, object]], most: int = 0, **options: Any) -> Any:
    """Draw the rows with every column that one of them has; what `st.dataframe` returns, with these options of it.

    A dash stands for what a row lacks. The table is as tall as its rows, or as this many and a half at `most`; 0 leaves
    the height to Streamlit.
    """
    names = dict.fromkeys(name for row in rows for name in row)
    table = pa.table({name: [row.get(name) for row in rows] for name in names})
    if most:
        row = options.get("row_height", ROW)
        options["height"] = "content" if len(rows) <= most else most * row + row // 2 + HEAD
    return st.dataframe(table, hide_index=True, lazy=False, placeholder="–", **options)
