"""Rows as Streamlit's table, past pandas: for a list, or a table that might be large, it would import 35 MiB of it."""

from collections.abc import Collection, Mapping, Sequence
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


def select_rows(key: str, ids: Sequence[str], wanted: Collection[str]) -> None:
    """Before the table of this key is drawn, whose rows have these ids: select those that are wanted, of several rows
    of one id the first, unless a row of each of them is selected."""
    if key not in st.session_state or set(selected_ids(key, ids)) != set(wanted).intersection(ids):
        rows = sorted(ids.index(id_) for id_ in wanted if id_ in ids)
        st.session_state[key] = {"selection": {"rows": rows, "columns": [], "cells": []}}


def selected_ids(key: str, ids: Sequence[str]) -> list[str]:
    """The ids of the rows that are selected in the table of this key, each once."""
    return list(dict.fromkeys(ids[row] for row in st.session_state[key]["selection"]["rows"]))
