"""What can be done with a job that is there: give it another title, and delete it, saying what goes and what stays."""

from collections.abc import Sequence

import streamlit as st

from core.records import Cell
from core.rounding import in_bytes
from core.so_many import so_many
from data.jobs.jobs import JobStatus
from data.jobs.tidying import LONGEST_TITLE, rename
from data.runs.files import rename_run
from data.runs.removal import delete, room_of
from pages.ui.shared.perturbation_words import condition_in_words
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store, workspace

SAID = "job-said"  # what the last deletion came to: told after the page has drawn itself again
MOST_NAMED = 4
MODELS_STAY = "Trained models are kept, so a new run is faster; partly trained models are deleted."


def draw_menu(job: JobStatus) -> None:
    """The button that opens the menu; what is in it is worked out when it is open."""
    menu = st.popover(
        "More",
        help="Rename or delete",
        type="tertiary",
        icon=":material/more_horiz:",
        key=f"menu-{job.id}",
        on_change="rerun",
    )
    if menu.open:
        with menu:
            _draw_title(job)
            _draw_delete(job)


def tell() -> None:
    """Say what the deletion before this run came to."""
    if message := st.session_state.pop(SAID, ""):
        st.toast(message, icon=":material/delete:")


def _draw_title(job: JobStatus) -> None:
    key = f"title-{job.id}"
    if job.kind == "evaluate" and not job.ended:
        st.caption("You can rename the run when it is finished.")
        return
    st.text_input("Title", job.title, max_chars=LONGEST_TITLE, key=key)
    st.button("Rename", key=f"rename-{job.id}", on_click=_rename, args=(job.id, key))


@guarded
def _rename(job_id: str, key: str) -> None:
    rename_run(workspace().runs / job_id, rename(workspace(), job_id, st.session_state[key]))


@guarded
def _draw_delete(job: JobStatus) -> None:
    goes, anything = what_goes(job)
    st.text(goes if job.ended else f"The job is stopped first. {goes}", width=320)
    sure = st.checkbox("Yes, delete it. I know that this can't be undone.", key=f"sure-{job.id}", disabled=not anything)
    if st.button("Delete", key=f"delete-{job.id}", icon=":material/delete:", disabled=not (anything and sure)):
        st.session_state[SAID] = delete(workspace(), job, store)
        st.rerun()


def what_goes(job: JobStatus) -> tuple[str, bool]:
    """What deleting this job takes away and what it leaves, and whether there is anything to delete."""
    frees = in_bytes(room_of(workspace(), job.id))
    match job.kind:
        case "candidates":
            cells = store().job_cells(workspace().jobs / job.id)
            return of_cells(cells.judged, cells.unjudged), bool(cells.unjudged) or not cells.judged
        case "evaluate":
            return f"Deletes the run's figures and predictions, also from Heatmaps. {MODELS_STAY} Frees {frees}.", True
        case _:
            return f"Deletes only this entry and its log; the loaded data stays. Frees {frees}.", True


def of_cells(judged: Sequence[Cell], unjudged: Sequence[Cell]) -> str:
    """The same for the cells of a candidates job: those that people have decided on stay, as they are."""
    if not judged and not unjudged:
        return "This job made no candidates."
    gone = so_many(len(unjudged), "cell is deleted", "cells are deleted")
    if not judged:
        return f"{gone}; nobody has decided on any candidate there."
    names = "; ".join(condition_in_words(c.condition) for c in judged[:MOST_NAMED])
    more = f" and {len(judged) - MOST_NAMED} more" if len(judged) > MOST_NAMED else ""
    if not unjudged:
        return f"Nothing can be deleted: people have decided on candidates of {names}{more}."
    return f"{gone}. Cells with decisions stay: {names}{more}."
