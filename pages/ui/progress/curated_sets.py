"""The curated set to take away: what is to be in it, what its card will say, and the sets that were made."""

from collections.abc import Sequence

import streamlit as st

from core.errors import BadInput
from core.rounding import in_bytes
from core.so_many import so_many
from curation.cell_texts import texts_looked_at
from curation.records import CellProgress
from data.curated.cells import chosen_cells
from data.curated.facts import SetFacts
from data.curated.job import KIND, LONGEST_NAME, free_place, place_of, start, zip_of
from data.curated.writing import SetFormat, SetRequest, set_facts
from data.jobs.jobs import JobStatus
from data.jobs.records import JobState
from data.workspace import Workspace
from pages.ui.progress.agreeing import in_words
from pages.ui.shared.html_table import draw_table
from pages.ui.shared.jobs import draw_jobs
from pages.ui.shell.guard import guarded, while_admitted
from pages.ui.shell.session import store, workspace

OF, FORM, NAME, NAMES = "set-of", "set-form", "set-name", "set-names"
FORMS = {
    SetFormat.PARQUET: "Parquet",
    SetFormat.JSONL: "JSONL",
    SetFormat.CSV: "CSV",
    SetFormat.DATASETS: "Hugging Face datasets",
}
HOLDS = (
    "For training, evaluation or sharing: a folder with the curated samples, a data card, the decisions, the judged "
    "texts, and a manifest that rebuilds the same set. Annotators can continue during the export."
)
HEADER = ("Cell", "In the set", "Checked", "Carried", "Checked / in set", "Discarded", "Disputed")
MOST_CELLS = 40
Part = tuple[str, str]
"""("dataset" or "campaign", its name)."""


def draw_curated_sets(cells: Sequence[CellProgress]) -> None:
    """The controls, and the sets that were made; no controls while nobody has kept anything."""
    if any(cell.collected for cell in cells):
        st.header("Export curated set")
        _draw_controls()
    draw_jobs((KIND,), 3, "Exported sets", _draw_made)


@st.fragment
@guarded
def _draw_controls() -> None:
    st.caption(HOLDS)
    left, right = st.columns([3, 2], gap="large")
    left.multiselect("Data sets and campaigns", _parts(), format_func=_part_in_words, key=OF, placeholder="Everything")
    st.session_state.setdefault(FORM, SetFormat.PARQUET)
    left.segmented_control("Format", tuple(FORMS), format_func=FORMS.__getitem__, required=True, key=FORM)
    right.text_input("Name", "curated", max_chars=LONGEST_NAME, key=NAME)
    right.checkbox("Include names and notes (otherwise A1, A2 …)", key=NAMES)
    request = _asked()
    chosen = [store().progress(cell) for cell in chosen_cells(store(), request.datasets, request.campaigns)]
    st.text(_counts_in_words(chosen))
    empty = not any(cell.collected for cell in chosen)
    preview = st.expander("Preview of the card", key="set-card", on_change="rerun", type="compact")
    if preview.open and not empty:
        with preview:
            _draw_card(_facts(workspace(), _state(), request))
    wrong = _wrong(request.name)
    replaces = "" if wrong or not place_of(workspace(), request.name).exists() else " This replaces the existing set."
    st.text(wrong or f"Flinch saves the set in {place_of(workspace(), request.name)}.{replaces}")
    label = f"Export {so_many(sum(cell.collected for cell in chosen), 'sample')}"
    st.button(label, on_click=_make, disabled=empty or bool(wrong), type="primary", key="set-make")


def _wrong(name: str) -> str:
    """Why there can be no set of this name, "" where there can."""
    try:
        free_place(workspace(), name)
    except BadInput as error:
        return str(error)
    return ""


def _parts() -> list[Part]:
    datasets = dict.fromkeys(cell.dataset for cell in store().orders())
    campaigns = [campaign.name for campaign in store().campaigns() if not campaign.archived]
    return [*(("dataset", name) for name in datasets), *(("campaign", name) for name in campaigns)]


