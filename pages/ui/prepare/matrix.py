"""The candidates to expect, perturbation by severity, as a small table: what falls short of the quota is marked."""

from collections.abc import Mapping, Sequence
from html import escape

from core.design import Condition
from core.rules import Rules, rules_of
from core.severity import Severity
from data.variants.coverage import names_under_each
from data.variants.forecast import Forecast
from pages.ui.shared.severity_matrix import severity_matrix

FEW, SPACE = "▾", "\N{NO-BREAK SPACE}"


def matrix_html(
    expected: Sequence[Forecast], quota: int, lower: Mapping[Condition, Severity], covered: Mapping[str, float]
) -> str:
    """`lower` are the severities as which others come out; `covered` the shares of samples that rules change, by
    name."""
    found = {cell.condition: cell for cell in expected}

    def cell(condition: Condition) -> str:
        candidates = found[condition].candidates
        alike = f"<small>same as {_unbroken(lower[condition])}</small>" if condition in lower else ""
        if candidates >= quota:
            return f"<td>{candidates:,}{alike}</td>"
        return f'<td class="fl-few" title="below the quota of {quota}">{FEW} {candidates:,}{alike}</td>'

    return severity_matrix(list(found), "Candidates", cell, lambda name: coverage_in_words(name, covered))


def _unbroken(severity: Severity) -> str:
    return escape(str(severity)).replace(" ", SPACE)


def coverage_in_words(name: str, covered: Mapping[str, float]) -> str:
    """The share of samples that it changes at its highest severity, and what other rules would; "" without others."""
    chosen, *others = [one for one in names_under_each(name) if one in covered] or [name]
    told = ", ".join(f"{_rules(one)} rules {_percent(covered[one])}" for one in others)
    return f"Changes {_percent(covered[chosen])} of the samples ({told})." if others else ""


def _rules(name: str) -> str:
    rules = rules_of(name)
    return "usual" if rules is Rules.OURS else str(rules)


def _percent(share: float) -> str:
    return f"{100 * share:.0f}{SPACE}%"
