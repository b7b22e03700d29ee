"""The catalogue's lines; each opens to what the perturbation does, to which label, and an example."""

from html import escape

import streamlit as st

from core.perturbations.registry import Perturbation, find
from pages.ui.catalogue.choice import Groups
from pages.ui.catalogue.examples import ShownExample, example
from pages.ui.shared.diff import STYLE as DIFF_STYLE
from pages.ui.shared.diff import inline_html
from pages.ui.shared.perturbation_words import all_severities, heading, on_label, severity_in_words

FEW = 3  # as many entries as are open from the start
STYLE = (
    DIFF_STYLE
    + """<style>
.fl-entry{--fl-grey:light-dark(#596275,#98a2b3);display:grid;gap:.5rem}
.fl-entry p{margin:0}
.fl-entry .fl-fact{font-size:.8125rem;line-height:1.5;color:var(--fl-grey)}
.fl-entry .fl-text{margin:.2rem 0 0}
.fl-entry .fl-text ins,.fl-entry .fl-text del{padding:0}
.fl-entry code{font-size:.75rem;background:none;padding:0;color:inherit}
.fl-entry .fl-may{color:inherit;font-weight:500}
.st-key-entries summary{opacity:1} /* a compact opener is too pale to be read as a list */
</style>"""
)


def draw_entries(groups: Groups, sentence: str) -> None:
    """A line for each perturbation in two columns under its level; a few that were searched for stand open."""
    few = sum(map(len, groups.values())) <= FEW
    for level, group in groups.items():
        st.header(level, anchor=False)
        half = (len(group) + 1) // 2
        for column, part in zip(st.columns(2, gap="medium"), (group[:half], group[half:]), strict=True):
            with column, st.container(gap="xxsmall"):
                for perturbation in part:
                    _draw_entry(perturbation, sentence, few)


def _draw_entry(perturbation: Perturbation, sentence: str, opened: bool) -> None:
    """The line; its example, and the link to the playground with it, are made when it is open."""
    key = f"{'found' if opened else 'open'}-{perturbation.name}"
    badge = " :orange-badge[label at risk]" * perturbation.alters_meaning
    title = f"{heading(perturbation.name)}{badge}"
    entry = st.expander(title, opened, key=key, on_change="rerun", type="compact")
    if not entry.open:
        return
    shown = example(perturbation, sentence)
    with entry:
        st.html(entry_html(perturbation, shown))
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
        f'<p class="fl-fact"><code>{escape(perturbation.name)}</code> · {escape(perturbation.cited)}{escape(where)}</p>'
    )
    example_html = f'<p>{escape(perturbation.summary)}</p><p class="fl-text">{_example_html(shown)}</p>'
    others = [(name, find(name).summary) for name in perturbation.names[1:]]
    example_html += "".join(f'<p class="fl-fact"><code>{name}</code>: {escape(said)}</p>' for name, said in others)
    return (
        f'<article class="fl-entry" id="to-{perturbation.name}" aria-label="{escape(heading(perturbation.name))}">'
        f"<div>{example_html}</div><div>{facts}</div></article>"
    )


def _example_html(shown: ShownExample) -> str:
    if shown.rewrite:
        amount = severity_in_words(shown.view.steps[0].severity)
        return f'{inline_html(shown.rewrite)} <span class="fl-fact">({escape(amount)})</span>'
    return f'<span class="fl-fact">{escape(shown.trouble or "Not applicable to this sentence.")}</span>'
