"""The grid of texts, one of which is open; the ones before and after it come by key."""

from collections import Counter
from collections.abc import Mapping, Sequence

import streamlit as st

from core.identity import content_id
from data.flips.grid import TextRow
from pages.ui.runs.address import from_address, to_address
from pages.ui.samples.places import OPENED, STEPS
from pages.ui.shared.data_table import HEAD, data_table, select_rows, selected_ids
from pages.ui.shell.guard import guarded, put

MOST = 1_000  # rows that are drawn
TALL = 5  # rows that are seen at once
LINES = 66  # pixels of a row whose text has two lines: of 64 and less Streamlit breaks none
SAMPLE, FRAME = "samples-sample", "samples-grid"
# Scrolls the grid to the open row where that is out of sight; on a phone the page to the text, which is below the grid.
_shown = st.components.v2.component(
    "flinch.shown_row",
    js="""
    export default function ({ data, parentElement }) {
      const before = parentElement.flinchShown
      parentElement.flinchShown = data
      const stepped = before && before.rows === data.rows && before.top !== data.top
      if (stepped && innerWidth <= 640) document.querySelector(`.st-key-${data.opened}`)?.scrollIntoView()
      const look = left => {
        const seen = document.querySelector(`.st-key-${data.frame} .dvn-scroller`)
        if (!seen || seen.scrollHeight <= data.top) return left && setTimeout(look, 100, left - 1)
        const last = seen.scrollTop + seen.clientHeight - data.head - data.row
        if (data.top < seen.scrollTop || data.top > last) seen.scrollTop = Math.max(0, data.top - data.row)
      }
      look(100)
    }
    """,
)


def choose_row(rows: Sequence[TextRow], total: int, runs: Mapping[str, str], pairs: Mapping[str, str]) -> TextRow:
    """The grid, of `total` texts, and which of its rows is open: the one that the address asks for, else the first.

    `runs` has the models of the runs by id where a column is to say whose a text is, or in how many runs it is;
    `pairs` how each sample flipped, by its id, where it is one row of Flips that is looked at.
    """
    names = _names(rows)
    places = {name: number for number, name in enumerate(names)}
    for number, row in enumerate(rows):  # a link may name any sample that reads so
        for sample in row.samples:
            places.setdefault(sample.id, number)
    from_address("sample", SAMPLE, {name: name for name in places}, names[0])
    at = places[st.session_state[SAMPLE]]
    to_address("sample", st.session_state[SAMPLE])
    _draw_steps(names, at, total)
    _draw_grid(rows[:MOST], names[:MOST], at, runs, pairs)
    return rows[at]


def _names(rows: Sequence[TextRow]) -> list[str]:
    """Each row's name: the id of its first sample, after its run's where another row has that id."""
    ids = Counter(row.samples[0].id for row in rows)
    firsts = [row.samples[0] for row in rows]
    return [sample.id if ids[sample.id] == 1 else f"{sample.run}:{sample.id}" for sample in firsts]


def _draw_steps(names: Sequence[str], at: int, total: int) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key=STEPS):
        _step_button("Previous", "P", "chevron_left", names[max(0, at - 1)], at == 0)
        _step_button("Next", "N", "chevron_right", names[min(at + 1, len(names) - 1)], at == len(names) - 1)
        of_all = f", filtered from {total:,}" if len(names) < total else ""
        limit = f"; the grid shows only the first {MOST:,}" if len(names) > MOST else ""
        st.text(f"Text {at + 1:,} of {len(names):,}{of_all}{limit}")
    st.caption("Sorted by the lower end of the flip rate's 95\u00a0% interval")


def _step_button(label: str, key: str, icon: str, to: str, ended: bool) -> None:
    st.button(
        label, key=f"samples-{label.lower()}", icon=f":material/{icon}:", shortcut=key, disabled=ended,
        on_click=put, args=(SAMPLE, to),
    )  # fmt: skip


def _draw_grid(
    rows: Sequence[TextRow], names: Sequence[str], at: int, runs: Mapping[str, str], pairs: Mapping[str, str]
) -> None:
    """The rows, those that surely flip most first; the open one is selected, and another is opened by selecting it."""
    table = [
        {
            "text": row.text or row.samples[0].id,
            **({"flip": pairs[row.samples[0].id]} if any(pairs.values()) else {"flipped": _share(row)}),
            "label": " / ".join(row.golds),
            "predictions": f"{row.flips:,} of {row.n:,} flipped" if row.n else "unchanged",
        }
        | ({"runs": f"{len(row.runs)} runs" if len(row.runs) > 1 else runs[row.runs[0]]} if runs else {})
        for row in rows
    ]
    key = f"samples-grid-{content_id(*names)}"
    if at < len(rows):
        select_rows(key, names, [names[at]])

    @guarded
    def select() -> None:
        if chosen := selected_ids(key, names):
            put(SAMPLE, chosen[0])

    config = {
        "text": st.column_config.TextColumn("Text", width=194),
        "label": st.column_config.TextColumn("Gold label", width=96),
        "flip": st.column_config.TextColumn("Flip", width=80),
        "flipped": st.column_config.ProgressColumn("Flipped", format="%.0f %%", min_value=0, max_value=100, width=80),
        "predictions": st.column_config.TextColumn("Predictions", width=120),
        "runs": st.column_config.TextColumn("Runs", width=110),
    }
    with st.container(key=FRAME):
        data_table(
            table, column_config=config, on_select=select, selection_mode="single-row-required", key=key,
            most=TALL, row_height=LINES,
        )  # fmt: skip
    place = {"frame": FRAME, "opened": OPENED, "rows": key, "top": at * LINES, "row": LINES, "head": HEAD}
    _shown(key="samples-shown-row", data=place)


def _share(row: TextRow) -> float | None:
    return 100 * row.flips / row.n if row.n else None
