"""What is under way and what the workspace holds, in a few lines, each of which leads to its page."""

from collections.abc import Sequence
from contextlib import suppress

import streamlit as st

from core.errors import BadInput
from core.records import DatasetCard
from core.so_many import so_many
from curation.reach import next_cell, unlikely
from curation.records import CellProgress
from curation.study.records import ParticipantState, StudyState
from data.jobs.jobs import JobStatus
from data.jobs.records import JobState
from data.study.studies import Studies
from data.study.study import Study
from data.workspace import Workspace
from pages.ui.shared.cell_choice import OPEN
from pages.ui.shared.jobs import draw_job
from pages.ui.shared.link_rows import STYLE, draw_link_row
from pages.ui.shared.literal import literally
from pages.ui.shared.perturbation_words import words
from pages.ui.shared.quota_bars import STYLE as BAR_STYLE
from pages.ui.shared.quota_bars import TOO_FEW, TOO_FEW_SAID, bar
from pages.ui.shell.session import workspace
from pages.ui.start.last_runs import draw_last_runs

MOST_ROWS = 6
MOST_JOBS = 3
MOST_STUDIES = 3


def jobs_to_show(jobs: Sequence[JobStatus]) -> list[JobStatus]:
    """The jobs at work, at most three; while none is, the last one if it ended before it was done."""
    working = [job for job in jobs if not job.ended]
    stopped = [job for job in jobs[:1] if job.ended and job.state is not JobState.DONE]
    return (working or stopped)[:MOST_JOBS]


def perturbations_to_show(cells: Sequence[CellProgress]) -> list[list[CellProgress]]:
    """The cells of each perturbation of a data set split, those nearest to their quota first and complete ones last;
    none if all are complete."""
    groups: dict[tuple[str, str, str], list[CellProgress]] = {}
    for cell in cells:
        groups.setdefault((cell.cell.dataset, cell.cell.split, cell.cell.perturbation), []).append(cell)
    if _complete(cells):
        return []
    return sorted(groups.values(), key=lambda of: (_complete(of), -_share(of)))


def _complete(cells: Sequence[CellProgress]) -> bool:
    return all(cell.closed for cell in cells)


def _share(cells: Sequence[CellProgress]) -> float:
    return _curated(cells) / sum(cell.quota for cell in cells)


def _curated(cells: Sequence[CellProgress]) -> int:
    return sum(min(cell.collected, cell.quota) for cell in cells)


def draw_overview(cells: Sequence[CellProgress], jobs: Sequence[JobStatus], cards: Sequence[DatasetCard]) -> None:
    """Jobs, then cells beside data sets and the last runs."""
    st.html(STYLE + BAR_STYLE)
    if shown := jobs_to_show(jobs):
        st.header("Under way" if not shown[0].ended else "Stopped")
        for job in shown:
            draw_job(job.id)
    in_curation, studies = perturbations_to_show(cells), studies_to_show(workspace())
    left, right = st.columns(2, gap="large") if in_curation or studies else (None, st.container())
    if left:
        with left:
            if in_curation:
                _draw_perturbations(in_curation)
            if studies:
                _draw_studies(studies)
    with right:
        _draw_datasets(cards)
        draw_last_runs(jobs)


def _draw_perturbations(groups: Sequence[Sequence[CellProgress]]) -> None:
    st.header("In curation", help="Curated samples of each perturbation, and the quota of all its cells.")
    with st.container(gap="xxsmall"):
        for cells in groups[:MOST_ROWS]:
            cell = (next_cell(cells) or cells[0]).cell
            name = f"{cell.dataset} ({cell.split}) · {words(cell.perturbation)}"
            mark = " ✓" if _complete(cells) else f" {TOO_FEW}" * _too_few(cells)
            note = f"{_curated(cells):,} of {sum(p.quota for p in cells):,}{mark}"
            draw_link_row(f"cell-{cell.id}", "curate", name, note, {OPEN: cell.id}, bar(cells))
    if any(map(_too_few, groups[:MOST_ROWS])):
        st.caption(TOO_FEW_SAID.strip())
    more = len(groups) - MOST_ROWS
    label = f"{more} more" if more > 0 else "Progress and downloads"
    st.page_link("pages/progress.py", label=label, icon=":material/arrow_forward:")


def _too_few(cells: Sequence[CellProgress]) -> bool:
    """Whether a quota of theirs is out of reach."""
    return any(unlikely(cell) for cell in cells if not cell.closed)


def studies_to_show(home: Workspace) -> list[tuple[Study, str]]:
    """Those that are not closed, the newest first, each with how far it is; damaged ones are left to their page."""
    rows, studies = list[tuple[Study, str]](), Studies(home)
    for id_ in studies.ids():
        with suppress(BadInput):
            study = studies.open(id_)
            if study.state is not StudyState.CLOSED:
                finished = sum(person.state is ParticipantState.FINISHED for person in study.participants())
                paused = ", paused" * (study.state is StudyState.PAUSED)
                rows.append((study, f"{finished} of {study.design.participants} finished{paused}"))
        if len(rows) == MOST_STUDIES:
            break
    return rows


def _draw_studies(studies: Sequence[tuple[Study, str]]) -> None:
    st.header("Studies")
    with st.container(gap="xxsmall"):
        for study, note in studies:
            draw_link_row(f"study-{study.id}", "studies", literally(study.design.title), note, {"study": study.id})


def _draw_datasets(cards: Sequence[DatasetCard]) -> None:
    st.header("Data sets")
    with st.container(gap="xxsmall"):
        for card in cards:
            size = so_many(sum(card.splits.values()), "sample")
            task, ours = card.task.replace("-", " "), ", demo" if card.ours else ""
            draw_link_row(f"set-{card.name}", "datasets", card.name, f"{task}{ours} · {size}", {OPEN: card.name})
    st.page_link("pages/datasets.py", label="Import a file, or see the catalogue", icon=":material/arrow_forward:")
