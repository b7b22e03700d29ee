"""The chosen cell taken apart: answers before and after by gold label, confidence, kappa by label and by length."""

from collections.abc import Mapping, Sequence
from html import escape
from math import isnan

import streamlit as st

from core.design import Condition
from core.metrics import Estimate
from core.rounding import signed
from data.runs.cell_breakdown import Answers, CellBreakdown, KappaOf, cell_breakdown
from data.runs.counts import Curated
from data.runs.files import RunCard, newest_file
from data.workspace import Workspace
from pages.ui.runs.dots import Dot, draw_dots
from pages.ui.runs.heatmap.heatmap import AGREEMENT
from pages.ui.shared.html_table import STYLE, draw_table
from pages.ui.shell.session import workspace

MOST = 12  # labels of a matrix that can be read
SHADE = "<style>.fl-matrix td{min-width:4.5rem}.fl-matrix td.fl-right{background:rgba(20,95,158,.14)}</style>"


def draw_breakdown(run: RunCard, model: str, condition: Condition, curated: Curated | None) -> None:
    """Four figures of the cell, folded in; nothing where no sample was changed."""
    kept = None if curated is None else hash(frozenset((s.candidate_id, s.label) for s in curated.values()))
    state = (newest_file(workspace().runs / run.id), kept)
    breakdown = _broken_down(workspace(), run.id, model, condition, state, curated)
    if not (breakdown.before or breakdown.by_length):
        return
    with st.expander("Confusion, confidence, kappa by label and length"):
        _draw_matrix(breakdown)
        _draw_confidence(breakdown)
        _draw_kappas("Kappa by gold label", "Gold label", breakdown.by_label)
        _draw_kappas("Kappa by length", "Words in the text", breakdown.by_length)


def matrix_html(labels: Sequence[str], before: Mapping[Answers, int], after: Mapping[Answers, int]) -> str:
    """The two confusion matrices in one: in each cell the samples before and after; right answers are shaded."""
    head = "".join(f'<th scope="col">{escape(label)}</th>' for label in labels)
    lines = [
        f'<tr><th scope="row">{escape(gold)}</th>'
        + "".join(
            f"<td{' class=fl-right' if gold == predicted else ''}>"
            f"{before.get(Answers(gold, predicted), 0):,} → {after.get(Answers(gold, predicted), 0):,}</td>"
            for predicted in labels
        )
        + "</tr>"
        for gold in labels
    ]
    return (
        f'{STYLE}{SHADE}<div class="fl-table fl-matrix" tabindex="0"><table>'
        f"<caption>Confusion matrix, samples before → after</caption>"
        f'<thead><tr><th scope="col">Gold label, by predicted label</th>{head}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def _draw_matrix(breakdown: CellBreakdown) -> None:
    if not breakdown.before:
        st.caption("No confusion matrix: the split has no gold labels.")
    elif len(breakdown.labels) > MOST:
        st.caption(f"No confusion matrix: the run has {len(breakdown.labels)} labels, and Flinch shows at most {MOST}.")
    else:
        st.html(matrix_html(breakdown.labels, breakdown.before, breakdown.after))


def _draw_confidence(breakdown: CellBreakdown) -> None:
    if not breakdown.confidence:
        st.caption("No confidence: the run has no probabilities.")
        return
    rows = [
        (
            "Flipped" if group.flipped else "Same label",
            f"{100 * group.before:.1f}",
            f"{100 * group.after:.1f}",
            signed(100 * group.shift.value),
            _interval(group.shift),
            f"{group.shift.n:,}",
        )
        for group in breakdown.confidence
    ]
    head = ("Samples", "Before, %", "After, %", "Shift, points", "95 % interval", "n")
    draw_table("Mean probability of the label predicted on original text", head, rows)


def _draw_kappas(title: str, head: str, kappas: Sequence[KappaOf]) -> None:
    if not kappas:
        return
    dots = []
    for name, kappa in ((group.name, group.kappa) for group in kappas):
        interval = AGREEMENT.span(kappa.low, kappa.high) or "–"
        figures = (AGREEMENT.text(kappa.value), interval, f"{kappa.n:,}")
        dots.append(Dot(name, kappa.value, kappa.low, kappa.high, figures))
    draw_dots(title, (head, "Kappa", "95 % interval", "n"), dots, (0, 1))


def _interval(shift: Estimate) -> str:
    return "–" if isnan(shift.low) else f"{signed(100 * shift.low)} to {signed(100 * shift.high)}"


@st.cache_data(max_entries=16, show_spinner="Counting …")
def _broken_down(
    home: Workspace,
    run_id: str,
    model: str,
    condition: Condition,
    state: tuple[object, ...],
    _curated: Curated | None,
) -> CellBreakdown:
    """Made again only when `state` is another; `_curated` is told apart by it."""
    return cell_breakdown(home, run_id, model, condition, _curated)
