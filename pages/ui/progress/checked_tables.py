"""How many samples people had to check until the quota: the user's count beside the published one."""

from collections.abc import Sequence

import streamlit as st

from core.papers import MORADI
from core.rules import plain_name
from curation.checked import COLUMNS, checked_rows, columns_of, in_lines
from curation.order import notes
from curation.records import CellProgress
from data.published.tables import moradi_checked
from pages.ui.shared.html_table import Text, draw_table
from pages.ui.shared.perturbation_words import heading

PRINTED = {"word_deletion": "Deletion", "negation": "Negation", "synonym_replacement": "RWS"}
WIDE = 560  # pixels of a table: where two do not fit, the second is below the first
TITLES = {"word_deletion": "Deletion", "negation": "Negation", "synonym_replacement": "Replacement with synonyms"}


def draw_checked_tables(cells: Sequence[CellProgress], quota: int) -> None:
    """A perturbation at a time: the user's table first, then the paper's (Tables 10-12).

    A `quota` of 0 says that cells have different ones.
    """
    others = sorted({cell.cell.perturbation for cell in cells} - set(PRINTED))
    chosen = st.segmented_control(
        "Perturbation", [*PRINTED, *others], default="word_deletion", format_func=_title, key="checked-perturbation"
    )
    with st.container(horizontal=True, gap="large"):
        with st.container(width=WIDE):
            _draw_own(cells, chosen or "word_deletion", quota)
        with st.container(width=WIDE):
            _draw_published(chosen or "word_deletion")


def _draw_own(cells: Sequence[CellProgress], perturbation: str, quota: int) -> None:
    columns = columns_of(cells, perturbation)
    rows = [row for row in checked_rows(cells, columns) if row.perturbation == perturbation]
    if not rows:
        st.info(f"There are no candidates for {_title(perturbation).lower()} yet; prepare candidates first.")
        return
    lines: list[list[Text]] = [[f"{row.dataset} ({row.split})", *map(in_lines, row.checked)] for row in rows]
    draw_table(
        f"Your samples: checked until {f'{quota} were kept or relabelled' if quota else 'the quota was reached'}",
        ["Data set", *map(str, columns)],
        lines,
    )
    if any(cell and cell.carried for row in rows for cell in row.checked):
        st.caption("Carried: the same text was judged at another severity or in another row, and counts here as well.")
    for note in notes(cell.order for row in rows for cell in row.checked if cell):
        st.caption(note)


def _draw_published(perturbation: str) -> None:
    counts = [count for count in moradi_checked() if count.perturbation == PRINTED.get(plain_name(perturbation))]
    if not counts:
        st.info("The paper counted only deletion, negation and replacement with synonyms.")
        return
    datasets = dict.fromkeys(count.dataset for count in counts)
    lines = [[name, *(str(count.checked) for count in counts if count.dataset == name)] for name in datasets]
    caption = f"Published: checked until 200 were kept or relabelled ({MORADI.short}, {counts[0].table})"
    draw_table(caption, ["Data set", *map(str, COLUMNS)], lines)


def _title(perturbation: str) -> str:
    return TITLES.get(perturbation, heading(perturbation))
