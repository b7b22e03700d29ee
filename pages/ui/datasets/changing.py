"""The dialogs in which a data set gets another name or title, is shared out to several splits, or goes."""

import shutil
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from core.errors import BadInput
from core.models.tasks import LABELLING
from core.records import DatasetCard
from core.so_many import so_many
from data.datasets.changing import delete_dataset, rename_dataset, retitle_dataset
from data.datasets.positive import set_positive
from data.datasets.splitting import parse_shares, share_out
from data.experiments.files import experiments
from data.jobs.jobs import JobStatus, jobs
from data.runs.scores import runs
from data.study.studies import Studies
from data.variants.files import finished
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store, workspace


@dataclass(frozen=True, slots=True)
class Dependents:
    """What was made of a data set, counted; `variants` are the folders of its perturbed samples."""

    variants: tuple[Path, ...]
    cells: int
    candidates: int
    decisions: int
    people: int
    runs: int
    working: int
    experiments: int
    studies: int

    @property
    def keeps_name(self) -> bool:
        """Whether cells or runs rest on it, so that it can get no other name; perturbed samples can be made again."""
        return bool(self.cells or self.runs)

    @property
    def asks_before_deleting(self) -> bool:
        """Whether a cell, a run, an experiment or a study uses it."""
        return self.keeps_name or bool(self.experiments or self.studies)

    def in_words(self) -> list[str]:
        """A line for each kind of thing that rests on it, [] for none."""
        lines = [
            (self.decisions, f"{so_many(self.decisions, 'decision')} by {so_many(self.people, 'person', 'people')}"),
            (self.cells, f"{so_many(self.cells, 'cell')} with {so_many(self.candidates, 'candidate')}"),
            (self.runs, so_many(self.runs, "run")),
            (self.experiments, so_many(self.experiments, "experiment")),
            (self.studies, so_many(self.studies, "study", "studies")),
            (len(self.variants), f"{so_many(len(self.variants), 'folder')} of perturbed samples"),
        ]
        return [line for n, line in lines if n]


def dependents_of(name: str) -> Dependents:
    """What rests on the data set of this name now."""
    cells = [progress for progress in store().cells() if progress.cell.dataset == name]
    verdicts = [verdict for progress in cells for verdict in store().verdicts(progress.cell)]
    return Dependents(
        variants=tuple(folder for folder in sorted(workspace().variants.glob("*/")) if _made_of(folder, name)),
        cells=len(cells),
        candidates=sum(progress.candidates for progress in cells),
        decisions=len(verdicts),
        people=len({verdict.annotator for verdict in verdicts}),
        runs=sum(run.dataset == name for run in runs(workspace())),
        working=sum(_concerns(job, name) for job in jobs(workspace()) if not job.ended),
        experiments=sum(experiment.dataset == name for experiment in experiments(workspace())),
        studies=sum(_asks_of(study, name) for study in Studies(workspace()).ids()),
    )


def _asks_of(study: str, name: str) -> bool:
    """Whether the study has samples of this data set; not where it can't be read."""
    try:
        design = Studies(workspace()).open(study).design
    except BadInput:
        return False
    return any(split.dataset == name for part in design.parts for split in part.splits)


def drop_variants(dependents: Dependents) -> None:
    """Remove the perturbed samples, unless a cell or a run reads them."""
    for folder in () if dependents.keeps_name else dependents.variants:
        shutil.rmtree(folder, ignore_errors=True)


def _made_of(folder: Path, name: str) -> bool:
    return folder.name.startswith(f"{name}.") and any(file.recipe.dataset == name for file in finished(folder))


def _concerns(job: JobStatus, name: str) -> bool:
    design = job.arguments.get("design", {})
    return name in (design.get("dataset"), job.arguments.get("entry"), job.arguments.get("dataset"))


