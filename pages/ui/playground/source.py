"""The text to play with: typed, or taken from a data set."""

from random import randrange

import streamlit as st

from core.records import Sample
from data.datasets.looking import rows_with, samples_at
from data.datasets.stored import dataset_cards
from pages.ui.playground.state import BESIDE, SECOND, TEXT
from pages.ui.shared.perturbing import at_most
from pages.ui.shared.view import LONGEST
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import workspace

_TAGGED = "playground-tagged"


def choose_text() -> tuple[str, tuple[str, ...]]:
    """(the text, the entity tags of its tokens if it is a tagged sample's)."""
    text = at_most(st.text_area("Text", height=90, key=TEXT) or "", LONGEST)
    of, tags = st.session_state.get(_TAGGED, ("", ()))
    return text, tags if of == text else ()


def offer_texts() -> None:
    """A button that opens the rows of the data sets, to take a text from."""
    with st.popover("Choose a text", icon=":material/table_rows:"):
        cards = {card.name: card for card in dataset_cards(workspace()) if card.splits}
        if not cards:
            st.caption("There are no data sets yet; import one on the Data sets page.")
            return
        card = cards[st.selectbox("Data set", tuple(cards), key="playground-dataset")]
        split = st.selectbox("Split", tuple(card.splits), key=f"playground-split-{card.name}")
        words = st.text_input("Search texts", key=f"playground-words-{card.name}-{split}").strip()
        rows = rows_with(workspace(), card.name, split, words) if words else range(card.splits[split])
        if not len(rows):
            st.caption("No text was found.")
            return
        with st.container(horizontal=True, vertical_alignment="bottom"):
            key, many = f"playground-row-{card.name}-{split}-{words}", len(rows)
            at = st.number_input(f"{'Text found' if words else 'Row'} (of {many:,})", 1, many, key=key, width=150)
            st.button("Random", icon=":material/shuffle:", on_click=_pick, args=(key, many))
        for sample in samples_at(workspace(), card.name, split, [int(rows[int(at) - 1])]):
            _offer(sample)


def choose_pair(wanted: bool) -> tuple[str, bool]:
    """(the other text of a pair, whether the edited one is the second); to be typed where a model `wanted` it."""
    if not wanted and not st.session_state[BESIDE]:
        return "", False
    beside = st.text_area("Other text of the pair, not edited", height=68, key=BESIDE) or ""
    second = st.toggle(
        "The other text comes first", key=SECOND, help="The model reads the other text before the edited text."
    )
    return at_most(beside, LONGEST), second


@guarded
def _pick(key: str, many: int) -> None:
    st.session_state[key] = randrange(many) + 1


def _offer(sample: Sample) -> None:
    for field in sample.fields:
        with st.container(border=True, gap="xsmall"):
            st.caption(field.name + (f", labelled {sample.label}" if sample.label else ""))
            st.text(field.text)
            st.button("Use this text", key=f"use-{field.name}", on_click=_take, args=(sample, field.name))


@guarded
def _take(sample: Sample, name: str) -> None:
    """Take the field of this name; of a pair the other text stands beside it."""
    texts = {field.name: field.text for field in sample.fields}
    st.session_state[TEXT] = texts[name]
    st.session_state[_TAGGED] = (texts[name], sample.tags)
    st.session_state[BESIDE] = next((text for other, text in texts.items() if other != name), "")
    st.session_state[SECOND] = name != sample.fields[0].name
