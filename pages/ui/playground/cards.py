"""The results as one typeset sheet: a name, a text with its marks, and the figures below it. All text is escaped."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import groupby
from math import isnan

from core.metrics.order import dnd, idc
from core.perturbations.registry import find
from core.rewrite import Rewrite
from core.severity import Unit
from core.so_many import so_many
from core.text.entity_tags import followed
from core.text.realised import realised
from data.hints.server import Advice, NewIssue
from pages.ui.playground.results import StepResult
from pages.ui.playground.verdict import LEGEND, Verdicts
from pages.ui.playground.verdict import STYLE as VERDICT_STYLE
from pages.ui.shared.diff import STYLE as DIFF_STYLE
from pages.ui.shared.diff import inline_html
from pages.ui.shared.perturbation_words import heading, severity_in_words

STYLE = (
    DIFF_STYLE
    + VERDICT_STYLE
    + """<style>
.fl-play section{padding:.7rem 0 .55rem;border-top:1px solid rgba(128,136,150,.28)}
.fl-play section:first-of-type{border-top:0;padding-top:0}
.fl-play header{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:0 1rem}
.fl-play header{margin:0 0 .25rem}
.fl-play header h2{font-size:1em;font-weight:600;line-height:1.5;margin:0;padding:0;letter-spacing:0}
.fl-play header span{font-size:.8125rem;color:var(--fl-grey)}
.fl-play .fl-text{margin:0 0 .15rem}
.fl-play .fl-text ins,.fl-play .fl-text del{padding:0}
.fl-play .fl-none{margin:0;color:var(--fl-grey);font-style:italic}
.fl-figures{display:flex;flex-wrap:wrap;gap:.05rem 1rem;margin:0 0 .6rem;padding:0;font-size:.8125rem}
.fl-play .fl-result{display:grid;grid-template-columns:6.5rem minmax(0,1fr);gap:0 1rem}
.fl-play .fl-result>b{font-size:.8125rem;font-weight:600;line-height:1.3;padding-top:.3rem}
@media (max-width:640px){.fl-play .fl-result{grid-template-columns:minmax(0,1fr)}}
.fl-figures span{white-space:nowrap;font-variant-numeric:tabular-nums}
.fl-figures .fl-none{white-space:normal}
.fl-figures+.fl-figures,.fl-figures+.fl-issues{margin-top:-.5rem}
.fl-issues{margin:0 0 .6rem;font-size:.8125rem}
.fl-issues summary{cursor:pointer;white-space:pre-wrap}
.fl-issues ul{margin:.2rem 0 0;padding:0 0 0 1.1rem;color:var(--fl-grey)}
.fl-issues ul li{margin:0;font-size:inherit}
.fl-figures i{font-style:normal;color:var(--fl-grey)}
.fl-tagged{line-height:1.2;margin:.1rem 0 .5rem;display:flex;flex-wrap:wrap;gap:.35rem .5rem}
.fl-tagged span{display:inline-flex;flex-direction:column;align-items:center}
.fl-tagged i{font:500 .6875rem/1.3 sans-serif;color:var(--fl-grey);letter-spacing:.02em}
[data-testid=stMain]:focus-visible::before{box-shadow:none} /* no frame around the page when its key is pressed */
.fl-play{--fl-grey:light-dark(#596275,#98a2b3)}
</style>"""
)
STEP, SINCE = "This step:", "Since the original:"
NOTHING = "Not applicable: nothing to change here."
PASSED = "Not applicable: nothing to change after the earlier steps."
LOST = (
    '<p class="fl-none">The entity tags can’t be carried over, so this perturbation is not applicable to a tagged '
    "sample.</p>"
)


def tag_lines(rewrite: Rewrite, tokens: Mapping[str, Sequence[tuple[str, str]]], entities: tuple[str, ...]) -> str:
    """The perturbed text with the part-of-speech tags known for it, then with the entity tags that followed it."""
    lines = [with_tags(tokens[rewrite.perturbed])] if rewrite.perturbed in tokens else []
    if entities:
        tags = followed(rewrite, entities)
        if tags is None:
            return LOST
        lines.append(with_tags(zip(rewrite.perturbed.split(" "), tags, strict=False)))
    return "".join(f'<p class="fl-tagged">{line}</p>' for line in lines)


def with_tags(tokens: Iterable[tuple[str, str]]) -> str:
    """Each token with its tag below it."""
    return " ".join(f"<span>{escape(text)}<i>{escape(tag)}</i></span>" for text, tag in tokens)


@dataclass(frozen=True, slots=True)
class Extras:
    """What is shown beside the changes, where it is known: advice by (source, perturbed text), tokens by text.

    `measures`: more than the number of edits.
    `verdicts` are what each model says that is asked.
    `entities` are the tags of a tagged sample, one for each of its tokens; () for any other text.
    """

    advice: Mapping[tuple[str, str], Advice] = field(default_factory=dict)
    tokens: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    entities: tuple[str, ...] = ()
    chained: bool = False
    measures: bool = False
    verdicts: tuple[Verdicts, ...] = ()


def sheet(results: Sequence[StepResult], extras: Extras) -> str:
    """All results, those of one perturbation together; needs STYLE."""
    groups = groupby(results, key=lambda result: result.step.perturbation)
    numbered = enumerate(groups, 1)
    sections = "".join(_section(f"{i}. " if extras.chained else "", name, list(g), extras) for i, (name, g) in numbered)
    before = "".join(verdicts.original_html() for verdicts in extras.verdicts)
    before += LEGEND if any(verdicts.measured for verdicts in extras.verdicts) else ""
    original = f"<section>{before}</section>" if before else ""
    return f'<div class="fl-play">{original}{sections}</div>'


def _section(number: str, name: str, results: Sequence[StepResult], extras: Extras) -> str:
    perturbation = find(name)
    body = "".join(_result_html(result, extras) for result in results)
    about = escape(perturbation.author)
    return f"<section><header><h2>{number}{escape(heading(name))}</h2><span>{about}</span></header>{body}</section>"


def _result_html(result: StepResult, extras: Extras) -> str:
    amount = f"<b>{escape(severity_in_words(result.step.severity))}</b>"
    return f'<div class="fl-result">{amount}<div>{_rewrite_html(result, extras)}</div></div>'


def _rewrite_html(result: StepResult, extras: Extras) -> str:
    if result.rewrite is None:
        reason = result.trouble or (PASSED if extras.chained else NOTHING)
        return f'<p class="fl-figures"><span class="fl-none">{escape(reason)}</span></p>'
    marked = result.own or result.rewrite
    text = f'<p class="fl-text">{inline_html(marked)}</p>'
    answers = "".join(verdicts.html(result.rewrite) for verdicts in extras.verdicts)
    figures = _figures(marked, result.rewrite, extras)
    return text + tag_lines(result.rewrite, extras.tokens, extras.entities) + answers + figures


def _figures(marked: Rewrite, rewrite: Rewrite, extras: Extras) -> str:
    """The number of `marked` edits and their measures wanted that have a value here, and the advice on the whole
    rewrite; one that does not apply is left out. In a chain the first are of one step, the advice of all so far."""
    n = len(marked.edits)
    edits = [("edit" if n == 1 else "edits", f"{n}"), *(_measures(marked) if extras.measures else ())]
    advice = extras.advice.get((rewrite.source, rewrite.perturbed))
    hints = [("similarity", _number(advice.similarity, ".2f")), ("grammar", _grammar(advice))] if advice else []
    issues = _issues_html(advice.added) if advice and advice.added else ""
    if not extras.chained:
        return _line_html("", edits + hints) + issues
    return _line_html(STEP, edits) + _line_html(SINCE, hints) + issues


def _line_html(of: str, figures: Sequence[tuple[str, str]]) -> str:
    """The figures that have a value as one line, which begins with what they are `of`; "" where none has."""
    spans = [f"<span>{_figure_html(name, escape(value))}</span>" for name, value in figures if value]
    return f'<p class="fl-figures">{f"<b>{of}</b>" * bool(of)}{"".join(spans)}</p>' if spans else ""


def _figure_html(name: str, value: str) -> str:
    """ "3 edits", "similarity 0.84"."""
    return f"{value} <i>{name}</i>" if name.startswith("edit") else f"<i>{name}</i> {value}"


def _measures(rewrite: Rewrite) -> list[tuple[str, str]]:
    return [
        ("characters", _number(realised(rewrite, Unit.PERCENT_CHARACTERS), ".1f", " %")),
        ("words", _number(realised(rewrite, Unit.PERCENT_WORDS), ".1f", " %")),
        ("IDC", _number(idc(rewrite), ".2f")),
        ("DND", _number(dnd(rewrite), ".2f")),
    ]


def _number(value: float, form: str, unit: str = "") -> str:
    """The number; "" where it is not defined."""
    return "" if isnan(value) else f"{value:{form}}{unit}"


def _grammar(advice: Advice) -> str:
    if advice.added is None:
        return ""
    return so_many(len(advice.added), "new issue") if advice.added else "no new issues"


def _issues_html(issues: Sequence[NewIssue]) -> str:
    """The words that are at issue, each once; opened, the engine's messages."""
    words = ", ".join(dict.fromkeys(f"“{issue.words}”" for issue in issues))
    messages = "".join(f"<li>{escape(message)}</li>" for message in dict.fromkeys(i.message for i in issues))
    return f'<details class="fl-issues"><summary>{escape(words)}</summary><ul>{messages}</ul></details>'
