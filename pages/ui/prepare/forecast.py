"""What the chosen design will give, before anybody works for a quota that can't be reached."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.design import Design
from core.errors import BadInput
from core.perturbations.registry import find
from core.records import Cell
from core.severity import Unit
from core.so_many import so_many
from data.variants.coverage import Coverage, forecast_with_coverage
from data.variants.forecast import Forecast
from data.workspace import Workspace
from pages.ui.prepare.matrix import FEW, PlannedCell, coverage_in_words, details_html, matrix_html
from pages.ui.shared.alike import draw_alike, superfluous
from pages.ui.shared.perturbation_choice import names_of
from pages.ui.shared.perturbation_words import heading, severities_and
from pages.ui.shell.session import store, workspace

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

CARRIED = "The other candidates have the same text as a candidate to judge and take over its decision."
ABOUT = (
    "To judge: new texts that are in no earlier cell, low severities first. The other texts take over the decision "
    "made there. Actual: the mean severity over all samples after perturbing, in edits per sample or percent."
)
ESTIMATED = " All numbers are estimates from some of the samples."
SAME = "“Same as” below a number: nearly all texts are the same as at that severity."


def draw_forecast(design: Design, table: "DeltaGenerator", details: "DeltaGenerator") -> None:
    """How many candidates there will be, how many people will look at, and which quotas are out of reach; the `table`
    of cells and the `details` of each, to open, have places of their own."""
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
    same = superfluous(design.dataset, design.split, [find(name) for name in names_of(design.conditions)])
    table.html(matrix_html(planned, {match.condition: match.lower for match in same}, covered))
    if not all(plan.reaches for plan in planned):
        table.caption(f"{FEW} below the quota of {opened.quota()}")
    with details.expander("Forecast of each cell"):
        st.html(details_html(planned))
        st.caption(ABOUT + ESTIMATED * (not all(forecast.exact for forecast in expected)))
        for name in names_of(design.conditions):
            if share := coverage_in_words(name, covered):
                st.caption(f"{heading(name)} at its highest severity: {share[:1].lower()}{share[1:]}")
        if same:
            st.caption(SAME)
        draw_alike(same, design.conditions)
        for line in skipped(expected):
            st.caption(line)


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
    """ "About 1,960 candidates, 502 to judge. Judge at least 300 to reach the quotas. …", of new candidates alone where
    some exist already."""
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
    least = sum(_least(plan) for plan in planned)
    text += f" Judge at least {_figure(least, exact)} to reach the quotas." if 0 < least < waiting else ""
    return f"{text} {_warning(short, planned)}".strip()


def _least(plan: PlannedCell) -> int:
    """How many texts people must judge for the quota if they keep all; texts that take over a decision need none."""
    carried = plan.new - plan.to_judge
    return min(max(0, plan.cell.left - carried), plan.to_judge + plan.cell.undecided)


def _figure(number: int, exact: bool) -> str:
    """An estimate has two digits that mean something: 8,432 is said as 8,400."""
    return f"{number if exact else float(f'{number:.2g}'):,.0f}"


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
