"""The last step of an import: every row is checked, bad ones are named, and a button stores the rest."""

import shutil
import time
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import BadInput
from core.so_many import so_many
from data.datasets.stored import card_or_none
from data.importing.checking import CheckReport, ImportPlan, check
from data.importing.files import import_planned, shared_texts
from data.importing.label_names import names_offered
from data.importing.labelling import ordered
from pages.ui.shared.data_table import data_table
from pages.ui.shell.guard import put
from pages.ui.shell.session import workspace

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

DUPLICATE = "Rows with the same text as an earlier row."
FIRST = "Flinch keeps the first row of each text, with its label."
SKIP = "Leave out invalid rows"
TEXTS = ("a text", "another text")
WHY = 680  # pixels of the reasons: what is left over would widen the line numbers too
_importing = Lock()
_finished: "dict[str, Imported]" = {}  # by the form's nonce; kept by the process, as a run may be cut short


@dataclass(frozen=True, slots=True)
class Imported:
    """What a form's import came to, in a sentence, what was asked for, and the names of labels as they were typed."""

    sentence: str
    plan: ImportPlan
    names: str


def draw_check(nonce: str, plan: ImportPlan, names_key: str) -> None:
    """What an import would store and what it would not, and the button that does it.

    Names that the catalogue has for the labels go under `names_key` when they are taken.
    """
    report = _checked(plan, plan.path.stat().st_mtime_ns)
    st.header("Preview", anchor=False)
    with st.container(horizontal=True, gap="large"):
        st.metric("Valid rows", f"{report.good:,}", width="content")
        st.metric("Invalid rows", f"{report.bad:,}", width="content")
        st.metric("Duplicate texts", f"{report.duplicates:,}", width="content", help=DUPLICATE)
    card = card_or_none(workspace(), plan.name)
    stored = (workspace().datasets / plan.name).stat().st_mtime_ns if card else 0
    texts = replace(plan, label_names={}, positive="")  # of which nothing in the texts depends
    for split, shared in _shared(texts, plan.path.stat().st_mtime_ns, stored).items():
        st.text(f"{so_many(shared, 'text is', 'texts are')} also in the split {split}.")
    if plan.unlabelled:
        st.text("No labels: Flinch can compute kappa without labels, but accuracy and training need labels.")
    if report.labels:
        _draw_labels(report)
        _offer_names(plan, report, names_key)
    skip = True
    if report.bad:
        _draw_bad_rows(report)
        skip = st.checkbox(SKIP, key=f"skip-{nonce}", help="Or fix the file and upload it again.")
    if report.duplicates and st.checkbox("Leave out duplicate texts", key=f"once-{nonce}", help=FIRST):
        plan = replace(plan, drop_duplicates=True)
    overwrite = st.checkbox("Replace the split if it exists", key=f"replace-{nonce}")
    refusal = st.container()
    ready = bool(report.good and skip)
    samples = report.good - report.duplicates * plan.drop_duplicates
    if st.button(f"Import {so_many(samples, 'sample')}", type="primary", disabled=not ready, key=f"import-{nonce}"):
        try:  # not a callback, for which it would be said above the tabs, which then go back to the first
            _import(nonce, plan, skip, overwrite, str(st.session_state.get(names_key, "")))
        except BadInput as error:
            refusal.error(str(error), icon=":material/error:")
        else:
            st.rerun()


def _draw_labels(report: CheckReport) -> None:
    """Each label with two of its texts, so that a wrong name is seen."""
    rows = [
        {"label": label, "samples": report.labels[label]} | dict(zip(TEXTS, report.texts[label], strict=False))
        for label in ordered(list(report.labels))
    ]
    data_table(rows, column_config={"samples": st.column_config.NumberColumn(width=80)})


def _offer_names(plan: ImportPlan, report: CheckReport, names_key: str) -> None:
    """Labels that are short for names of the catalogue get these with one click; numbers must be read."""
    if plan.label_names:
        return
    if all(map(str.isdecimal, report.labels)):
        st.text(
            "The labels are numbers. Read some texts of each label, then name the labels above, such as 0=negative."
        )
    for names in names_offered(report.labels, plan.task)[:4]:
        whose = ", ".join(names.datasets[:3])
        st.button(f"Use {names.spelled} (as in {whose})", on_click=put, args=(names_key, names.spelled))


def _draw_bad_rows(report: CheckReport) -> None:
    more = f"; the first {len(report.bad_rows):,} are listed" if report.bad > len(report.bad_rows) else ""
    todo = f"choose what to do with {'them' if report.bad > 1 else 'it'}"
    st.warning(f"{so_many(report.bad, 'row')} can't be used{more}. Nothing is stored until you {todo}.")
    rows = [{"line": bad.line, "reason": bad.reason} for bad in report.bad_rows]
    widths = {"line": st.column_config.NumberColumn(width=60), "reason": st.column_config.TextColumn(width=WHY)}
    data_table(rows, column_config=widths, most=8)


@st.cache_data(max_entries=8, show_spinner="Checking every row …")
def _checked(plan: ImportPlan, written: int) -> CheckReport:
    """The check of this plan; done again only when the plan is another, or the file was written again."""
    return check(plan)


@st.cache_data(max_entries=8, show_spinner="Comparing with the other splits …")
def _shared(plan: ImportPlan, written: int, stored: int) -> dict[str, int]:
    """What the file shares with the data set's other splits; looked for again when these were written again."""
    return shared_texts(workspace(), plan)


def finished(nonce: str) -> Imported | None:
    """What the import of this form came to, None while there was none."""
    return _finished.get(nonce)


def _import(nonce: str, plan: ImportPlan, skip: bool, overwrite: bool, names: str) -> None:
    """Store the file; a second click finds it stored and does nothing."""
    with _importing:
        if nonce not in _finished:
            result = import_planned(workspace(), plan, skip_bad=skip, replace_split=overwrite)
            if plan.path.is_relative_to(workspace().root / "uploads"):
                shutil.rmtree(plan.path.parent, ignore_errors=True)
            left_out = f"; rows left out: {result.bad:,}" if result.bad else ""
            stored = so_many(result.imported, "sample is", "samples are")
            sentence = f"{stored} stored as {plan.name}, {plan.split}{left_out}."
            _finished[nonce] = Imported(sentence, plan, names)


def uploaded(file: "UploadedFile") -> Path:
    """The dropped file on disk, in the workspace, under its own name; written once."""
    path = workspace().root / "uploads" / file.file_id / Path(file.name).name
    if not path.exists():
        _drop_old_uploads()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as out:
                shutil.copyfileobj(file, out)
        except OSError as error:
            raise BadInput(
                f"The file can't be stored in the workspace ({error.strerror}); free some space there."
            ) from error
    return path


def _drop_old_uploads() -> None:
    """Forget what was dropped more than a day ago and never imported."""
    for folder in (workspace().root / "uploads").glob("*"):
        if folder.stat().st_mtime < time.time() - 86_400:
            shutil.rmtree(folder, ignore_errors=True)
