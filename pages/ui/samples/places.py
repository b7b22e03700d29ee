"""The places of the Samples page: the filters above, the grid left and the open text right where there is room."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

HALVES = "samples-halves"
_BLOCK = f".st-key-{HALVES}>*>[data-testid=stHorizontalBlock]"
STYLE = f"""<style>@media (max-width:1099px){{
{_BLOCK}{{flex-direction:column}}
{_BLOCK}>[data-testid=stColumn]{{width:100%;flex:1 1 auto}}
}}</style>"""


def places() -> tuple[DeltaGenerator, DeltaGenerator, DeltaGenerator]:
    """The places of the filters, of the grid, and of the text that is open: the last two beside each other on a screen
    of 1,100 pixels or more, so that the key for the next text shows what it changes."""
    filters = st.container()
    st.html(STYLE)
    with st.container(key=HALVES):
        grid, detail = st.columns(2, gap="medium")
    return filters, grid, detail
