"""Import a file: look at it, say which column is what, see the rows that can't be used, and only then store it."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import streamlit as st

from core.records import Bounds, Task
from data.formats import Format
from data.importing.checking import ImportPlan, Preview, preview
from data.importing.encodings import LATIN, WINDOWS, EncodingHint, encoding_hint
from data.importing.guessing import Guess
from data.importing.labelling import parse_label_names, parse_scale
from pages.ui.datasets.browser import CUT, TEXTS, open_rows
from pages.ui.datasets.cards import TASKS
from pages.ui.datasets.check import Imported, draw_check, finished, uploaded
from pages.ui.shared.data_table import data_table
from pages.ui.shell.guard import guarded, put

if TYPE_CHECKING:
    from streamlit.elements.lib.column_types import ColumnConfig

NONCE, LIKE = "import-nonce", "import-like"
TAB, HERE = "datasets-tab", "In this workspace"
ENCODINGS = {"utf-8": "UTF-8", WINDOWS: "Windows-1252", LATIN: "Latin-1 (ISO 8859-1)"}
NO_LABEL = ""  # in place of a column
SPLITS = ("train", "dev", "test")
SHOWN = 6  # rows of the file, until one scrolls
NARROW = 90  # pixels of a column that holds no text


def draw_import() -> None:
    """The form, or, once a file is stored, what was stored. A nonce per form makes a double click one import."""
    nonce = st.session_state.setdefault(NONCE, uuid4().hex)
    if done := finished(nonce):
        st.success(done.sentence, icon=":material/check_circle:")
        _draw_ways_on(done)
        return
    path = _file(nonce)
    if path is None:
        st.caption(
            "TSV, CSV, JSON (an object on each line, or one list of objects), Parquet, CoNLL columns, or lines that "
            "begin with their label."
        )
        return
    if plan := _plan(nonce, path):
        draw_check(nonce, plan, _names_key(nonce, path))


def _draw_ways_on(done: Imported) -> None:
    """Buttons for what comes next: candidates of what was stored, its rows, or more files."""
    name = done.plan.name
    with st.container(horizontal=True):
        if st.button("Prepare candidates", type="primary"):
            st.switch_page("pages/prepare.py", query_params={"dataset": name, "split": done.plan.split})
        st.button("Show rows", key="show-imported", on_click=_show_rows, args=(name,))
        st.button(f"Import another split of {name}", on_click=_again, args=(done,), type="tertiary")
        st.button("Import another file", on_click=_again, type="tertiary")


@guarded
def _show_rows(name: str) -> None:
    st.session_state[TAB] = HERE
    open_rows(name)


@guarded
def _again(like: Imported | None = None) -> None:
    """Begin a new form; for another split of a data set it says what was said of the one `like` it."""
    nonce = st.session_state[NONCE] = uuid4().hex
    st.session_state[LIKE] = like
    if like:
        st.session_state[f"format-{nonce}"], st.session_state[f"header-{nonce}"] = like.plan.format, like.plan.header
        st.session_state[_encoding_key(nonce)] = like.plan.encoding


def _file(nonce: str) -> Path | None:
    """The file to import: dropped here, or on the machine that runs Flinch."""
    left, right = st.columns(2, gap="large")
    with left:
        dropped = st.file_uploader("Upload a file", key=f"file-{nonce}")
    with right:
        typed = st.text_input("Or a path on the server", key=f"path-{nonce}", placeholder="/data/sst2.tsv")
    if dropped is not None:
        return uploaded(dropped)
    return Path(typed.strip()).expanduser() if typed.strip() else None


def _plan(nonce: str, path: Path) -> ImportPlan | None:
    """What the person says the file holds; None while something is missing."""
    seen, format, header, encoding = _look(nonce, path)
    key = f"{nonce}-{path}-{seen.format}-{seen.header}"
    like: Imported | None = st.session_state.get(LIKE)
    guess = _guess(seen, like)
    st.header("Columns", anchor=False)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        tasks = list(Task)
        task = st.selectbox(
            "Task",
            tasks,
            tasks.index(guess.task),
            format_func=lambda t: f"{t} ({TASKS[t]})",
            key=f"task-{key}",
            width=340,
        )
        texts = st.multiselect("Columns with text", seen.columns, guess.text_columns, key=f"texts-{key}", width=340)
        at = seen.columns.index(guess.label_column) if guess.label_column in seen.columns else None
        label = st.selectbox(
            "Column with the label", (*seen.columns, NO_LABEL), at, key=f"label-{key}", width=220,
            format_func=lambda column: column or "This split has no labels",
        )  # fmt: skip
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input(
            "Name of the data set", like.plan.name if like else _name(path), key=f"name-{key}", width=260
        )
        split = st.selectbox("Split", SPLITS, _split(path), key=f"split-{key}", accept_new_options=True, width=160)
        names, scale = "", None
        if task is Task.SIMILARITY:
            scale = _scale(key, str(like.plan.scale or "") if like else "")
        else:
            names = _names(_names_key(nonce, path), like.names if like else "")
    needed = 2 if task in (Task.PAIR_CLASSIFICATION, Task.SIMILARITY) else 1
    if len(texts) != needed or label is None or not split:
        st.info(f"Choose {'two columns' if needed == 2 else 'one column'} with text and the column with the label.")
        return None
    return ImportPlan(
        path, name.strip(), task, split, tuple(texts), label, format, parse_label_names(names), header, encoding,
        scale=scale, unlabelled=label == NO_LABEL,
    )  # fmt: skip


def _guess(seen: Preview, like: Imported | None) -> Guess:
    """Columns, as the file looks; as it was said of another split of the data set, where the columns are there."""
    if like is None or not {*like.plan.text_columns, like.plan.label_column} <= {*seen.columns}:
        return seen.guess
    return Guess(like.plan.text_columns, like.plan.label_column, like.plan.task)


def _names(key: str, usual: str) -> str:
    return st.text_input(
        "Names for labels", usual, key=key, placeholder="0=negative, 1=positive", width=340,
        help="Leave empty to keep the labels as they are. With names, a row with any other label is invalid.",
    )  # fmt: skip


def _scale(key: str, usual: str) -> Bounds | None:
    meant = (
        "The lowest and highest similarity. Rows outside this range are invalid, and new labels must be in this range. "
        "Leave the field empty to allow any number."
    )
    return parse_scale(st.text_input("Scale", usual, key=f"scale-{key}", placeholder="0 to 5", width=340, help=meant))


def _look(nonce: str, path: Path) -> tuple[Preview, Format | None, bool | None, str]:
    """The first rows, read as the person says or as it seems right."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        format = st.selectbox("Format", list(Format), None, key=f"format-{nonce}", placeholder="detected", width=200)
        first = st.selectbox(
            "First line", [True, False], None, key=f"header-{nonce}", placeholder="detected", width=220,
            format_func=lambda is_header: "names the columns" if is_header else "is data",
        )  # fmt: skip
        encoding = st.selectbox(
            "Encoding", tuple(ENCODINGS), key=_encoding_key(nonce), format_func=ENCODINGS.__getitem__, width=190
        )
    if encoding == "utf-8":
        _offer_encoding(nonce, path)
    seen = preview(path, format, header=first, encoding=encoding)
    kind = f"{seen.format}{'; the first line names the columns' if seen.header else ''}"
    st.caption(f"Read as {kind}. The first {len(seen.rows)} rows:")
    rows = [{"line": row.line} | {name: text[:CUT] for name, text in row.values.items()} for row in seen.rows]
    data_table(rows, most=SHOWN, column_config=column_widths(seen.columns, seen.guess.text_columns))
    return seen, format, first, encoding


