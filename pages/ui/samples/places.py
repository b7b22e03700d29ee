"""The places of the Samples page: the filters above, the grid left and the open text right where there is room."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

HALVES, OPENED = "samples-halves", "samples-opened"
STEPS = "samples-steps"  # on a phone at the foot of the screen, where the open text is out of their sight
_BLOCK = f".st-key-{HALVES}>*>[data-testid=stHorizontalBlock]"
STYLE = f"""<style>@media (max-width:1099px){{
{_BLOCK}{{flex-direction:column}}
{_BLOCK}>[data-testid=stColumn]{{width:100%;flex:1 1 auto}}
.st-key-{OPENED}{{scroll-margin-top:4rem}}
}}
@media (max-width:640px){{.st-key-{STEPS}{{position:fixed;left:0;right:0;bottom:0;z-index:9;flex-wrap:nowrap;
padding:.4rem 1rem;background:light-dark(#fbfbf9,#12151c);border-top:1px solid rgba(128,136,150,.4)}}}}</style>"""


def places() -> tuple[DeltaGenerator, DeltaGenerator, DeltaGenerator, DeltaGenerator]:
    """The places of the filters, of the grid, of the text that is open, and below all of what is as wide as the page.
    The grid and the text stand beside each other on a screen of 1,100 pixels or more, so that the key for the next text
    shows what it changes."""
    filters = st.container()
    st.html(STYLE)
    with st.container(key=HALVES):
        grid, detail = st.columns(2, gap="medium")
    return filters, grid, detail.container(key=OPENED), st.container()
