"""The rows of a data set to look at and to search, twenty at a time, and what the split holds as a whole."""

from collections.abc import Sequence
from uuid import uuid4

import streamlit as st

from core.records import DatasetCard, Sample
from core.so_many import so_many
from data.datasets.looking import Counts, rows_with, samples_at
from pages.ui.datasets.contents import draw_contents
from pages.ui.shared.data_table import data_table
from pages.ui.shared.literal import literally
from pages.ui.shared.pager import draw_pager
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import workspace

ROWS = 20
BROWSER = "rows-of-a-data-set"
CHOSEN = "dataset-chosen"
ASKED = "dataset-asked-for"  # a new value each time somebody asks to be taken to the rows
OPEN = "open"  # in the address: the data set whose rows to show first
TEXTS = 680  # pixels that the columns of texts share: what is left over would widen the narrow ones too
BOX = 40  # of these pixels, for the box that selects a row
CUT = 400  # characters of a text shown in the table; a chosen row is shown whole
# Scrolls to a container drawn before, and puts the focus on its heading; for each `once` one time.
_scroller = st.components.v2.component(
    "flinch.scroll",
    js="""
    export default function ({ data }) {
      if (window.flinchWentTo === data.once) return
      window.flinchWentTo = data.once
      requestAnimationFrame(() => {
        const target = document.querySelector(`.st-key-${data.to}`)
        const heading = target?.querySelector("h1, h2, h3")
        if (!target) return
        target.style.scrollMarginTop = "4rem" // the app's own head lies over the top of the page
        target.scrollIntoView({ block: "start" })
        heading?.setAttribute("tabindex", "-1")
        heading?.focus({ preventScroll: true })
      })
    }
    """,
)


@guarded
def open_rows(name: str) -> None:
    """Show this data set's rows, and take the reader there."""
    st.session_state[CHOSEN], st.session_state[ASKED] = name, uuid4().hex


def draw_rows(cards: Sequence[DatasetCard]) -> None:
    """Twenty rows at a time of the chosen data set and split; a row that is clicked is shown whole above them."""
    names = [card.name for card in cards]
    if (dataset := st.query_params.pop(OPEN, None)) in names:
        open_rows(str(dataset))
    if st.session_state.get(CHOSEN) not in names:
        st.session_state[CHOSEN] = names[0]
    with st.container(key=BROWSER):
        st.header("Rows", anchor="rows")
        _draw_browser({card.name: card for card in cards})
    if once := st.session_state.get(ASKED):
        with st.container(key=f"scroll-to-{BROWSER}", height="content"):
            _scroller(key=f"scroller-{BROWSER}", data={"to": BROWSER, "once": once})


def _draw_browser(cards: dict[str, DatasetCard]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox("Data set", tuple(cards), key=CHOSEN, width=180)
        sizes = cards[name].splits
        split = st.selectbox("Split", tuple(sizes), key=f"split-of-{name}", width=130)
        if not split:
            return
        words = st.text_input("Search texts", key=f"words-in-{name}-{split}").strip()
        matches = rows_with(workspace(), name, split, words) if words else None
        rows = sizes[split] if matches is None else len(matches)
    table = st.container()  # the page is chosen below it
    page = draw_pager(rows, ROWS, f"page-of-{name}-{split}-{words}-{rows}") if rows > ROWS else 1
    with table:
        _draw_found(name, split, words, matches, (page - 1) * ROWS)
    draw_contents(cards[name], split, "" if matches is None else " (whole split)")


def _draw_found(name: str, split: str, words: str, matches: Counts | None, start: int) -> None:
    """A page of the rows from `start` on: of those found by these words, of all where nothing was searched."""
    at: Sequence[int] = range(start, start + ROWS)
    if matches is not None:
        many = so_many(len(matches), "row contains", "rows contain") if len(matches) else "No row contains"
        st.text(f"{many} “{words}”.")
        at = matches[start : start + ROWS].tolist()
    _draw_samples(samples_at(workspace(), name, split, at), [position + 1 for position in at])


def _draw_samples(samples: Sequence[Sample], numbers: Sequence[int]) -> None:
    """These rows as a table, with their numbers in the split; nothing where there are none."""
    if not samples:
        return
    table = [
        {field.name: field.text[:CUT] for field in sample.fields}
        | ({"label": sample.label} if sample.label else {})
        | ({"tags": " ".join(sample.tags)[:CUT]} if sample.tags else {})
        | {"row": number}
        for sample, number in zip(samples, numbers, strict=False)
    ]
    names = [field.name for field in samples[0].fields]
    st.caption(f"{literally(samples[0].dataset)}, {literally(samples[0].split)}. Select a row to read the full text.")
    opened, wide = st.container(), (TEXTS - BOX) // len(names)
    texts = {name: st.column_config.TextColumn(name.capitalize(), width=wide) for name in names}
    texts["tags"] = st.column_config.TextColumn("Tags")
    small = {
        "row": st.column_config.NumberColumn("Row", width=60),
        "label": st.column_config.TextColumn("Label", width=90),
    }
    chosen = data_table(
        table,
        column_config=small | texts,
        most=ROWS,
        on_select="rerun",
        selection_mode="single-row",
    )
    for i in chosen["selection"]["rows"]:
        with opened.container(border=True):
            _draw_sample(samples[i])


def _draw_sample(sample: Sample) -> None:
    for field in sample.fields:
        st.caption(field.name)
        st.text(field.text)
    st.caption("tags" if sample.tags else "label")
    st.text(" ".join(sample.tags) or sample.label)
