"""The list of perturbations; each opens to what it does, to which label, and an example."""

import re
from dataclasses import dataclass
from functools import lru_cache
from html import escape

import streamlit as st

from core.design import Condition
from core.errors import MissingResource
from core.perturbations.registry import Perturbation, every_perturbation, find, is_own
from core.rewrite import Rewrite
from core.rules import IN_WORDS
from pages.ui.perturbations.choice import Groups
from pages.ui.shared.diff import STYLE as DIFF_STYLE
from pages.ui.shared.diff import inline_html
from pages.ui.shared.literal import literally
from pages.ui.shared.perturbation_words import all_severities, heading, severity_in_words
from pages.ui.shared.perturbing import ONE_AT_A_TIME, perturb_text
from pages.ui.shared.view import OURS, View, middle

OPENED = "entries-opened"
WORDS = 3  # of another order, on a line
STYLE = (
    DIFF_STYLE
    + """<style>
.fl-entry{--fl-grey:light-dark(#596275,#98a2b3);display:grid;gap:.5rem}
.fl-entry p{margin:0}
.fl-entry .fl-fact{font-size:.8125rem;line-height:1.5;color:var(--fl-grey)}
.fl-entry .fl-text{margin:.2rem 0 0}
.fl-entry .fl-text ins,.fl-entry .fl-text del{padding:0}
.fl-entry ul{margin:0;padding:0 0 0 1.1rem;font-size:.8125rem;line-height:1.5;color:var(--fl-grey)}
.fl-entry ul li{margin:.15rem 0 0;font-size:inherit}
.fl-entry details>:not(summary){margin-top:.4rem}
.fl-entry summary{cursor:pointer;font-size:.875rem}
[class*=st-key-level-]{display:grid;grid-template-columns:1fr 1fr;grid-auto-flow:dense;gap:.25rem 1.5rem}
[class*=st-key-level-]>:has(details[open]){grid-column:1/-1}
@media (max-width:640px){[class*=st-key-level-]{grid-template-columns:1fr}}
.fl-entry code{font-size:.75rem;background:none;padding:0;color:inherit}
.fl-entry .fl-may{color:inherit;font-weight:500}
.st-key-entries summary{opacity:1}
.st-key-entries summary>span{flex-direction:row-reverse;justify-content:flex-end}
/* a compact opener is too pale to be read as a list, and its arrow stands behind the words */
</style>"""
)
AT_RISK = ":orange[**⚠**]"  # in words it would be most of what the page says
WORD_BEFORE, WORD_AFTER = re.compile(r"\w*$"), re.compile(r"\w*")
SENTENCES = re.compile(r"(?<=\.) (?=[A-Z\"])")
NEEDS_PARSER = ":gray-badge[parser]"
SEEDS = range(20)  # a probability may well change nothing; the first seed that does is shown
LONGER = "She quickly told us that they are happy because the film is great, and we often laughed."


@dataclass(frozen=True, slots=True)
class ShownExample:
    """What a perturbation made of a text: None where it is not applicable; `trouble` says why it can't be tried."""

    view: View
    rewrite: Rewrite | None = None
    trouble: str = ""


def example(perturbation: Perturbation, sentence: str = "") -> ShownExample:
    """An example from this sentence, or for "" from the first of ours that the perturbation can change."""
    if sentence:
        return _made(perturbation.name, sentence)
    shown = _made(perturbation.name, OURS)
    return shown if shown.rewrite or shown.trouble else _made(perturbation.name, LONGER)


@lru_cache(2_000)
def _made(name: str, sentence: str) -> ShownExample:
    step = Condition(name, middle(find(name)))
    views = [View(sentence, (step,), seed) for seed in SEEDS]
    try:
        with ONE_AT_A_TIME:
            for view in views:
                if rewrite := perturb_text(view.text, step, view.seed):
                    return ShownExample(view, rewrite)
    except MissingResource as error:
        return ShownExample(views[0], trouble=str(error))
    return ShownExample(views[0])


def draw_entries(groups: Groups, sentence: str) -> None:
    """A line for each perturbation under its level, two beside each other where there is room, an open one over the
    whole width; one that is alone stands open."""
    alone = sum(map(len, groups.values())) == 1
    before = _opened_before(sentence)
    for level, group in groups.items():
        st.header(level, anchor=False)
        with st.container(key=f"level-{level.replace(' ', '-').lower()}"):
            for perturbation in group:
                _draw_entry(perturbation, sentence, alone, alone or perturbation.name in before)


