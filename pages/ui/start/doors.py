"""The three things people come for, each with the pages where it begins."""

from dataclasses import dataclass

import streamlit as st


@dataclass(frozen=True, slots=True)
class Door:
    """What somebody comes for; `pages` are (page, what its link says), the first one first."""

    title: str
    icon: str
    what: str
    pages: tuple[tuple[str, str], ...]


DOORS = (
    Door(
        "Annotate",
        "rate_review",
        "Judge perturbed texts, one key each: keep, relabel or discard. The agreed samples form the curated set.",
        (("curate", "Curate"), ("prepare", "Prepare samples")),
    ),
    Door(
        "Reproduce a paper",
        "menu_book",
        "See what five papers published, make their perturbations of the same data sets, and read your figures beside "
        "theirs.",
        (("heatmaps", "See the heatmaps"), ("datasets", "Get the data sets")),
    ),
    Door(
        "Explore your model",
        "explore",
        "Try every perturbation on any text. Then evaluate a model and read the samples that flipped it.",
        (("playground", "Try the playground"), ("evaluate", "Evaluate a model")),
    ),
)


def draw_doors() -> None:
    """The doors beside each other, or one above the other where there is no room."""
    for column, door in zip(st.columns(len(DOORS), gap="small"), DOORS, strict=True):
        with column, st.container(border=True, height="stretch", gap="small"):
            st.header(f":material/{door.icon}: {door.title}", anchor=False)
            st.text(door.what)
            with st.container(gap="xxsmall"):
                for page, label in door.pages:
                    st.page_link(f"pages/{page}.py", label=label, icon=":material/arrow_forward:")
