"""On a telephone the figure comes before the controls: they stand above it elsewhere, and what a cell opens is last."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

CONTROLS, HALVES, OPENED = "heatmap-controls", "heatmap-halves", "heatmap-opened"
_WRAPPER = "[data-testid=stLayoutWrapper]"
STYLE = f"""<style>@media (max-width:640px){{
.st-key-view [role=radiogroup]{{flex-wrap:wrap}}
{_WRAPPER}:has(>[class*=st-key-{CONTROLS}]){{order:1}}
{_WRAPPER}:has(>.st-key-{HALVES}),.st-key-{HALVES},.st-key-{HALVES}>{_WRAPPER},
.st-key-{HALVES} > * > [data-testid=stHorizontalBlock]:has(.js-plotly-plot, .early){{display:contents}}
.st-key-{HALVES} > * > * > [data-testid=stColumn]{{width:100%}}
.st-key-{HALVES} > * > * > [data-testid=stColumn]:last-child,.st-key-{OPENED}{{order:2}}
}}</style>"""


def controls() -> DeltaGenerator:
    """A place for the controls of a view."""
    return st.container(key=CONTROLS)


def figure_and_opened(split: bool) -> tuple[DeltaGenerator, DeltaGenerator]:
    """The place of the figure, and that of what is opened of it: side by side if they are `split` and there is room."""
    with st.container(key=HALVES):
        if not split:
            return st.container(), st.container(key=OPENED)
        figure, opened = st.columns(2, gap="large")
    return figure, opened
