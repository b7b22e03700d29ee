"""What the chosen design will give, before anybody works for a quota that can't be reached."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.design import Condition, Design
from core.errors import BadInput
from core.perturbations.registry import broader, find
from core.records import Cell
from core.severity import Unit
from core.so_many import so_many
from data.variants.coverage import Coverage, forecast_with_coverage
from data.variants.forecast import Forecast
from data.workspace import Workspace
from pages.ui.prepare.form import KEYS
from pages.ui.prepare.matrix import PlannedCell, coverage_in_words, matrix_html
from pages.ui.shared.alike import draw_alike, superfluous
from pages.ui.shared.chosen_steps import take_steps
from pages.ui.shared.perturbation_choice import names_of
from pages.ui.shared.perturbation_words import heading, severities_and, words
from pages.ui.shared.quota_bars import TOO_FEW
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store, workspace

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

CARRIED = "The other candidates have the same text as a candidate to judge and take over its decision."
ABOUT = (
    "Judge: new texts that are in no earlier cell, low severities first. The other texts take over the decision "
    "made there. Actual: the mean severity over all samples after perturbing, in edits per sample or percent."
)
ESTIMATED = " All numbers are estimates from some of the samples."
AFTER_TABLE = """<style>
@media (max-width:640px){[data-testid=stLayoutWrapper]:has(>.st-key-prepare-expected){order:1}}
</style>"""


def draw_forecast(design: Design, conditions: Sequence[Condition], table: "DeltaGenerator") -> None:
    """How many candidates there will be, how many people will look at, and which quotas are out of reach; the `table`
    of all `conditions`, with details on request, has a place of its own."""
    stored = (workspace().datasets / design.dataset).stat().st_mtime_ns
    try:
        expected, covered = _forecast(workspace(), stored, design)
    except BadInput as error:
        st.warning(str(error))
        return
    opened, existing = store(), store().made_with(design.seed)
    planned = []
    for forecast in expected:
        cell = Cell(design.dataset, design.split, *forecast.condition)
        planned.append(PlannedCell(forecast, opened.progress(cell), existing.get(cell, 0)))
    st.markdown(summary(planned), help=CARRIED)
    _offer_broader(planned, covered, conditions)
    same = superfluous(design.dataset, design.split, [find(name) for name in names_of(design.conditions)])
    lower = {match.condition: match.lower for match in same if match.condition in design.conditions}
    with table:
        matrix = st.container()
        if not all(plan.reaches for plan in planned):
            st.caption(f"{TOO_FEW} below the quota of {opened.quota()}")
        details = st.toggle("Details", key="prepare-details", persist_state="session")
        matrix.html(matrix_html(conditions, planned, covered, lower, details))
        if details:
            st.caption(ABOUT + ESTIMATED * (not all(forecast.exact for forecast in expected)))
            for name in names_of(design.conditions):
                if share := coverage_in_words(name, covered):
                    st.caption(f"{heading(name)} at its highest severity: {share[:1].lower()}{share[1:]}")
            for severity in list(lower.values())[:1]:
                st.caption(f"“= {severity}”: nearly all texts are the same as at {severity}.")
            draw_alike(same, design.conditions)
            for line in skipped(expected):
                st.caption(line)


def _offer_broader(planned: Sequence[PlannedCell], covered: Coverage, conditions: Sequence[Condition]) -> None:
    """A button for each perturbation that is too rare here and has rules under which it reaches the quota."""
    short = {plan.forecast.condition.perturbation: plan for plan in planned if not plan.reaches}
    for name, plan in short.items():
        broad = broader(name)
        about = covered.get(broad, 0) * plan.forecast.samples
        if about >= plan.cell.quota:
            label = f"Use {words(broad)}: about {_figure(about, exact=False)} per cell"
            st.button(label, key=f"use-{broad}", on_click=_use, args=(broad, name, conditions))


@guarded
def _use(broad: str, instead_of: str, conditions: Sequence[Condition]) -> None:
    """Choose the same severities of another name."""
    steps = (Condition(broad if name == instead_of else name, severity) for name, severity in conditions)
    take_steps(list(dict.fromkeys(steps)), KEYS)


def skipped(expected: Sequence[Forecast]) -> list[str]:
    """Why words were put into no more samples, equal reasons of a perturbation in one line: "Synonym replacement, PPS 1
    and 2: 13 of 187 …"."""
    by_reason = dict[tuple[str, Unit, str], list[float | str]]()
    for cell in expected:
        if cell.skipped:
            name, severity = cell.condition
            by_reason.setdefault((name, severity.unit, cell.skipped), []).append(severity.value)
    return [f"{heading(name)}, {severities_and(of, unit)}: {why}." for (name, unit, why), of in by_reason.items()]


