"""Predictions of a model that ran elsewhere: their files, the texts that they are of, and what came of it."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from core.errors import BadInput
from core.so_many import so_many
from data.imported_predictions.importing import ImportedPredictions, UnmatchedRows, import_predictions
from data.runs.scores import runs
from pages.ui.runs.names import told_apart
from pages.ui.shared.literal import literally
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import workspace

GRID = ""  # in place of a run
DONE = "predictions-done"
SKIP = "Skip rows that match nothing"
EXPLAINED = (
    "CSV, JSONL or Parquet (also .gz), with one row per text and these columns: sample (its id, or its row number in "
    "the grid files), variant (keyboard@5, a variant id, or original), prediction (the label), and optionally "
    "probabilities. You can also import several files, if each file has one variant and is named after this variant. "
    "For tags, a row has one tag per token, as a list or separated by spaces. A CoNLL file (token, predicted tag) in "
    "the order of the grid also works. You can import the predictions for original texts first and those for variants "
    "later, under the same model name."
)


def draw_import_of_predictions() -> None:
    """The form, folded; and what the last import came to."""
    with st.expander("Import predictions"):
        st.caption(EXPLAINED)
        files = st.file_uploader("Prediction files", accept_multiple_files=True, key="predictions-files")
        names = told_apart({run.id: run for run in runs(workspace())})
        left, right = st.columns(2)
        run = left.selectbox(
            "Predictions for", [*names, GRID], key="predictions-run", format_func=lambda id_: names.get(id_, "A grid …")
        )
        grid = ""
        if run == GRID:
            grid = left.text_input("Folder of the grid on the server", key="predictions-grid")
        name = right.text_input("Name of the model", key="predictions-model")
        skip = st.toggle(SKIP, key="predictions-skip", width="content")
        softmax = st.checkbox("The probabilities are logits: apply softmax", key="predictions-softmax")
        ready = bool(files and name.strip() and (run or grid.strip()))
        if st.button("Import", disabled=not ready, key="predictions-import"):
            take_in(files, name, run, grid, skip, softmax)
    if done := st.session_state.get(DONE):
        _draw_done(done)


@guarded
def take_in(files: Sequence[UploadedFile], model: str, run: str, grid: str, skip: bool, softmax: bool) -> None:
    """Import what was uploaded, or say why not."""
    st.session_state.pop(DONE, None)
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}" for number in range(len(files))]
        for path, file in zip(paths, files, strict=True):
            path.write_bytes(file.getvalue())
        names = [Path(file.name).name for file in files]
        place = Path(grid.strip()).expanduser() if grid.strip() else None
        try:
            st.session_state[DONE] = import_predictions(
                workspace(), paths, model.strip(), run, place, skip=skip, names=names, softmax=softmax
            )
        except UnmatchedRows as error:
            _refuse(error.told(f"switch on “{SKIP}”"))
        except BadInput as error:
            _refuse(str(error))


def _refuse(why: str) -> None:
    st.error("  \n".join(map(literally, why.splitlines())))


def _draw_done(done: ImportedPredictions) -> None:
    cells = len(done.cells) - 1 - len(done.incomplete)
    came = so_many(cells, "cell") if cells else "the original texts"
    st.success(f"{literally(done.model)}: predictions for {came} imported.", icon=":material/check_circle:")
    lines = [
        f"{condition}: left out, the files have only {given:,} of {wanted:,} predictions"
        for condition, given, wanted in done.incomplete
        if given
    ]
    lines += [f"left out: {row}" for row in done.bad[:20]]
    if (more := done.many_bad - 20) > 0:
        lines.append(f"left out: {so_many(more, 'more row')}")
    if done.otherwise:
        lines.append(
            f"{so_many(done.otherwise, 'unchanged text has', 'unchanged texts have')} a different prediction from the "
            "original text"
        )
    for line in (*lines, *done.warnings):
        st.caption(literally(line))
    query = {"view": "Heatmap", "of": "mine", "run": done.run}
    st.page_link("pages/heatmaps.py", label="Heatmap", icon=":material/arrow_forward:", query_params=query)
