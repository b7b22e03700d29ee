"""What several runs said of one text: a row for each text, a column for each model of each run."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape

import streamlit as st

from pages.ui.shared.html_table import STYLE as TABLE_STYLE

STYLE = """<style>
.fl-side table{max-width:none;width:auto;font-size:.875rem}
.fl-side.fl-side :is(th,td){vertical-align:top;text-align:left}
.fl-side.fl-side th:first-child{min-width:11rem;max-width:26rem}
.fl-side .fl-text{font-size:.95rem;margin:.1rem 0 0}
.fl-side h3{font-size:.875rem;font-weight:600;margin:0;padding:0}
.fl-side h3 span{font-weight:400;opacity:.75}
.fl-side.fl-side thead th small{min-width:0;white-space:nowrap}
.fl-side td.fl-turned{background:light-dark(#fff4e5,#3a2a12);font-weight:600}
</style>"""
OF_RUN = " · "  # between a model and its run


@dataclass(frozen=True, slots=True)
class SideRow:
    """A text as safe HTML, the label that each model gave it by name, and which of them flipped."""

    text: str
    labels: Mapping[str, str]
    flipped: Collection[str]


def draw_side_by_side(models: Sequence[str], rows: Sequence[SideRow], gold: str) -> None:
    """The table; flips are marked, and a dash stands where a run did not have the text."""
    names = (name.partition(OF_RUN) for name in models)
    head = "".join(f'<th scope="col">{escape(model)}<small>{escape(run)}</small></th>' for model, _, run in names)
    body = "".join(_row(models, row, gold) for row in rows)
    st.html(
        f'{TABLE_STYLE}{STYLE}<div class="fl-table fl-side" tabindex="0"><table>'
        f'<thead><tr><th scope="col">Text</th>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _row(models: Sequence[str], row: SideRow, gold: str) -> str:
    cells = ""
    for model in models:
        label = row.labels.get(model, "")
        mark = f" {'✓' if label == gold else '✗'}" if gold and label else ""
        cells += f"<td{' class=fl-turned' * (model in row.flipped)}>{escape(label) or '–'}{mark}</td>"
    return f'<tr><th scope="row">{row.text}</th>{cells}</tr>'
