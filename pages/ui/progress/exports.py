"""Buttons that hand out what people decided."""

from functools import partial

import streamlit as st

from data.store import Store
from data.store.export import Export, FileFormat, as_bytes, export_table
from pages.ui.shell.guard import while_admitted

HOLDS = {
    Export.CURATED: (
        "Curated samples",
        "A row for each sample that was kept or relabelled: the original and the perturbed text, the data set's label, "
        "the label that people gave, and who decided.",
    ),
    Export.DECISIONS: (
        "Decisions",
        "A row for each decision ever made: who, when, the verdict, the new label or the reason, the note, how long it "
        "took. Includes undone decisions and flags; both are marked.",
    ),
    Export.CHECKED: (
        "Samples checked",
        "A row for each data set split and perturbation: how many samples were checked to reach the quota.",
    ),
}
FORMATS = {FileFormat.CSV: "text/csv", FileFormat.JSONL: "application/x-ndjson"}


def draw_exports(store: Store) -> None:
    """What each table holds, with a button for each format; the file is made when its button is pressed."""
    st.caption("The first two tables contain people's names.")
    for what, (title, holds) in HOLDS.items():
        with st.container(gap="xsmall"):
            st.caption(holds)
            with st.container(horizontal=True):
                for form, mime in FORMATS.items():
                    st.download_button(
                        f"{title} ({form.value.upper()})", while_admitted(partial(_content, store, what, form)),
                        f"flinch-{what.value}.{form.value}", mime, key=f"export-{what.value}-{form.value}",
                        icon=":material/download:", on_click="ignore",
                    )  # fmt: skip


def _content(store: Store, what: Export, file_format: FileFormat) -> bytes:
    return as_bytes(export_table(store, what), file_format)
