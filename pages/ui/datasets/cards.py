"""The data sets of the workspace, and those of the papers' catalogue, as cards."""

from collections.abc import Collection, Sequence

import streamlit as st

from core.records import DatasetCard, Task
from data.datasets.catalogue import Entry, catalogue
from pages.ui.datasets.browser import open_rows
from pages.ui.datasets.changing import draw_changing, draw_deleting
from pages.ui.shared.hub_loading import draw_load_button, loading
from pages.ui.shared.jobs import draw_jobs
from pages.ui.shared.literal import literally
from pages.ui.shell.people import may_see

HELD = "In workspace"
ALIGNED = "<style>[class*=st-key-dataset-]>:last-child{margin-top:auto}</style>"  # the buttons of cards side by side
WHERE = ("All", HELD, "Not in workspace")
TASKS = {
    Task.CLASSIFICATION: "one text, one label",
    Task.PAIR_CLASSIFICATION: "two texts, one label",
    Task.SIMILARITY: "two texts, a similarity",
    Task.TAGGING: "a tag for each token",
}


def draw_cards(cards: Sequence[DatasetCard]) -> None:
    """One card a data set, two beside each other where there is room."""
    st.html(ALIGNED)
    for first in range(0, len(cards), 2):
        for column, card in zip(st.columns(2, gap="medium"), cards[first : first + 2], strict=False):
            with column, st.container(border=True, height="stretch", key=f"dataset-{card.name}", gap="xsmall"):
                _draw_card(card)


def _draw_card(card: DatasetCard) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.header(card.name, anchor=False)
        if card.ours:
            st.badge("demo", icon=":material/edit_note:", color="blue", help="Written by the Flinch project.")
    if card.title and card.title != card.name:
        st.text(card.title)
    st.markdown(f"**{literally(splits_in_words(card))}**")
    st.text(f"{TASKS[card.task].capitalize()}{'. Labels: ' if card.labels else ''}{in_few(card.labels)}")
    if origin := "; ".join(part for part in (card.source, card.licence) if part):
        st.caption(literally(origin))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button("Show rows", key=f"look-{card.name}", on_click=open_rows, args=(card.name,))
        for page in ("prepare", "evaluate"):
            if may_see(page):
                query = {"dataset": card.name}
                st.page_link(f"pages/{page}.py", label=page.capitalize(), query_params=query, width="content")
        if st.button("Edit details", key=f"change-{card.name}", type="tertiary"):
            draw_changing(card)
        if st.button("Delete", key=f"remove-{card.name}", type="tertiary"):
            draw_deleting(card)


def splits_in_words(card: DatasetCard) -> str:
    """ "5,452 train, 500 test (no labels)"."""
    return ", ".join(
        f"{samples:,} {split}{' (no labels)' if split in card.unlabelled else ''}"
        for split, samples in card.splits.items()
    )


def in_few(names: Sequence[str], most: int = 9) -> str:
    """The names with commas between, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def draw_catalogue(here: Collection[str]) -> None:
    """Every entry, those that are here already marked."""
    st.markdown(
        "The data sets of the five papers. To load a data set, Flinch must reach the Hugging Face hub. Without a "
        "network, download a file elsewhere and import it. Flinch contains none of these data sets; check their "
        "licences."
    )
    draw_jobs(("fetch",), newest=3, heading="Loading")
    running = loading()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        words = st.text_input("Search the catalogue", key="catalogue-words", width=320)
        where = st.segmented_control(
            "Show", WHERE, default=WHERE[0], required=True, key="catalogue-where", label_visibility="collapsed"
        )
    entries = [entry for entry in found_in(words) if where == WHERE[0] or (entry.name in here) is (where == HELD)]
    if not entries:
        st.info("No data set matches.")
    columns = st.columns(2, gap="medium")
    for i, entry in enumerate(entries):
        with columns[i % 2], st.container(border=True, key=f"entry-{entry.name}", gap="xsmall"):
            _draw_entry(entry, entry.name in here, entry.name in running)


def found_in(words: str) -> list[Entry]:
    """The entries of the catalogue in whose name, title, labels, task or papers each of these words stands."""

    def text(entry: Entry) -> str:
        papers = (paper.short for paper in entry.papers)
        return " ".join((entry.name, entry.title, TASKS[entry.task], *entry.labels, *papers)).casefold()

    return [entry for entry in catalogue().values() if all(word in text(entry) for word in words.casefold().split())]


def _draw_entry(entry: Entry, here: bool, running: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.header(entry.name, anchor=False)
        if here:
            st.badge(HELD.lower(), icon=":material/check:", color="green")
    st.text(entry.title)
    st.text(f"{TASKS[entry.task].capitalize()}{': ' if entry.labels else ''}{in_few(entry.labels)}")
    papers = "; ".join(paper.short for paper in entry.papers)
    st.caption(f"{papers}. Splits with labels: {', '.join(entry.splits)}. Licence: {entry.licence}.")
    with st.container(horizontal=True, vertical_alignment="center"):
        draw_load_button(entry.name, "Load from the hub", f"load-{entry.name}", here or running)
        st.link_button("Hub page", entry.where, icon=":material/open_in_new:")