def column_widths(columns: Sequence[str], texts: Sequence[str]) -> dict[str, "ColumnConfig"]:
    """The columns that look like texts share the width; where none does, all do."""
    wide = [name for name in columns if name in texts] or columns
    share = max(NARROW, (TEXTS - NARROW * (len(columns) - len(wide))) // max(1, len(wide)))
    config = {name: st.column_config.TextColumn(width=share if name in wide else NARROW) for name in columns}
    return config | {"line": st.column_config.NumberColumn(width=60)}


def _offer_encoding(nonce: str, path: Path) -> None:
    """Where the file is not UTF-8: how it would read otherwise, and the button for that."""
    hint = _hint(str(path), path.stat().st_mtime_ns if path.exists() else 0)
    if hint is None:
        return
    name = ENCODINGS[hint.encoding]
    with st.container(border=True):
        st.text(f"This file is not UTF-8. Line {hint.line:,}, read as {name}:")
        st.code(hint.reads, language=None, wrap_lines=True)
        st.button(f"Read the file as {name}", on_click=put, args=(_encoding_key(nonce), hint.encoding), type="primary")


@st.cache_data(show_spinner=False, max_entries=16)
def _hint(path: str, written: int) -> EncodingHint | None:
    """The hint on this file, looked for again when the file was written again."""
    return encoding_hint(Path(path))


def _encoding_key(nonce: str) -> str:
    return f"encoding-{nonce}"


def _names_key(nonce: str, path: Path) -> str:
    return f"names-{nonce}-{path}"


def _name(path: Path) -> str:
    """The file's name without the name of a split in it."""
    bare = re.sub(r"(?i)[-_.](train|dev|val|valid|validation|test)(?=[-_.]|$)", "", path.stem)
    return re.sub(r"[^A-Za-z0-9._-]+", "-", bare).strip("-._")[:64] or "my-data"


def _split(path: Path) -> int:
    """The position of the split that a file's name mentions; the test split's where it mentions none."""
    spoken = [i for i, split in enumerate(("train", "dev|val", "test")) if re.search(split, path.name.lower())]
    return spoken[0] if spoken else 2