def _part_in_words(part: Part) -> str:
    kind, name = part
    return name if kind == "dataset" else f"campaign {name}"


def _asked() -> SetRequest:
    parts = [part for part in st.session_state.get(OF, ()) if part in _parts()]
    return SetRequest(
        " ".join(str(st.session_state.get(NAME, "")).split()),
        SetFormat(st.session_state.get(FORM) or SetFormat.PARQUET),
        tuple(name for kind, name in parts if kind == "dataset"),
        bool(st.session_state.get(NAMES)),
        tuple(name for kind, name in parts if kind == "campaign"),
    )


def _counts_in_words(cells: Sequence[CellProgress]) -> str:
    """ "420 texts judged: 312 samples in the set (271 kept, 41 relabelled), 95 discarded."."""
    kept, relabelled = sum(cell.kept for cell in cells), sum(cell.relabelled for cell in cells)
    discarded, disputed = sum(cell.discarded for cell in cells), sum(cell.disputed for cell in cells)
    if not kept + relabelled:
        return "Nobody has kept or relabelled a sample of these cells yet."
    inside, looked = kept + relabelled, texts_looked_at(map(store().texts, cells))
    out = [f"{n:,} {what}" for n, what in ((discarded, "discarded"), (disputed, "disputed")) if n]
    several = " Some texts count in several cells." if looked < inside + discarded + disputed else ""
    return (
        f"{so_many(looked, 'text')} judged: {so_many(inside, 'sample')} in the set ({kept:,} kept, "
        f"{relabelled:,} relabelled){''.join(f', {count}' for count in out)}.{several}"
    )


def _state() -> tuple[object, ...]:
    """What the card follows from: the decisions, and what was set."""
    journal = workspace().journal
    size = journal.stat().st_size if journal.exists() else 0
    return size, store().quota(), str(store().quality()), str(store().campaigns()), str(list(store().orders().items()))


@st.cache_data(max_entries=4, show_spinner="Making the card …")
def _facts(home: Workspace, state: tuple[object, ...], request: SetRequest) -> SetFacts:
    return set_facts(store(), home, request)


def _draw_card(facts: SetFacts) -> None:
    reasons = ", ".join(f"{reason} ({times:,})" for reason, times in facts.reasons.items()) or "none"
    settled = ", ".join(f"{times:,} by {who}" for who, times in facts.settled.items())
    st.text(f"Decided by {so_many(len(facts.people), 'person', 'people')}. Discard reasons: {reasons}.")
    if settled:
        st.text(f"Disputes settled: {settled}.")
    st.markdown(in_words(facts.agreement) if facts.agreement.overlap else "No text was judged by two people.")
    rows = list(map(_row, facts.cells))
    draw_table("By cell", HEADER, rows[:MOST_CELLS])
    if len(rows) > MOST_CELLS:
        st.caption(f"Shown: {MOST_CELLS} of {len(rows):,} cells. The set's card lists all.")


def _row(cell: CellProgress) -> tuple[str, ...]:
    per = f"{cell.checked / cell.collected:.2f}" if cell.collected else "–"
    before, after = (cell.collected, cell.checked, cell.carried), (cell.discarded, cell.disputed)
    return str(cell.cell), *(f"{count:,}" for count in before), per, *(f"{count:,}" for count in after)


@guarded
def _make() -> None:
    start(store(), workspace(), _asked())
    st.rerun()  # the whole page: the job is to be followed


def _draw_made(job: JobStatus) -> None:
    """The zip of a set that was made, as long as it is there."""
    path = zip_of(workspace().jobs / job.id, str(job.arguments.get("name", "")))
    if job.state is JobState.DONE and path.parent == workspace().jobs / job.id and path.is_file():
        label = f"Download ({in_bytes(path.stat().st_size)})"
        st.download_button(
            label, while_admitted(path.read_bytes), path.name, "application/zip", key=f"set-zip-{job.id}",
            icon=":material/download:", on_click="ignore",
        )  # fmt: skip
