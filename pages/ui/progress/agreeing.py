"""How far the people who decided agree, on what more than one of them judged."""

from collections.abc import Sequence
from math import isnan

import streamlit as st

from core.metrics.estimate import Estimate
from core.records import Decision
from curation.agreement import Agreement, agreement
from pages.ui.shared.folding import fold
from pages.ui.shared.html_table import draw_table

HEADER = ("Who", "Texts both judged", "Same verdict", "Cohen's kappa")
SAME = (
    "Two verdicts are the same when both keep, both discard, or both relabel to the same label. A text that is in "
    "several cells, for example at two severities, counts once."
)


def draw_agreement(verdicts: Sequence[Decision]) -> None:
    """A line for each two people and one for all of them; a sentence where there is nothing to compare."""
    if len({decision.annotator for decision in verdicts}) < 2:
        return
    with fold("Agreement") as opened:
        if not opened.open:
            return
        result = agreement(verdicts)
        if not result.overlap:
            st.info(f"None of the {result.judged:,} judged texts was judged by two people.")
            return
        rows = [
            (f"{pair.one} and {pair.other}", f"{pair.equal.n:,}", percent(pair.equal), figure(pair.kappa))
            for pair in result.pairs
        ]
        draw_table("Agreement by pair", HEADER, rows)
        st.markdown(in_words(result))
        st.caption(f"{SAME} In brackets: 95 % intervals, where available.")


def in_words(result: Agreement) -> str:
    """ "12 of 240 texts were judged by at least two people; two verdicts on the same text agree in …"."""
    was = "was" if result.overlap == 1 else "were"
    many = f"{result.overlap:,} of {result.judged:,} texts {was} judged by at least two people"
    same = f"{many}; two verdicts on the same text agree in {percent(result.equal)} of cases."
    if result.undefined:
        return f"{same} There is no kappa: {result.undefined}."
    return f"{same} Fleiss' kappa {figure(result.fleiss)}, Krippendorff's alpha {figure(result.alpha)}."


def percent(share: Estimate) -> str:
    """ "83 % [55–95]"."""
    return f"{100 * share.value:.0f} % [{100 * share.low:.0f}–{100 * share.high:.0f}]"


def figure(estimate: Estimate, digits: int = 2, unit: str = "", undefined: str = "none") -> str:
    """ "0.71 [0.40–0.93]", "2.4 s [1.9–3.0]", or that it is not defined."""
    if isnan(estimate.value):
        return undefined
    bounds = "" if isnan(estimate.low) else f" [{estimate.low:.{digits}f}–{estimate.high:.{digits}f}]"
    return f"{estimate.value:.{digits}f}{unit}{bounds}"
