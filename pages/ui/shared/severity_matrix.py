"""A small table with a row for each perturbation and a column for each severity; one for each unit of severity."""

from collections.abc import Callable, Sequence
from html import escape

from core.design import Condition
from core.errors import BadInput
from core.perturbations.registry import find
from core.severity import Severity, Unit
from pages.ui.shared.html_table import STYLE
from pages.ui.shared.perturbation_choice import bare, names_of
from pages.ui.shared.perturbation_words import heading

MATRIX = """<style>
.fl-matrix{margin:0 0 .6rem}
.fl-table.fl-matrix td.fl-few{color:light-dark(#8a3b00,#ffb86b);font-weight:600}
.fl-table.fl-matrix th:not(:first-child),.fl-table.fl-matrix td{padding:.28rem 0 .28rem .5rem;vertical-align:top}
.fl-table.fl-matrix tbody th{line-height:1.3;vertical-align:top}
.fl-table.fl-matrix tbody td{font-size:.9375rem}
.fl-table.fl-matrix th small{min-width:0}
.fl-table.fl-matrix table{max-width:none}
</style>"""
NUMBERS = 60  # percent of the width, in equal columns
UNITS = {
    Unit.PPS: "PPS",
    Unit.PERCENT_CHARACTERS: "percentage of characters",
    Unit.PERCENT_WORDS: "percentage of words",
    Unit.PROBABILITY: "probability",
    Unit.WORD_CLASS: "word class",
    Unit.CHAIN: "severities",
}


def severity_matrix(
    conditions: Sequence[Condition],
    counted: str,
    cell: Callable[[Condition], str],
    more: Callable[[str], str] = lambda name: "",
) -> str:
    """The tables as HTML. `counted` says in their heads what stands in them, `cell` gives a condition's `<td>`, `more`
    what a perturbation's tooltip says besides what it does."""
    units = sorted({condition.severity.unit for condition in conditions}, key=list(Unit).index)
    tables = (_table([c for c in conditions if c.severity.unit is unit], counted, cell, more) for unit in units)
    return f'{STYLE}{MATRIX}<div class="fl-table fl-matrix" tabindex="0">{"".join(tables)}</div>'


def _table(
    conditions: Sequence[Condition], counted: str, cell: Callable[[Condition], str], more: Callable[[str], str]
) -> str:
    severities = sorted({condition.severity for condition in conditions})
    head = "".join(f'<th scope="col">{escape(bare(severity))}</th>' for severity in severities)
    head = f'<th scope="col">{counted} at {UNITS[severities[0].unit]}</th>{head}'
    columns = f'<col style="width:{NUMBERS / len(severities):.1f}%">' * len(severities)
    body = "".join(
        f"<tr>{_name(name, more(name))}{_row(name, severities, conditions, cell)}</tr>" for name in names_of(conditions)
    )
    return f"<table><colgroup><col>{columns}</colgroup><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _name(name: str, more: str) -> str:
    return f'<th scope="row" title="{escape(f"{_about(name)} {more}".strip())}">{escape(heading(name))}</th>'


def _about(name: str) -> str:
    """What it does; "" for a chain, and for one's own perturbation that is not there any more."""
    try:
        return find(name).summary
    except BadInput:
        return ""


def _row(
    name: str, severities: Sequence[Severity], conditions: Sequence[Condition], cell: Callable[[Condition], str]
) -> str:
    row = (Condition(name, severity) for severity in severities)
    return "".join(cell(condition) if condition in conditions else "<td></td>" for condition in row)
