"""Which cell and which samples the desk shows: ids in the session and in the desk's address; and what to say while
there is none."""

from collections.abc import Mapping, Sequence

import streamlit as st

from core.records import Cell
from core.so_many import so_many
from data.jobs.jobs import jobs
from pages.ui.shared.literal import literally
from pages.ui.shell.guard import guarded
from pages.ui.shell.people import may_see
from pages.ui.shell.session import store, workspace

CELL = "cell"
OPEN = "open"  # asks the desk for a cell once, whatever the session chose before
SAMPLES = "samples"  # asks it for these of its samples first: their candidates' ids
BETWEEN = ","
MOST_SAMPLES = 20  # that a link asks for


def draw_sample_links(samples: Mapping[Cell, Sequence[str]], what: str, key: str, shortcut: str | None = None) -> None:
    """A button for each cell that reopens these of its samples (candidates' ids) in Curate, at most 20 of them; of many
    cells all but the first lie behind one button.

    `what` says what they are: "flagged", "" for no more than that; `shortcut` is the key of the first button.
    """
    several = len(samples) > 1
    (first, *rest), more = list(samples.items()), st.container()
    with st.container(horizontal=True):
        _draw_samples_button(*first, what, several, key, shortcut)
        if rest:
            more = st.popover(so_many(len(rest), "more cell"), key=f"{key}-more")
    with more:
        for cell, ids in rest:
            _draw_samples_button(cell, ids, what, several, key)


def _draw_samples_button(
    cell: Cell, ids: Sequence[str], what: str, named: bool, key: str, shortcut: str | None = None
) -> None:
    some = ids[:MOST_SAMPLES]
    first = f"the first {MOST_SAMPLES} of " if len(ids) > MOST_SAMPLES else ""
    many = f"{first}{so_many(len(ids), f'{what} sample'.strip())}"
    label = f"Reopen {many} in Curate{f' · {literally(str(cell))}' if named else ''}"
    if st.button(label, key=f"{key}-{cell.id}", icon=":material/edit_note:", shortcut=shortcut):
        st.switch_page("pages/curate.py", query_params={OPEN: cell.id, SAMPLES: BETWEEN.join(some)})


@st.fragment(run_every=2)
@guarded
def wait_for_cells() -> None:
    """Nothing to curate yet: say what is being made, and draw the page again as soon as there is something."""
    if store().cells():
        st.rerun()
    making = [job for job in jobs(workspace()) if job.kind == "candidates" and not job.ended]
    if making:
        st.info(
            f"Candidates are being made ({literally(making[0].title)}). "
            "The first candidates appear here within seconds."
        )
        return
    if not may_see("prepare"):
        st.info("Nothing to curate yet. A researcher must prepare samples first; this page then shows them.")
        return
    st.info("Nothing to curate yet: no samples are prepared.")
    st.page_link("pages/prepare.py", label="Prepare samples", icon=":material/arrow_forward:")
