"""The catalogue's rows: what a perturbation is called, what it may do to the label, and what it makes of a sentence."""

from html import escape

import streamlit as st

from core.perturbations.registry import Perturbation
from pages.ui.diff import STYLE as DIFF_STYLE
from pages.ui.diff import theme_class
from pages.ui.examples import Example, example
from pages.ui.perturbation_words import counted, heading, on_label, section, severity_said
from pages.ui.playground.marks import marked

STYLE = (
    DIFF_STYLE
    + """<style>
.fl-entry{--fl-grey:#596275;display:grid;grid-template-columns:minmax(9rem,13rem) minmax(0,1fr);gap:.1rem 1.5rem}
.fl-entry.fl-dark{--fl-grey:#98a2b3}
.fl-entry p{margin:0}
.fl-entry b{font-weight:600}
.fl-entry .fl-fact{font-size:.8125rem;line-height:1.5;color:var(--fl-grey)}
.fl-entry .fl-text{margin:.2rem 0 0}
.fl-entry .fl-text ins,.fl-entry .fl-text del{padding:0}
.fl-entry code{font-size:.75rem;background:none;padding:0;color:inherit}
.st-key-entries [data-testid=stHorizontalBlock]{border-top:1px solid rgba(128,136,150,.28);padding:.6rem 0 0}
.fl-entry .fl-may{color:inherit;font-weight:500}
@media (max-width:640px){.fl-entry{grid-template-columns:minmax(0,1fr)}}
</style>"""
)


def draw_entry(perturbation: Perturbation, sentence: str) -> None:
    """One row, with a link that opens the playground on its example."""
    shown = example(perturbation, sentence)
    row, link = st.columns([8, 1], gap="small")
    row.html(entry_html(perturbation, shown, theme_class()))
    with link:
        st.page_link(
            "pages/playground.py",
            label="Try it",
            icon=":material/arrow_forward:",
            icon_position="right",
            query_params=shown.view.address,
        )


def entry_html(perturbation: Perturbation, shown: Example, theme: str) -> str:
    """The row as safe HTML; needs STYLE."""
    may = "fl-fact fl-may" if perturbation.alters_meaning else "fl-fact"
    amounts = counted(perturbation.values, perturbation.unit)
    facts = (
        f'<p class="fl-fact">{escape(perturbation.level)} · {escape(amounts)}</p>'
        f'<p class="{may}">{escape(on_label(perturbation))}</p>'
        f'<p class="fl-fact"><code>{escape(perturbation.name)}</code> · {escape(section(perturbation))}</p>'
    )
    made = f'<p>{escape(perturbation.summary)}</p><p class="fl-text">{_made(shown)}</p>'
    return (
        f'<article class="fl-entry {theme}"><div><p><b>{escape(heading(perturbation.name))}</b></p>{facts}</div>'
        f"<div>{made}</div></article>"
    )


def _made(shown: Example) -> str:
    if shown.rewrite:
        amount = severity_said(shown.view.steps[0].severity)
        return f'{marked(shown.rewrite)} <span class="fl-fact">({escape(amount)})</span>'
    return f'<span class="fl-fact">{escape(shown.trouble or "Not applicable to this sentence.")}</span>'
