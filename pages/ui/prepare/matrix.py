"""The candidates to expect, perturbation by severity, as a small table: what falls short of the quota is marked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import isnan

from core.design import Condition
from core.rules import Rules, rules_of
from core.severity import Severity
from curation.records import CellProgress
from data.variants.coverage import names_under_each
from data.variants.forecast import Forecast
from pages.ui.shared.quota_bars import TOO_FEW
from pages.ui.shared.severity_matrix import severity_matrix

DONE, SPACE = "✓", "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class PlannedCell:
    """What a condition will give, and its cell as it is: `made` of the candidates exist already."""

    forecast: Forecast
    cell: CellProgress
    made: int = 0

    @property
    def new(self) -> int:
        """Candidates that do not exist yet: none where a job looked at as many samples as were asked for."""
        whole = self.made and self.cell.samples >= self.forecast.samples
        return 0 if whole else max(0, self.forecast.candidates - self.made)

    @property
    def to_judge(self) -> int:
        """Those of them whose texts are in no earlier cell, as if their share were that of all candidates."""
        return round(self.new * self.forecast.new_texts / max(1, self.forecast.candidates))

    @property
    def reaches(self) -> bool:
        """Whether the candidates are enough for the quota if people keep all that are left."""
        return self.cell.reachable + self.new >= self.cell.quota

    @property
    def lines(self) -> tuple[str, ...]:
        """ "300 exist" and "420 new", or "complete"; nothing for a cell that will be new."""
        new = (f"{self.new:,} new",) * bool(self.new)
        if self.cell.closed:
            return ("complete", *new)
        return (f"{min(self.made, self.forecast.candidates):,} exist", *new) if self.made else ()


def matrix_html(
    conditions: Sequence[Condition],
    planned: Sequence[PlannedCell],
    covered: Mapping[str, float],
    lower: Mapping[Condition, Severity],
    details: bool = False,
) -> str:
    """A cell for each of the `conditions`; those that are not `planned` are complete. `covered` are the shares of
    samples that rules change, by name. With `details`: what people will judge, the actual severity, and the `lower`
    severity that makes the same texts."""
    by_condition = {plan.forecast.condition: plan for plan in planned}

    def below(plan: PlannedCell) -> Iterator[str]:
        if not details:
            yield from plan.lines[-1:]
            return
        yield from plan.lines
        if plan.forecast.condition in lower:
            yield f"= {lower[plan.forecast.condition]}"
        yield f"judge {plan.to_judge:,}"
        if not isnan(plan.forecast.came_to):
            yield f"actual {plan.forecast.came_to:.1f}"

    def cell(condition: Condition) -> str:
        plan = by_condition.get(condition)
        if plan is None:
            return f"<td>{DONE}<small>complete</small></td>"
        content = f"{plan.forecast.candidates:,}{''.join(f'<small>{_unbroken(line)}</small>' for line in below(plan))}"
        if plan.reaches:
            return f"<td>{content}</td>"
        return f'<td class="fl-few" title="below the quota of {plan.cell.quota}">{TOO_FEW} {content}</td>'

    return severity_matrix(conditions, "Candidates", cell, lambda name: coverage_in_words(name, covered))


def _unbroken(text: str) -> str:
    """With its last words on one line."""
    return SPACE.join(escape(text).rsplit(" ", 1))


def coverage_in_words(name: str, covered: Mapping[str, float]) -> str:
    """The share of samples that it changes at its highest severity, and what other rules would; "" without others."""
    chosen, *others = [ruled_name for ruled_name in names_under_each(name) if ruled_name in covered] or [name]
    shares = ", ".join(f"{_rules(other)} rules {_percent(covered[other])}" for other in others)
    return f"Changes {_percent(covered[chosen])} of the samples ({shares})." if others else ""


def _rules(name: str) -> str:
    rules = rules_of(name)
    return "usual" if rules is Rules.OURS else str(rules)


def _percent(share: float) -> str:
    return f"{100 * share:.0f}{SPACE}%"
