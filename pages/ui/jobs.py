"""A job as people see it: how far it is, how long it still takes, its log, and the ways to stop and resume it."""

from collections.abc import Sequence

import streamlit as st

from data.jobs import JobState, JobStatus, cancel, jobs, log_tail, resume, status
from pages.ui.guard import guarded
from pages.ui.session import workspace

LOOK_AGAIN = "2s"
SAID = {
    JobState.QUEUED: "waiting to start",
    JobState.RUNNING: "running",
    JobState.DONE: "done",
    JobState.FAILED: "failed",
    JobState.CANCELLED: "cancelled",
    JobState.LOST: "its worker is gone; what it finished is kept",
}


def draw_jobs(kinds: Sequence[str] = (), newest: int = 5, heading: str = "Jobs") -> None:
    """The newest jobs of these kinds (all kinds for none), running ones followed live; nothing where there are none."""
    shown = [job for job in jobs(workspace()) if not kinds or job.kind in kinds][:newest]
    if shown:
        st.header(heading)
    for job in shown:
        draw_job(job.id)


def draw_job(job_id: str) -> None:
    """One job; while it runs this part of the page alone looks again every two seconds."""
    if status(workspace(), job_id).ended:
        _draw(job_id, live=False)
    else:
        st.fragment(_draw_live, run_every=LOOK_AGAIN)(job_id)


@guarded
def _draw_live(job_id: str) -> None:
    if status(workspace(), job_id).ended:
        st.rerun()  # the whole page: what the job made is there now
    _draw(job_id, live=True)


def _draw(job_id: str, live: bool) -> None:
    job = status(workspace(), job_id)
    with st.container(border=True, key=f"job-{job.id}"):
        words, action = st.columns([4, 1], vertical_alignment="center")
        with words:
            st.text(f"{job.title}: {in_words(job)}")
        with action:
            _draw_action(job)
        if live:
            st.progress(job.done / job.total if job.total else 0.0)
        if job.error:
            st.error(job.error)
        with st.expander("Log"):
            st.code(log_tail(workspace(), job.id) or "Nothing was logged yet.", language=None, wrap_lines=True)


def _draw_action(job: JobStatus) -> None:
    if not job.ended:
        st.button("Cancel", key=f"cancel-{job.id}", on_click=guarded(cancel), args=(workspace(), job.id))
    elif job.state is not JobState.DONE:
        st.button("Resume", key=f"resume-{job.id}", on_click=guarded(resume), args=(workspace(), job.id))


def in_words(job: JobStatus) -> str:
    """ "running, 24 %, about 40 s left, fine-tuning MiniLM"."""
    words = [SAID[job.state]]
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
