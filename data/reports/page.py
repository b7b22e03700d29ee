"""The robustness card as one HTML page that needs nothing else: light and dark, on screen and on paper.

Every text is escaped, and the page's own policy forbids scripts and anything from elsewhere.
"""

from collections.abc import Iterable, Iterator
from html import escape
from math import isnan

from core.records import Score
from data.flips.rows import OpenedFlip
from data.html_table import html_table
from data.reports.facts import RunFacts
from data.reports.markdown import (
    COSTS,
    DRAWS,
    DRAWS_HEAD,
    FLIPS,
    agreement_head,
    agreement_in_words,
    changes,
    draws_rows,
    flip_in_words,
    kept_lines,
    lost_rows,
    provenance_lines,
    rows_of,
    score_text,
    tally_row,
    worst_rows,
)
from data.runs.headline import in_words
from data.runs.measures.registry import Compares, Unit, find_metric
from data.shades import BETTER, MOST_LOST, NEITHER, WORSE, mixed, readable

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
STYLE = """
:root{color-scheme:light dark;--line:light-dark(#d5d9e0,#3a404b);--soft:light-dark(#5a6270,#a7afbd)}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
body{color:light-dark(#1b2028,#e8ebf0);background:light-dark(#fff,#14171c)}
h1{line-height:1.2}h2{margin-top:2rem}.soft{color:var(--soft)}.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.5rem 0}
th,td{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
thead th{white-space:normal;overflow-wrap:anywhere;min-width:4.5rem;max-width:9rem;vertical-align:bottom}
th:first-child,td:first-child{text-align:left}th{font-weight:500}
td.cell{print-color-adjust:exact;-webkit-print-color-adjust:exact;border:1px solid var(--line)}
td.few{background:repeating-linear-gradient(135deg,transparent 0 6px,light-dark(#0002,#fff3) 6px 7px)}
.cell small{display:block}h1,p,li{overflow-wrap:anywhere}.flip{white-space:pre-wrap}
del{color:light-dark(#b42318,#ff9c8f)}ins{color:light-dark(#05603a,#7ee2b0)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid var(--line);padding:.6rem;border-radius:6px}
@media print{:root{color-scheme:light}body{margin:0;max-width:none;font-size:11pt}}
@media print{h2,h3{break-after:avoid}tr,.flip{break-inside:avoid}}
"""


def html_card(facts: RunFacts) -> str:
    return _page(f"Robustness of {', '.join(model.name for model in facts.models)}", "".join(_body(facts)))


def _page(title: str, body: str) -> str:
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>"
        f"<h1>{escape(title)}</h1>{body}</main></body></html>\n"
    )


def _body(facts: RunFacts) -> Iterator[str]:
    yield f"<p>{escape(facts.counted)}</p>"
    yield from (f"<p><strong>{escape(line)}</strong></p>" for line in facts.warnings)
    head, note = facts.agreement.capitalize(), agreement_in_words(facts)
    yield f'<h2>{escape(head)}</h2><p class="soft">{escape(note)}</p>{_heatmap(facts)}'
    if lost := lost_rows(facts):
        names = [model.name for model in facts.models]
        yield f'<h2>Loss on perturbed texts</h2><p class="soft">{escape(COSTS.format(in_words(facts.main)))}</p>'
        yield html_table(["perturbation", *names], lost)
    for metric in changes(facts):
        yield f'<h2>{escape(metric.title)}</h2><p class="soft">{escape(metric.told)}</p>'
        yield html_table(agreement_head(facts), rows_of(facts, metric.name))
    yield "<h2>Worst cells</h2>" + html_table(["model", "perturbation", facts.agreement, "n"], worst_rows(facts))
    explained = escape(facts.uncounted or f"{facts.rule.told} {FLIPS}")
    yield f'<h2>Which edits flip predictions</h2><p class="soft">{explained}</p>'
    for by, rows in facts.counted_flips.items():
        yield f"<h3>By {escape(facts.rule.table(by))}</h3>"
        yield html_table(["", "flip rate", "95 %", "flips", "n"], map(tally_row, rows))
    if facts.worst_draws:
        yield f'<h2>Worst of {facts.run.draws} draws</h2><p class="soft">{escape(DRAWS)}</p>'
        yield html_table(DRAWS_HEAD, draws_rows(facts))
    if facts.examples:
        yield "<h2>Flips of the worst cell</h2>" + "".join(map(_example, facts.examples))
    yield f"<h2>Kept by people</h2>{_lines(line.replace(chr(92), '').removeprefix('- ') for line in kept_lines(facts))}"
    yield f"<h2>How the run was made</h2>{_lines(provenance_lines(facts))}<pre>{escape(facts.command)}</pre>"