def _opened_before(sentence: str) -> set[str]:
    """The names of the entries that were open when the sentence became this one.

    Streamlit takes a line with other words for another one, which is as open as it begins.
    """
    of, opened = st.session_state.get(OPENED, (sentence, set()))
    if of != sentence:
        opened = {p.name for p in every_perturbation() if st.session_state.get(_key(p, False))}
    st.session_state[OPENED] = sentence, opened
    return set(opened)


def _key(perturbation: Perturbation, alone: bool) -> str:
    return f"{'found' if alone else 'open'}-{perturbation.name}"


def _draw_entry(perturbation: Perturbation, sentence: str, alone: bool, opened: bool) -> None:
    """The line, with a glimpse of the example; the example, and the link to the playground, when it is open."""
    shown = ShownExample(View("", ())) if is_own(perturbation) else example(perturbation, sentence)
    title = "\u2003".join(filter(None, (heading(perturbation.name), *_seen(perturbation, shown))))
    entry = st.expander(title, opened, key=_key(perturbation, alone), on_change="rerun", type="compact")
    if not entry.open:
        return
    shown = example(perturbation, sentence)
    with entry:
        st.html(entry_html(perturbation, shown))
        if not shown.trouble:
            st.page_link(
                "pages/playground.py",
                label="Try it",
                icon=":material/arrow_forward:",
                icon_position="right",
                query_params=shown.view.address,
            )
        if perturbation.other_rules:
            st.html(rules_html(perturbation))


def _seen(perturbation: Perturbation, shown: ShownExample) -> tuple[str, str]:
    """What a line says of the example and of the label; "" where there is nothing to say."""
    badge = AT_RISK if perturbation.alters_meaning else ""
    if shown.rewrite:
        return f":gray[{literally(glimpse(shown.rewrite))}]", badge
    return NEEDS_PARSER if shown.trouble else "" if is_own(perturbation) else ":gray[no change]", badge


def glimpse(rewrite: Rewrite) -> str:
    """The first change, in whole words: "film → movie", "+ not", "− with"; of another order how the words begin now."""
    source, (start, end, new) = rewrite.source, rewrite.edits[0]
    old = source[start:end]
    if len(old.split()) > 1:
        return f"→ {' '.join(rewrite.perturbed[start:].split()[:WORDS])} …"
    if not (old and new) and (old + new).strip() not in ("", old + new):
        return f"− {old.strip()}" if old else f"+ {new.strip()}"
    before, after = WORD_BEFORE.search(source[:start]), WORD_AFTER.match(source[end:])
    around = (before.group() if before else "", after.group() if after else "")
    return f"{old.join(around)} → {new.join(around)}" if old or any(around) else f"+ {new}"


def entry_html(perturbation: Perturbation, shown: ShownExample) -> str:
    """The row as safe HTML; needs STYLE."""
    altering = ("fl-fact fl-may", "⚠ label at risk: the label may not fit the perturbed text")
    may, label = altering if perturbation.alters_meaning else ("fl-fact", "the label is kept")
    amounts, where = all_severities(perturbation), f" · section {perturbation.section}" * bool(perturbation.section)
    facts = (
        f'<p class="fl-fact">{escape(perturbation.level)} · {escape(amounts)}</p>'
        f'<p class="{may}">{label}</p>'
        f'<p class="fl-fact"><code>{escape(perturbation.name)}</code> · {escape(perturbation.cited)}{escape(where)}</p>'
    )
    example_html = f'<p>{escape(perturbation.summary)}</p><p class="fl-text">{_example_html(shown)}</p>'
    return (
        f'<article class="fl-entry" id="to-{perturbation.name}" aria-label="{escape(heading(perturbation.name))}">'
        f"<div>{example_html}</div><div>{facts}</div></article>"
    )


def rules_html(perturbation: Perturbation) -> str:
    """What the perturbation does by its other rules, folded, a line for each sentence, as safe HTML; needs STYLE."""
    listed = "".join(_rules_html(name) for name in perturbation.names[1:])
    named = ", ".join(IN_WORDS[rules] for rules in perturbation.other_rules)
    return f'<div class="fl-entry"><details><summary>Other rules: {named}</summary>{listed}</details></div>'


def _rules_html(name: str) -> str:
    lines = "".join(f"<li>{escape(line)}</li>" for line in SENTENCES.split(find(name).summary))
    return f'<p class="fl-fact">{escape(heading(name))} · <code>{name}</code></p><ul>{lines}</ul>'


def _example_html(shown: ShownExample) -> str:
    if shown.rewrite:
        amount = severity_in_words(shown.view.steps[0].severity)
        return f'{inline_html(shown.rewrite)} <span class="fl-fact">({escape(amount)})</span>'
    return f'<span class="fl-fact">{escape(shown.trouble or "Not applicable to this sentence.")}</span>'
