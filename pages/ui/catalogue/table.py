"""The catalogue's rows: what a perturbation is called, what it may do to the label, and what it makes of a sentence."""

from html import escape

import streamlit as st

from core.perturbations.registry import Perturbation, find
from pages.ui.catalogue.examples import ShownExample, example
from pages.ui.catalogue.jump import anchor
from pages.ui.shared.diff import STYLE as DIFF_STYLE
from pages.ui.shared.diff import inline_html
from pages.ui.shared.perturbation_words import all_severities, heading, on_label, severity_in_words

STYLE = (
    DIFF_STYLE
    + """<style>
.fl-entry{--fl-grey:light-dark(#596275,#98a2b3);display:grid}
.fl-entry{grid-template-columns:minmax(9rem,13rem) minmax(0,1fr);gap:.1rem 1.5rem}
.fl-entry p{margin:0}
.fl-entry h3{font-size:1em;font-weight:600;line-height:1.5;margin:0;padding:0;letter-spacing:0}
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
    row.html(entry_html(perturbation, shown))
    with link:
        st.page_link(
            "pages/playground.py",
            label="Try it",
            icon=":material/arrow_forward:",
            icon_position="right",
            query_params=shown.view.address,
        )


def entry_html(perturbation: Perturbation, shown: ShownExample) -> str:
    """The row as safe HTML; needs STYLE."""
    may = "fl-fact fl-may" if perturbation.alters_meaning else "fl-fact"
    amounts, where = all_severities(perturbation), f" · section {perturbation.section}" * bool(perturbation.section)
    facts = (
        f'<p class="fl-fact">{escape(perturbation.level)} · {escape(amounts)}</p>'
        f'<p class="{may}">{escape(on_label(perturbation))}</p>'
        f'<p class="fl-fact"><code>{escape(perturbation.name)}</code>{escape(where)}</p>'
    )
    example_html = f'<p>{escape(perturbation.summary)}</p><p class="fl-text">{_example_html(shown)}</p>'
    others = [(name, find(name).summary) for name in perturbation.names[1:]]
    example_html += "".join(f'<p class="fl-fact"><code>{name}</code>: {escape(said)}</p>' for name, said in others)
    return (
        f'<article class="fl-entry" id="{anchor(perturbation.name)}">'
        f"<div><h3>{escape(heading(perturbation.name))}</h3>{facts}</div>"
        f"<div>{example_html}</div></article>"
    )


def _example_html(shown: ShownExample) -> str:
    if shown.rewrite:
        amount = severity_in_words(shown.view.steps[0].severity)
        return f'{inline_html(shown.rewrite)} <span class="fl-fact">({escape(amount)})</span>'
    return f'<span class="fl-fact">{escape(shown.trouble or "Not applicable to this sentence.")}</span>'
