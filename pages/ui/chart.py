"""A grid on the page: the figure, scrolling sideways where the screen is narrow, and what was selected in it."""

import streamlit as st

from pages.ui.grid import Grid, GridCell
from pages.ui.heatmap import heatmap, narrowest, width

CONFIG = {
    "displaylogo": False,
    "displayModeBar": True,
    "modeBarButtons": [["toImage"]],
}


def draw(grid: Grid, key: str = "heatmap", chosen: GridCell | None = None) -> None:
    """Draw the grid."""
    dark = st.context.theme.type == "dark"
    frame = f"{key}-frame"
    st.html(f"<style>.st-key-{frame}{{overflow-x:auto}}.st-key-{frame}>div{{min-width:{narrowest(grid)}px}}</style>")
    with st.container(key=frame, width=width(grid)):
        event = st.plotly_chart(
            heatmap(grid, dark, chosen), theme=None, key=key, on_select="rerun", selection_mode="points", config=CONFIG
        )
    st.write(event)
