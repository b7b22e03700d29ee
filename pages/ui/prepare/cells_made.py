"""The cells there are: how far they are, the way to the desk, and in which order their samples are handed out."""

from collections.abc import Mapping, Sequence

import streamlit as st

from core.errors import BadInput
from core.records import Cell
from curation.order import OrderStrategy
from curation.reach import next_cell
from curation.records import CellProgress
from data.candidates.manifest import CellVariants, read_manifest
from data.jobs.jobs import JobStatus, jobs
from data.jobs.records import JobState
from pages.ui.shared.cell_choice import OPEN
from pages.ui.shared.html_table import draw_table
from pages.ui.shared.next_cell import draw_next_cell
from pages.ui.shared.perturbation_words import condition_in_words
from pages.ui.shared.quota_bars import quota_sentence
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store, workspace

WAYS = {
    OrderStrategy.RANDOM: "Random, as in the paper",
    OrderStrategy.BEST_FIRST: "Best first",
    OrderStrategy.TRIAGE: "Triage",
}
SAID = (
    "The share kept is an estimate for the whole cell.",
    "If words are replaced: closest new word in context first. Otherwise: fewest new grammar issues first, then "
    "highest similarity. Candidates without hints come last. In this order, the share kept is no estimate for the "
    "whole cell.",
    "Samples that people will probably keep come first; a model learns this from earlier decisions. People reach the "
    "quota with fewer decisions, but with other samples than in random order. A random share of the samples gives an "
    "estimate for the whole cell. Progress shows this estimate and how many decisions were saved.",
)


def draw_cells(first: bool) -> None:
    """How far all cells are together, and the ways on, `first` or beside the form; followed live while candidates are
    being made."""
    making = any(job.kind == "candidates" and not job.ended for job in jobs(workspace()))
    st.fragment(_draw, run_every="3s" if making else None)(first)


@guarded
def _draw(first: bool) -> None:
    cells = sorted(store().cells(), key=lambda progress: progress.cell)
    if not cells:
        return
    st.header("Cells to curate")
    st.markdown(f"{quota_sentence(cells)} {store().left(cells)}")
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        draw_next_cell(cells, first)
        choose_order(cells)
        st.page_link("pages/progress.py", label="Each cell on Progress", icon=":material/arrow_forward:")


def choose_order(cells: Sequence[CellProgress]) -> None:
    """In which order the candidates of all cells, or of one, are handed out."""
    with st.popover("Order of candidates", icon=":material/sort:", key="orders"):
        by_id = {progress.cell.id: progress for progress in cells}
        chosen = st.selectbox("Cells", ["", *by_id], key="orders-of", format_func=lambda id_: _named(by_id, id_))
        of = [by_id[chosen]] if chosen else list(cells)
        ways = {progress.order.way for progress in of}
        key, share = f"order-{chosen}", f"share-{chosen}"
        args = ([progress.cell for progress in of], key, share)
        st.session_state[key] = next(iter(ways)) if len(ways) == 1 else None
        st.radio(
            "Order of candidates",
            tuple(WAYS),
            format_func=WAYS.__getitem__,
            captions=SAID,
            key=key,
            on_change=_set,
            args=args,
        )
        if ways == {OrderStrategy.TRIAGE}:
            st.session_state[share] = round(100 * of[0].order.share)
            st.slider("Random share", 5, 50, step=5, format="%d %%", key=share, on_change=_set, args=args)


def _named(by_id: Mapping[str, CellProgress], id_: str) -> str:
    return str(by_id[id_].cell) if id_ else "All cells"


@guarded
def _set(cells: Sequence[Cell], key: str, share_key: str) -> None:
    opened, way, percent = store(), OrderStrategy(st.session_state[key]), st.session_state.get(share_key)
    share = percent / 100 if isinstance(percent, int) else None
    for cell in cells:  # touches no session state, where a newer click would stop it half-way
        opened.set_way(cell, way, share)


def draw_job_cells(job: JobStatus) -> None:
    """A button that leads to its cells once all are made, a line on those without any candidate, and a table of all of
    them to open; nothing while there are none."""
    try:
        entries = read_manifest(workspace().jobs / job.id)
    except BadInput as error:
        st.warning(str(error))
        return
    if not entries:
        return
    if job.ended and (note := without_candidates(entries)):
        st.caption(note)
    if job.state is JobState.DONE:
        _draw_way(job, entries)
    table = st.expander("Candidates of each cell", key=f"cells-{job.id}", on_change="rerun", type="compact")
    if table.open:
        with table:
            draw_table("", ["Cell", "Candidates", "Not applicable"], [_row(entry) for entry in entries])


def _draw_way(job: JobStatus, entries: Sequence[CellVariants]) -> None:
    """A button that goes on with the cell of the job nearest to its quota; nothing where nothing is left to judge."""
    cells = {entry.cell for entry in entries}
    first = next_cell([progress for progress in store().cells() if progress.cell in cells])
    if first and st.button("Curate", key=f"curate-{job.id}", icon=":material/rate_review:"):
        st.switch_page("pages/curate.py", query_params={OPEN: first.cell.id})


def without_candidates(entries: list[CellVariants]) -> str:
    """ "No candidates from swap numbers, every place it finds."; "" where every cell, or none, has some."""
    empty = [entry.cell for entry in entries if entry.samples == entry.not_applicable]
    if not empty or len(empty) == len(entries):
        return ""
    return f"No candidates from {'; '.join(condition_in_words(c.condition) for c in empty)}."


def _row(entry: CellVariants) -> list[str]:
    name = condition_in_words(entry.cell.condition)
    return [name, f"{entry.samples - entry.not_applicable:,}", f"{entry.not_applicable:,}"]
