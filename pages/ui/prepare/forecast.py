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
    opened, made = store(), store().made_with(design.seed)
    planned = []
    for one in expected:
        cell = Cell(design.dataset, design.split, *one.condition)
        planned.append(PlannedCell(one, opened.progress(cell), made.get(cell, 0)))
    st.markdown(summary(planned), help=CARRIED)
    same = superfluous(design.dataset, design.split, [find(name) for name in names_of(design.conditions)])
    table.html(matrix_html(planned, {one.condition: one.lower for one in same}, covered))
    if not all(one.reaches for one in planned):
        table.caption(f"{FEW} below the quota of {opened.quota()}")
    with details.expander("Forecast of each cell"):
        st.html(details_html(planned))
        st.caption(ABOUT + ESTIMATED * (not all(one.exact for one in expected)))
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
    found = dict[tuple[str, Unit, str], list[float | str]]()
    for cell in expected:
        if cell.skipped:
            name, severity = cell.condition
            found.setdefault((name, severity.unit, cell.skipped), []).append(severity.value)
    return [f"{heading(name)}, {severities_and(of, unit)}: {why}." for (name, unit, why), of in found.items()]


def summary(planned: Sequence[PlannedCell]) -> str:
    """ "About 1,960 candidates, 502 to judge. Judge at least 300 to reach the quotas. …", of new candidates alone where
    some exist already."""
    made = sum(one.made for one in planned)
    candidates, new = sum(one.new for one in planned), sum(one.to_judge for one in planned)
    exact = all(one.forecast.exact for one in planned)
    short = [one for one in planned if not one.reaches]
    if made and not candidates:
        return f"All {so_many(made, 'candidate')} exist already. {_warning(short, planned)}".strip()
    said = f"**{_figure(candidates, exact)} {'new ' * bool(made)}candidates**"
    if new < candidates:
        said += f", **{_figure(new, exact)} to judge**"
    said = said if exact else f"about {said}"
    said = f"{said[0].upper()}{said[1:]}."
    said += f" {made:,} exist already." * bool(made)
    waiting = new + sum(one.cell.undecided for one in planned if not one.cell.closed)
    least = sum(_least(one) for one in planned)
    said += f" Judge at least {_figure(least, exact)} to reach the quotas." if 0 < least < waiting else ""
    return f"{said} {_warning(short, planned)}".strip()


def _least(one: PlannedCell) -> int:
    """How many texts people must judge for the quota if they keep all; texts that take over a decision need none."""
    carried = one.new - one.to_judge
    return min(max(0, one.cell.left - carried), one.to_judge + one.cell.undecided)


def _figure(number: int, exact: bool) -> str:
    """An estimate has two digits that mean something: 8,432 is said as 8,400."""
    return f"{number if exact else float(f'{number:.2g}'):,.0f}"


def _warning(short: Sequence[PlannedCell], planned: Sequence[PlannedCell]) -> str:
    if not short:
        return ""
    quotas = {one.cell.quota for one in short}
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