def _draw_dependents(card: DatasetCard) -> Dependents | None:
    """What rests on the data set, which is said; None while a job uses it, so that nothing can be done to it."""
    dependents = dependents_of(card.name)
    st.markdown(f"**{card.name}**")
    lines = dependents.in_words()
    st.markdown(
        "\n".join(["Used by:", "", *(f"- {line}" for line in lines)]) if lines else "Nothing uses this data set."
    )
    if dependents.working:
        st.info("A job is using this data set. Wait until the job ends, or cancel the job.")
        return None
    return dependents


@guarded
def changing(card: DatasetCard) -> None:
    """What rests on the data set, and what can be changed of it."""
    dependents = _draw_dependents(card)
    if not dependents:
        return
    _draw_renaming(card, dependents)
    if len(card.labels) == 2 and card.task in LABELLING:
        _draw_positive(card)
    if len(card.splits) == 1 and not dependents.keeps_name:
        _draw_sharing(card)


@guarded
def deleting(card: DatasetCard) -> None:
    """What rests on the data set, and the button that deletes it."""
    if dependents := _draw_dependents(card):
        _draw_deleting(card, dependents)


draw_changing = st.dialog("Edit details")(changing)
draw_deleting = st.dialog("Delete data set")(deleting)


def _draw_renaming(card: DatasetCard, dependents: Dependents) -> None:
    with st.form(f"rename-{card.name}", border=False):
        title = st.text_input("Title", card.title, help="Shown on its card, below the name.")
        name = st.text_input("Name", card.name, disabled=dependents.keeps_name)
        if dependents.keeps_name:
            st.caption("Everything made from this data set refers to its name, so only the title can change.")
        if st.form_submit_button("Save"):
            _rename(card, dependents, name.strip(), title)


def _rename(card: DatasetCard, dependents: Dependents, name: str, title: str) -> None:
    try:
        if rename_dataset(workspace(), card.name, name).name != card.name:
            drop_variants(dependents)  # they carry the old name
        retitle_dataset(workspace(), name, name if title.strip() == card.name else title)
    except BadInput as error:
        st.error(str(error), icon=":material/error:")
        return
    st.rerun()


def _draw_positive(card: DatasetCard) -> None:
    chosen = st.selectbox(
        "Positive label",
        card.labels,
        1,
        key=f"positive-{card.name}",
        help="F1 is computed for this label. Another choice needs no new predictions.",
    )
    if chosen != card.labels[1]:
        set_positive(workspace(), card.name, chosen)
        st.rerun()


def _draw_sharing(card: DatasetCard) -> None:
    """The form in which the only split becomes several, as Romero 2023 did with HSOL."""
    st.divider()
    with st.form(f"share-{card.name}", border=False):
        st.text(f"Divide {next(iter(card.splits))} into several splits")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            shares = st.text_input("Percentages", placeholder="56-24-20", help="Train, dev, test; or train, test.")
            seed = st.number_input("Seed", 0, value=0, width=120)
        stratify = st.checkbox("Stratify by label", value=True)
        if st.form_submit_button("Split"):
            try:
                share_out(workspace(), card.name, parse_shares(shares.strip()), int(seed), stratify)
            except BadInput as error:
                st.error(str(error), icon=":material/error:")
                return
            st.rerun()


def _draw_deleting(card: DatasetCard, dependents: Dependents) -> None:
    st.text(f"Deleting removes {so_many(sum(card.splits.values()), 'sample')} from this workspace.")
    if dependents.asks_before_deleting:
        st.text(
            "Decisions, curated samples, runs and heatmaps are kept, with their texts; you can still see and download "
            "them. New candidates and runs need the data set again: import it under the same name."
        )
        typed = st.text_input(f"To delete the data set, type its name: {card.name}", key=f"sure-{card.name}")
    if st.button("Delete", icon=":material/delete:", key=f"delete-{card.name}"):
        if dependents.asks_before_deleting and typed.strip() != card.name:
            st.error(f"Nothing was deleted. To confirm, first type {card.name} in the box.")
            return
        delete_dataset(workspace(), card.name)
        drop_variants(dependents)
        st.rerun()
