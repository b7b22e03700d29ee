"""Buttons that hand out what people decided."""

from functools import partial

import streamlit as st

from data.export import Export, FileFormat, as_bytes, export_table
from data.store import Store

SAID = {
    Export.CURATED: "Curated samples with their texts",
    Export.DECISIONS: "Decisions, undone ones too",
    Export.CHECKED: "Samples checked until the quota",
}
MIME = {
    FileFormat.CSV: "text/csv",
    FileFormat.JSONL: "application/x-ndjson",
    FileFormat.PARQUET: "application/octet-stream",
}


def draw_exports(store: Store) -> None:
    """A line for each table with a button for each format; the file is made when its button is pressed."""
    for what, said in SAID.items():
        st.text(said)
        with st.container(horizontal=True):
            for file_format in (FileFormat.CSV, FileFormat.JSONL):
                st.download_button(
                    file_format.value.upper(),
                    partial(_content, store, what, file_format),
                    f"flinch-{what.value}.{file_format.value}",
                    MIME[file_format],
                    key=f"export-{what.value}-{file_format.value}",
                    on_click="ignore",
                )


def _content(store: Store, what: Export, file_format: FileFormat) -> bytes:
    return as_bytes(export_table(store, what), file_format)