def summary(planned: Sequence[PlannedCell]) -> str:
    """ "About 1,960 candidates, 502 to judge. For the quotas of these 4 cells, judge about 400 (at least 300). …", of
    new candidates alone where some exist already."""
    made = sum(plan.made for plan in planned)
    candidates, new = sum(plan.new for plan in planned), sum(plan.to_judge for plan in planned)
    exact = all(plan.forecast.exact for plan in planned)
    short = [plan for plan in planned if not plan.reaches]
    if made and not candidates:
        return f"All {so_many(made, 'candidate')} exist already. {_warning(short, planned)}".strip()
    text = f"**{_figure(candidates, exact)} {'new ' * bool(made)}candidates**"
    if new < candidates:
        text += f", **{_figure(new, exact)} to judge**"
    text = text if exact else f"about {text}"
    text = f"{text[0].upper()}{text[1:]}."
    text += f" {made:,} exist already." * bool(made)
    waiting = new + sum(plan.cell.undecided for plan in planned if not plan.cell.closed)
    least = sum(_looks(plan, plan.cell.left) for plan in planned)
    about = sum(_looks(plan, plan.cell.expected_to_check or plan.cell.left) for plan in planned)
    if 0 < least < waiting:
        judge = f"at least {_figure(least, exact)}"
        if _rounded(about) > (least if exact else _rounded(least)):
            judge = f"about {_figure(about, exact=False)} ({judge})"
        quotas = f"the quotas of these {len(planned)} cells" if len(planned) > 1 else "the quota"
        text += f" For {quotas}, judge {judge}."
    return f"{text} {_warning(short, planned)}".strip()


def _looks(plan: PlannedCell, needed: int) -> int:
    """How many of the `needed` texts people must judge; texts that take over a decision need none."""
    carried = plan.new - plan.to_judge
    return min(max(0, needed - carried), plan.to_judge + plan.cell.undecided)


def _figure(number: float, exact: bool) -> str:
    return f"{number if exact else _rounded(number):,.0f}"


def _rounded(number: float) -> float:
    """An estimate has three digits that mean something: 8,432 is said as 8,430."""
    return float(f"{number:.3g}")


def _warning(short: Sequence[PlannedCell], planned: Sequence[PlannedCell]) -> str:
    if not short:
        return ""
    quotas = {plan.cell.quota for plan in short}
    quota = f"the quota of {quotas.pop():,}" if len(quotas) == 1 else "their quotas"
    todo = "lower the quota on Progress, or choose another split or more samples"
    if len(planned) == 1:
        return f"These candidates are too few for {quota}; {todo}."
    which = "No cell" if len(short) == len(planned) else f"{len(short)} of {len(planned)} cells"
    can = "can reach" if len(short) == len(planned) else "can't reach"
    return f"{which} {can} {quota}; {todo}."


@st.cache_data(show_spinner="Perturbing some samples …", max_entries=24)
def _forecast(_workspace: Workspace, stored: int, design: Design) -> tuple[tuple[Forecast, ...], Coverage]:
    """Kept for as long as the data set is what it was, which `stored` says: the time of its last change."""
    return forecast_with_coverage(_workspace, design)
