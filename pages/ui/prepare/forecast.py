"""What the chosen design will give, before anybody works for a quota that can't be reached."""

from math import isnan

import streamlit as st

from core.design import Design
from core.errors import BadInput
from core.perturbations.registry import find
from data.variants.coverage import Coverage, forecast_with_coverage
from data.variants.forecast import Forecast
from data.workspace import Workspace
from pages.ui.prepare.matrix import FEW, coverage_in_words, matrix_html
from pages.ui.shared.alike import draw_alike, superfluous
from pages.ui.shared.html_table import draw_table
from pages.ui.shared.perturbation_choice import names_of
from pages.ui.shared.perturbation_words import condition_in_words, heading, mean_in_words
from pages.ui.shell.session import store, workspace

CARRIED = "The other candidates have the same text as a candidate to judge and take over its decision."
SAME = "“Same as” below a number: nearly all texts are the same as at that severity."


def draw_forecast(design: Design, details: "st.delta_generator.DeltaGenerator") -> None:
    """How many candidates each cell will have, how many people will look at, and which quotas are out of reach; the
    `details` of each cell, to open, have a place of their own."""
    stored = (workspace().datasets / design.dataset).stat().st_mtime_ns
    try:
        expected, covered = _forecast(workspace(), stored, design)
    except BadInput as error:
        st.warning(str(error))
        return
    quota = store().quota()
    st.markdown(summary(expected, quota), help=CARRIED)
    same = superfluous(design.dataset, design.split, [find(name) for name in names_of(design.conditions)])
    st.html(matrix_html(expected, quota, {one.condition: one.lower for one in same}, covered))
    if any(cell.candidates < quota for cell in expected):
        st.caption(f"{FEW} below the quota of {quota}")
    with details.expander("Forecast of each cell"):
        header = ["Cell", "Actual severity", "Candidates", "To judge", f"Quota of {quota}"]
        draw_table("Expected", header, [_line(cell, quota) for cell in expected])
        st.caption(
            "Actual severity: the mean over all samples after perturbing. To judge: texts that are in no cell above. "
            "The other texts take over the decision made there."
        )
        for name in names_of(design.conditions):
            if share := coverage_in_words(name, covered):
                st.caption(f"{heading(name)} at its highest severity: {share[:1].lower()}{share[1:]}")
        if same:
            st.caption(SAME)
        draw_alike(same, design.conditions)
        for cell in expected:
            if cell.skipped:
                st.caption(f"{heading(cell.condition.perturbation)}, {cell.condition.severity}: {cell.skipped}.")


def summary(expected: tuple[Forecast, ...], quota: int) -> str:
    """ "About 1,960 candidates, 502 to judge. Judge at least 300 to reach the quotas. …"."""
    candidates, new = (sum(n) for n in zip(*((cell.candidates, cell.new_texts) for cell in expected), strict=True))
    carried = (cell.candidates - cell.new_texts for cell in expected)  # may fill a quota without a look
    least = sum(min(max(0, quota - n), cell.new_texts) for n, cell in zip(carried, expected, strict=True))
    exact = all(cell.exact for cell in expected)
    said = f"**{_figure(candidates, exact)} candidates**"
    if new < candidates:
        said += f", **{_figure(new, exact)} to judge**"
    said = said if exact else f"about {said}"
    short = [cell for cell in expected if cell.candidates < quota]
    said = f"{said[0].upper()}{said[1:]}."
    said += f" Judge at least {_figure(least, exact)} to reach the quotas." if 0 < least < new else ""
    return f"{said} {_warning(short, len(expected), quota)}".strip()


def _figure(number: int, exact: bool) -> str:
    """An estimate has two digits that mean something: 8,432 is said as 8,400."""
    return f"{number if exact else float(f'{number:.2g}'):,.0f}"


def _warning(short: list[Forecast], cells: int, quota: int) -> str:
    if not short:
        return ""
    todo = "lower the quota on Progress, or choose another split or more samples"
    if cells == 1:
        return f"These candidates are too few for the quota of {quota}; {todo}."
    which = "No cell" if len(short) == cells else f"{len(short)} of {cells} cells"
    can = "can reach" if len(short) == cells else "can't reach"
    return f"{which} {can} the quota of {quota}; {todo}."


def _line(cell: Forecast, quota: int) -> list[str]:
    about = "" if cell.exact else "about "
    share = f"{about}{cell.candidates:,} of {cell.samples:,}"
    return [
        condition_in_words(cell.condition),
        "" if isnan(cell.came_to) else mean_in_words(cell.came_to, cell.condition.severity.unit),
        share,
        f"{about}{cell.new_texts:,}",
        "can't be reached" if cell.candidates < quota else "can be reached",
    ]


@st.cache_data(show_spinner="Perturbing some samples …", max_entries=24)
def _forecast(_workspace: Workspace, stored: int, design: Design) -> tuple[tuple[Forecast, ...], Coverage]:
    """Kept for as long as the data set is what it was, which `stored` says: the time of its last change."""
    return forecast_with_coverage(_workspace, design)
