"""The last step of an import: every row is checked, bad ones are named, and a button stores the rest."""

import shutil
import time
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import BadInput
from data.checking import Tally, check
from data.importing import Plan, run
from pages.ui.guard import guarded
from pages.ui.session import workspace

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

SKIP = "Leave the bad rows out"
_importing = Lock()


def draw_check(nonce: str, plan: Plan) -> None:
    """What an import would store and what it would not, and the button that does it."""
    tally = _checked(nonce, plan)
    st.subheader("What will be stored", anchor=False)
    with st.container(horizontal=True, gap="large"):
        st.metric("Rows that can be used", f"{tally.good:,}", width="content")
        st.metric("Rows that can't", f"{tally.bad:,}", width="content")
    if tally.labels:
        found = sorted(tally.labels.items(), key=lambda label: -label[1])
        more = f" and {len(found) - 12} more" if len(found) > 12 else ""
        st.text("Labels: " + ", ".join(f"{label} ({n:,})" for label, n in found[:12]) + more)
    skip = True
    if tally.bad:
        _draw_bad_rows(tally)
        skip = st.checkbox(SKIP, key=f"skip-{nonce}", help="Or mend the file and drop it here again.")
    replace = st.checkbox("Replace this split if the data set has it", key=f"replace-{nonce}")
    st.button(
        f"Import {tally.good:,} samples", type="primary", disabled=not tally.good or not skip,
        on_click=_import, args=(nonce, plan, skip, replace), key=f"import-{nonce}",
    )  # fmt: skip


def _draw_bad_rows(tally: Tally) -> None:
    more = f", the first {len(tally.bad_rows):,} of them here" if tally.bad > len(tally.bad_rows) else ""
    rows_said = f"{tally.bad:,} row{'s' if tally.bad > 1 else ''}"
    st.warning(f"{rows_said} can't be used{more}. Nothing is stored until you say what to do with them.")
    rows = [{"line": bad.line, "why": bad.reason} for bad in tally.bad_rows]
    narrow = {"line": st.column_config.NumberColumn(width=80)}
    st.dataframe(rows, hide_index=True, column_config=narrow, height=min(len(rows), 8) * 36 + 40)


def _checked(nonce: str, plan: Plan) -> Tally:
    """The check of this plan; done again only when the plan or the file changed."""
    key, now = f"checked-{nonce}", (plan, plan.path.stat().st_mtime_ns)
    if st.session_state.get(key, (None, None))[0] != now:
        with st.spinner("Checking every row …"):
            st.session_state[key] = (now, check(plan))
    tally: Tally = st.session_state[key][1]
    return tally


@st.cache_resource
def _finished() -> dict[str, str]:
    """What each form's import came to, by the form's nonce; kept by the process, as a callback may be cut short."""
    return {}


def finished(nonce: str) -> str:
    """What the import of this form came to, or "" while there was none."""
    return _finished().get(nonce, "")


@guarded
def _import(nonce: str, plan: Plan, skip: bool, replace: bool) -> None:
    """Store the file; a second click finds it stored and does nothing."""
    with _importing:
        if nonce not in _finished():
            result = run(workspace(), plan, skip_bad=skip, replace_split=replace)
            if plan.path.is_relative_to(workspace().root / "uploads"):
                shutil.rmtree(plan.path.parent, ignore_errors=True)
            left_out = f"; rows left out: {result.bad:,}" if result.bad else ""
            _finished()[nonce] = f"{result.imported:,} samples are stored as {plan.name}, {plan.split}{left_out}."


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
            raise BadInput(f"The file can't be stored in the workspace ({error.strerror}); make room there.") from error
    return path


def _drop_old_uploads() -> None:
    """Forget what was dropped more than a day ago and never imported."""
    for folder in (workspace().root / "uploads").glob("*"):
        if folder.stat().st_mtime < time.time() - 86_400:
            shutil.rmtree(folder, ignore_errors=True)