class Html(str):
    """HTML that a notebook draws."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return self

    def page(self, title: str) -> str:
        """A whole page of it, with its own styles."""
        return _page(title, self)


def heatmap_html(facts: RunFacts, metric: str = "") -> Html:
    """The heatmap of the card alone, or that of another metric, with what it counts."""
    caption = f"{facts.counted} {agreement_in_words(facts, metric)}"
    return Html(f"<p>{escape(caption)}</p>{_heatmap(facts, metric)}")


def _heatmap(facts: RunFacts, metric: str = "") -> str:
    run_metric = find_metric(metric or facts.agreement)
    above = run_metric if run_metric.of is Compares.GOLD else find_metric(facts.main)
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in agreement_head(facts)[1:])
    original = [_cell(facts.score(above.name, model.name), above.unit) for model in facts.models]
    body = _row(f"original, {above.spoken}", original, "")
    for condition in facts.run.conditions:
        scores = [facts.score(run_metric.name, model.name, condition) for model in facts.models]
        few = facts.hardly_changed(condition)
        cells = [_cell(score, run_metric.unit, " few" * few, coloured=not few) for score in scores]
        body += _row(str(condition), cells, facts.stands_on(condition))
    return f'<div class="wide"><table><thead><tr><th></th>{heads}</tr></thead><tbody>{body}</tbody></table></div>'


def _row(name: str, cells: Iterable[str], beside: str) -> str:
    return f'<tr><th scope="row">{escape(name)}</th>{"".join(cells)}<td>{escape(beside)}</td></tr>'


def _cell(score: Score | None, unit: Unit, kind: str = "", coloured: bool = False) -> str:
    if score is None or isnan(score.value):
        return '<td class="cell">–</td>'
    first, *further = score_text(score, unit.times).split("\n")
    value, _, interval = first.partition(" ")
    beside = "".join(f"<small>{line}</small>" for line in (interval, *further) if line)
    papers = shaded(unit, score.value)
    paper, ink = (f"light-dark({','.join(colours)})" for colours in (papers, map(readable, papers)))
    style = f' style="background-color:{paper};color:{ink}"' if coloured else ""
    return f'<td class="cell{kind}"{style}>{value}{beside}</td>'


def shaded(unit: Unit, value: float) -> tuple[str, str]:
    """The colour of a value on light and on dark paper, as the app's heatmaps have it."""
    apart = {Unit.LOST: -100 * value / MOST_LOST, Unit.CHANGE: -value, Unit.SHARE: value}.get(unit, value - 1)
    shades = NEITHER if unit is Unit.SHARE else WORSE if apart < 0 else BETTER
    return mixed(shades.light, abs(apart)), mixed(shades.dark, abs(apart))


def _lines(lines: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"


def _example(example: OpenedFlip) -> str:
    segments = [segment for _, rewrite in example.flip.rewrites for segment in (*rewrite.segments, ("\n", "\n"))]
    text = "".join(
        escape(new) if old == new else f"<del>{escape(old)}</del><ins>{escape(new)}</ins>" for old, new in segments
    )
    return f'<p class="flip"><b>{escape(flip_in_words(example.flip))}</b>\n{text}</p>'
