"""The cells there are: what was made of the samples, in which order they are handed out, and the way to the desk."""

from itertools import groupby

import streamlit as st

from core.errors import BadInput
from core.records import Cell
from curation.order import Order, OrderStrategy
from curation.records import CellProgress
from data.candidates.manifest import CellVariants, read_manifest
from data.jobs.jobs import JobStatus, jobs
from pages.ui.shared.cell_choice import CELL
from pages.ui.shared.html_table import draw_table
from pages.ui.shared.perturbation_words import condition_in_words
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store, workspace

NOT_APPLICABLE = "Not applicable: samples in which the perturbation finds nothing to change."
WAYS = {
    OrderStrategy.RANDOM: "Random, as in the paper",
    OrderStrategy.BEST_FIRST: "Best first",
    OrderStrategy.TRIAGE: "Triage",
}
SAID = (
    "The share kept is an estimate for the whole cell.",
    "For replaced words, closest new word in context first; otherwise fewest new grammar issues, then highest "
    "similarity. Candidates without hints come last. In this order, the share kept is no estimate for the whole cell.",
    "Samples that people will probably keep come first; a model learns this from decisions. The quota needs fewer "
    "decisions, but other samples fill it than in random order. A random share of the samples gives an estimate for "
    "the whole cell; Progress shows the estimate and how many decisions were saved.",
)


def draw_cells() -> None:
    """A box for each data set split, a line for each of its cells; followed live while candidates are being made."""
    making = any(job.kind == "candidates" and not job.ended for job in jobs(workspace()))
    st.fragment(_draw, run_every="3s" if making else None)()


@guarded
def _draw() -> None:
    cells = sorted(store().cells(), key=lambda progress: progress.cell)
    if not cells:
        return
    st.header("Cells to curate", help=NOT_APPLICABLE)
    st.text(str(store().left(cells)))
    for (dataset, split), group in groupby(cells, key=lambda progress: (progress.cell.dataset, progress.cell.split)):
        with st.container(border=True, gap="xxsmall"):
            st.text(f"{dataset} ({split})")
            for progress in group:
                _draw_cell(progress)


def _draw_cell(progress: CellProgress) -> None:
    cell = progress.cell
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text(condition_in_words(cell.perturbation, cell.severity), width=190)
        st.caption(in_words(progress), width="stretch")
        choose_order(cell, progress.order)
        if st.button("Curate", key=f"curate-{cell.id}", type="tertiary", icon=":material/arrow_forward:"):
            st.session_state[CELL] = cell.id
            st.switch_page("pages/curate.py")


def in_words(progress: CellProgress) -> str:
    """ "1,204 candidates · 96 not applicable · 20 of 200 collected"."""
    return (
        f"{progress.candidates:,} candidates · {progress.not_applicable:,} not applicable · "
        f"{progress.collected} of {progress.quota} collected"
    )


def choose_order(cell: Cell, order: Order) -> None:
    """The order as a word, which opens the choice."""
    key, share = f"order-{cell.id}", f"share-{cell.id}"
    st.session_state[key] = order.way
    st.session_state[share] = round(100 * order.share)
    with st.popover(order.name.capitalize(), type="tertiary", icon=":material/sort:", key=f"orders-{cell.id}"):
        st.radio(
            "Order of candidates",
            tuple(WAYS),
            format_func=WAYS.__getitem__,
            captions=SAID,
            key=key,
            on_change=_set,
            args=(cell,),
        )
        if order.triage:
            st.slider("Random share", 5, 50, step=5, format="%d %%", key=share, on_change=_set, args=(cell,))


@guarded
def _set(cell: Cell) -> None:
    chosen = st.session_state.get(f"share-{cell.id}")
    share = chosen / 100 if isinstance(chosen, int) else None
    store().set_way(cell, OrderStrategy(st.session_state[f"order-{cell.id}"]), share)


def draw_job_cells(job: JobStatus) -> None:
    """A line on the cells without any candidate, and a table of all of them to open; nothing while there are none."""
    try:
        entries = read_manifest(workspace().jobs / job.id)
    except BadInput as error:
        st.warning(str(error))
        return
    if not entries:
        return
    if job.ended and (said := without_candidates(entries)):
        st.caption(said)
    table = st.expander("Candidates of each cell", key=f"cells-{job.id}", on_change="rerun", type="compact")
    if table.open:
        with table:
            draw_table("", ["Cell", "Candidates", "Not applicable"], [_row(entry) for entry in entries])


def without_candidates(entries: list[CellVariants]) -> str:
    """ "No candidates from swap numbers, every place it finds."; "" where every cell, or none, has some."""
    empty = [entry.cell for entry in entries if entry.samples == entry.not_applicable]
    if not empty or len(empty) == len(entries):
        return ""
    return f"No candidates from {'; '.join(condition_in_words(c.perturbation, c.severity) for c in empty)}."


def _row(entry: CellVariants) -> list[str]:
    name = condition_in_words(entry.cell.perturbation, entry.cell.severity)
    return [name, f"{entry.samples - entry.not_applicable:,}", f"{entry.not_applicable:,}"]
