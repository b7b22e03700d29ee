"""The four things people come for, each with the pages where it is done."""

from dataclasses import dataclass

import streamlit as st

from pages.ui.shell.navigation import PAGES

TITLES = dict(PAGES)


@dataclass(frozen=True, slots=True)
class Door:
    """What somebody comes for, and the pages where it is done, the first one first."""

    title: str
    icon: str
    what: str
    pages: tuple[str, ...]


DOORS = (
    Door(
        "Data",
        "database",
        "Import texts and try perturbations.",
        ("datasets", "perturbations", "playground"),
    ),
    Door(
        "Curate",
        "rate_review",
        "Keep, relabel or discard perturbed texts.",
        ("prepare", "curate", "progress"),
    ),
    Door(
        "Evaluate",
        "monitoring",
        "Measure models and compare them with the results of five papers.",
        ("evaluate", "experiments", "heatmaps", "flips", "samples"),
    ),
    Door("Ask", "forum", "Ask participants whether they still understand perturbed texts.", ("studies",)),
)


STYLE = """<style>
[class*=st-key-door-] h2{padding-top:0}
[class*=st-key-door-] .stPageLink a{padding-left:0}
</style>"""


def draw_doors() -> None:
    """The doors beside each other, or one above the other where there is no room."""
    st.html(STYLE)
    for column, door in zip(st.columns(len(DOORS), gap="small"), DOORS, strict=True):
        with column, st.container(border=True, height="stretch", gap="small", key=f"door-{door.title}"):
            st.header(f":material/{door.icon}: {door.title}", anchor=False)
            st.text(door.what)
            with st.container(gap="xxsmall"):
                for page in door.pages:
                    st.page_link(f"pages/{page}.py", label=TITLES[page], icon=":material/arrow_forward:")
