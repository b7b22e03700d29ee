"""The candidates to expect, perturbation by severity, as a small table: what falls short of the quota is marked."""

from collections.abc import Mapping, Sequence
from html import escape

from core.design import Condition
from core.perturbations.registry import find
from core.rules import rules_of
from core.severity import Severity, Unit
from data.variants.coverage import names_under_each
from data.variants.forecast import Forecast
from pages.ui.shared.html_table import STYLE
from pages.ui.shared.perturbation_choice import bare
from pages.ui.shared.perturbation_words import heading

MARKED = """<style>
.fl-expected{margin:0 0 .6rem}
.fl-table.fl-expected td.fl-few{color:light-dark(#8a3b00,#ffb86b);font-weight:600}
.fl-table.fl-expected th:not(:first-child),.fl-table.fl-expected td{padding:.28rem 0 .28rem .5rem;vertical-align:top}
.fl-table.fl-expected tbody th{line-height:1.3;vertical-align:top}
.fl-table.fl-expected tbody td{font-size:.9375rem}
.fl-table.fl-expected th small{min-width:0}
</style>"""
FEW, SPACE = "▾", "\N{NO-BREAK SPACE}"
UNITS = {
    Unit.PPS: "PPS",
    Unit.PERCENT_CHARACTERS: "percent of characters",
    Unit.PERCENT_WORDS: "percent of words",
    Unit.PROBABILITY: "probability",
    Unit.WORD_CLASS: "word class",
    Unit.CHAIN: "severities",
}


def matrix_html(
    expected: Sequence[Forecast], quota: int, lower: Mapping[Condition, Severity], covered: Mapping[str, float]
) -> str:
    """A table for each unit of severity. `lower` are the severities as which others come out; `covered` the shares of
    samples that rules reach, by name."""
    units = sorted({cell.condition.severity.unit for cell in expected}, key=list(Unit).index)
    tables = (_table([c for c in expected if c.condition.severity.unit is u], quota, lower, covered) for u in units)
    return f'{STYLE}{MARKED}<div class="fl-table fl-expected" tabindex="0">{"".join(tables)}</div>'


def _table(
    cells: Sequence[Forecast], quota: int, lower: Mapping[Condition, Severity], covered: Mapping[str, float]
) -> str:
    severities = sorted({cell.condition.severity for cell in cells})
    found = {cell.condition: cell for cell in cells}
    names = dict.fromkeys(cell.condition.perturbation for cell in cells)
    head = "".join(f'<th scope="col">{escape(bare(severity))}</th>' for severity in severities)
    body = "".join(
        f'<tr><th scope="row" title="{escape(find(name).summary)}">{escape(heading(name))}'
        f"{_coverage(name, covered)}</th>"
        + "".join(_cell(found.get(Condition(name, severity)), quota, lower) for severity in severities)
        + "</tr>"
        for name in names
    )
    head = f'<th scope="col">Candidates at {UNITS[cells[0].condition.severity.unit]}</th>{head}'
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(cell: Forecast | None, quota: int, lower: Mapping[Condition, Severity]) -> str:
    if cell is None:
        return "<td></td>"
    alike = f"<small>as {escape(bare(lower[cell.condition]))}</small>" if cell.condition in lower else ""
    if cell.candidates >= quota:
        return f"<td>{cell.candidates:,}{alike}</td>"
    return f'<td class="fl-few" title="below the quota of {quota}">{FEW} {cell.candidates:,}{alike}</td>'


def _coverage(name: str, covered: Mapping[str, float]) -> str:
    """A line below the name: what each rule set would reach; nothing where there is no choice."""
    percent = {one: f"{100 * covered[one]:.0f}{SPACE}%" for one in names_under_each(name) if one in covered}
    told = ", ".join(f"{rules_of(one)}{SPACE}{share}" for one, share in percent.items())
    return f"<small>Changed: {escape(told)}</small>" if len(percent) > 1 else ""
