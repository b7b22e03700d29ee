"""The data sets of the workspace as cards, and the rows of one of them to look at."""

from collections.abc import Sequence

import streamlit as st

from core.records import DatasetCard, Sample, Task
from data.datasets import rows_at
from pages.ui.session import workspace

ROWS = 20
CHOSEN = "dataset-chosen"
CUT = 400  # characters of a text shown in the table; a chosen row is shown whole
TASKS = {
    Task.CLASSIFICATION: "one text, one label",
    Task.PAIR_CLASSIFICATION: "two texts, one label",
    Task.SIMILARITY: "two texts, a similarity",
    Task.TAGGING: "a tag for each token",
}


def draw_cards(cards: Sequence[DatasetCard]) -> None:
    """One card a data set, two beside each other where there is room."""
    columns = st.columns(2, gap="medium")
    for i, card in enumerate(cards):
        with columns[i % 2], st.container(border=True, key=f"dataset-{card.name}", gap="xsmall"):
            _draw_card(card)


def _draw_card(card: DatasetCard) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.subheader(card.name, anchor=False)
        if card.ours:
            st.badge("ours", icon=":material/edit_note:", color="blue", help="Demo data written by the Flinch project.")
    if card.title and card.title != card.name:
        st.text(card.title)
    st.text(", ".join(f"{split.samples:,} {split.name}" for split in card.splits))
    st.text(f"{TASKS[card.task]}{': ' if card.labels else ''}{in_few(card.labels)}")
    st.text("; ".join(part for part in (card.source, card.licence) if part))
    st.button("Look at its rows", key=f"look-{card.name}", on_click=_choose, args=(card.name,))


def in_few(names: Sequence[str], most: int = 9) -> str:
    """The names with commas between, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _choose(name: str) -> None:
    st.session_state[CHOSEN] = name


def draw_rows(cards: Sequence[DatasetCard]) -> None:
    """Twenty rows at a time of the chosen data set and split; a row that is clicked is shown whole."""
    st.header("Rows", anchor="rows")
    names = [card.name for card in cards]
    if st.session_state.get(CHOSEN) not in names:
        st.session_state[CHOSEN] = names[0]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox("Data set", names, key=CHOSEN, width=260)
        card = cards[names.index(name)]
        split = st.selectbox("Split", [s.name for s in card.splits], key=f"split-of-{name}", width=160)
        size = next((s.samples for s in card.splits if s.name == split), 0)
        pages = max(1, -(-size // ROWS))
        page = st.number_input(f"Page, of {pages:,}", 1, pages, key=f"page-of-{name}-{split}", width=160)
    if split:
        _draw_samples(rows_at(workspace(), name, split, (int(page) - 1) * ROWS, ROWS), (int(page) - 1) * ROWS)


def _draw_samples(samples: Sequence[Sample], before: int) -> None:
    table = [
        ({"label": sample.label} if sample.label else {})
        | {field.name: field.text[:CUT] for field in sample.fields}
        | ({"tags": " ".join(sample.tags)[:CUT]} if sample.tags else {})
        | {"row": before + i}
        for i, sample in enumerate(samples, 1)
    ]
    texts = {field.name: st.column_config.TextColumn(width="large") for s in samples[:1] for field in s.fields}
    small = {"row": st.column_config.NumberColumn(width=60), "label": st.column_config.TextColumn(width=110)}
    chosen = st.dataframe(
        table, hide_index=True, column_config=small | texts, on_select="rerun", selection_mode="single-row",
        height=min(len(table), 12) * 36 + 40,
    )  # fmt: skip
    for i in chosen["selection"]["rows"]:
        with st.container(border=True):
            _draw_sample(samples[i])


def _draw_sample(sample: Sample) -> None:
    """A sample whole, as plain text."""
    for field in sample.fields:
        st.caption(field.name)
        st.text(field.text)
    st.caption("tags" if sample.tags else "label")
    st.text(" ".join(sample.tags) or sample.label)
