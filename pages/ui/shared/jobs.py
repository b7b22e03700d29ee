"""A job as people see it: how far it is, what it made, why it failed, its log, and the ways to stop and resume it."""

from collections.abc import Callable, Collection, Mapping, Sequence

import streamlit as st

from core.text.casing import capitalised
from data.jobs.jobs import JobStatus, cancel, going, jobs, log_tail, resume, status, submit
from data.jobs.pace import Expected
from data.jobs.pace import in_words as time_in_words
from data.jobs.records import JobState
from pages.ui.shared.job_menu import draw_menu, tell
from pages.ui.shared.literal import literally
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import workspace

LOOK_AGAIN = "2s"
STATE_WORDS = {
    JobState.QUEUED: "waiting to start",
    JobState.RUNNING: "running",
    JobState.DONE: "done",
    JobState.FAILED: "failed",
    JobState.CANCELLED: "cancelled; finished work is kept",
    JobState.LOST: "stopped: its worker process has ended",
}
LOST = (
    "The worker process stopped without an error message. Maybe memory ran out, or the machine restarted. Resume "
    "the job; finished work is kept."
)
Figures = Callable[[JobStatus], None]
"""Draws what a job made."""


@guarded
def begin(kind: str, title: str, arguments: Mapping[str, object], already: str = "") -> bool:
    """Start the job, unless the same one is under way, as after a second click: then this is said. Whether it began."""
    if going(workspace(), kind, arguments):
        if already:
            st.toast(already)
        return False
    submit(workspace(), kind, title, arguments)
    st.toast(f"Started: {literally(title)}. Its card below shows the progress.", icon=":material/play_arrow:")
    return True


@guarded
def start(kind: str, title: str, arguments: Mapping[str, object]) -> None:
    """The same for a button's `on_click`, which may return nothing."""
    begin(kind, title, arguments)


def draw_time(expected: Expected) -> None:
    """A line on how long a job will take, and on what it goes by."""
    words = time_in_words(expected.low, expected.high)
    by = (
        ", based on earlier jobs."
        if expected.timed
        else ". This is a rough estimate: Flinch has never timed parts of this job here."
    )
    st.caption(f":material/schedule: {capitalised(words)} on this machine{by}")


def draw_jobs(
    kinds: Sequence[str],
    newest: int = 5,
    heading: str = "Jobs",
    figures: Figures | None = None,
    apart: Collection[str] = (),
    which: Callable[[JobStatus], bool] = lambda _: True,
    brief: bool = False,
) -> set[str]:
    """The newest jobs of these kinds, running ones followed live; nothing where there are none. `brief` cards have one
    line, which opens.
    Only jobs for which `which` holds are drawn, and of those that are done the newest alone unasked. Jobs of the ids
    `apart` are drawn in another place. Returns the ids of all that are drawn, unasked or not.
    """
    tell()
    matching = [job for job in jobs(workspace()) if job.kind in kinds and job.id not in apart and which(job)]
    if not matching:
        return set()
    older = [job.id for job in matching if job.state is JobState.DONE][1:]
    everything = f"all-{heading}-{'-'.join(kinds)}"
    unasked = [job for job in matching if job.id not in older][:newest]
    shown = matching if st.session_state.get(everything) else unasked
    if heading:
        st.header(heading)
    for job in shown:
        draw_job(job.id, figures, brief)
    if len(matching) > len(unasked):
        st.toggle(f"Show all {len(matching)}", key=everything, persist_state="session")
    return {job.id for job in matching}


def draw_job(job_id: str, figures: Figures | None = None, brief: bool = False) -> None:
    """One job; while it runs this part of the page alone looks again every two seconds."""
    live = not status(workspace(), job_id).ended
    st.fragment(_draw, run_every=LOOK_AGAIN if live else None)(job_id, figures, live, brief)


@guarded
def _draw(job_id: str, figures: Figures | None, live: bool, brief: bool) -> None:
    if live != any(job.id == job_id and not job.ended for job in jobs(workspace())):
        st.rerun()  # the whole page: what the job made is there now, or somebody resumed it and it is to be followed
    job = status(workspace(), job_id)
    with st.container(border=True, key=f"job-{job.id}", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"job-head-{job.id}"):
            st.markdown(f"**{literally(job.title)}**", width="stretch")
            _draw_action(job)
            draw_menu(job)
        state = literally(f"{in_words(job).rstrip('.')} · {job.started:%-d %b %Y %H:%M} UTC")
        why = LOST if job.state is JobState.LOST else job.error
        if brief:
            line = f"{state}: {literally(job.error)}" if job.error else state
            with st.expander(line, key=f"why-{job.id}", type="compact"):
                _draw_details(job, figures, why if why != job.error else "")
        else:
            st.caption(state)
            _draw_details(job, figures, why)


def _draw_details(job: JobStatus, figures: Figures | None, why: str) -> None:
    """How far the job is or why it ended, what it made, and its log."""
    if not job.ended:
        st.progress(job.done / job.total if job.total else 0.0)
    if why:
        st.error(literally(why))
    if figures:
        figures(job)
    _draw_log(job)


def _draw_log(job: JobStatus) -> None:
    """Folded in; nothing where the job has ended and logged nothing."""
    written = log_tail(workspace(), job.id)
    if job.ended and not written:
        return
    log = st.expander("Log", key=f"log-{job.id}", on_change="rerun", type="compact")
    if log.open:
        log.code(written or "Nothing was logged yet.", language=None, wrap_lines=True)


def _draw_action(job: JobStatus) -> None:
    if not job.ended:
        st.button("Cancel", key=f"cancel-{job.id}", on_click=guarded(cancel), args=(workspace(), job.id))
    elif job.state is not JobState.DONE:
        st.button("Resume", key=f"resume-{job.id}", on_click=guarded(resume), args=(workspace(), job.id))


def in_words(job: JobStatus) -> str:
    """ "running, 24 %, about 40 s left, training MiniLM"; "done: 6,113 candidates in 12 cells; 40 samples could not be
    perturbed"."""
    words = [STATE_WORDS[job.state]]
    if job.state is JobState.DONE and job.message:
        return f"done: {job.message}"
    if job.state is JobState.QUEUED and job.message:
        return job.message[:1].lower() + job.message[1:].rstrip(".")  # what it waits for
    if not job.ended:
        words += [f"{100 * job.done // job.total} %"] if job.total else []
        words += [f"about {duration(job.eta_seconds)} left"] if job.eta_seconds is not None else []
        words += [job.message] if job.message else []
    return ", ".join(words)


def duration(seconds: float) -> str:
    """ "40 s", "12 min", "3 h 05 min"."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"
