"""Lines of a list that lead somewhere: what it is, as a link, and a word on it."""

from collections.abc import Mapping

import streamlit as st

BAR = 56  # pixels
LINKS = "links-"  # begins the key of a container whose page links are to look like links
STYLE = f"""<style>
[class*=st-key-{LINKS}] .stPageLink p{{text-decoration:underline;text-underline-offset:.2em;white-space:normal}}
[class*=st-key-{LINKS}] .stPageLink a{{padding-left:0;padding-right:0}}
[class*=st-key-{LINKS}row-]{{border-bottom:1px solid rgba(128,136,150,.28);padding:.15rem 0;flex-wrap:nowrap}}
[class*=st-key-{LINKS}row-]>:first-child{{flex:0 1 auto}}
[class*=st-key-{LINKS}row-] .stHorizontalBlock .stText{{min-width:4.2rem;text-align:right}}
[class*=st-key-{LINKS}row-] .stText *{{font-size:.875rem;font-variant-numeric:tabular-nums}}
</style>"""


def draw_link_row(key: str, page: str, label: str, note: str, query: Mapping[str, str], bar: str = "") -> None:
    """A line whose name leads to a page, opened on what the query says, with the HTML of a bar where one is given; draw
    STYLE once on a page that has any."""
    with st.container(
        horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", key=f"{LINKS}row-{key}"
    ):
        st.page_link(f"pages/{page}.py", label=label, query_params=query)
        with st.container(horizontal=True, vertical_alignment="center", width="content", gap="xsmall"):
            if bar:
                st.html(bar, width=BAR)
            st.text(note, width="content")
