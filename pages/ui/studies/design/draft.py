"""The study that is being designed in this session, and what it begins with: a preset, a file or another study."""

import streamlit as st

from core.errors import BadInput
from core.whole_papers import WHOLE_PAPERS
from curation.study.design import StudyDesign
from curation.study.presets import preset
from data.datasets.stored import dataset_cards
from data.study.studies import Studies
from data.study.toml_form import design_of_toml
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import workspace

DRAFT, VERSION = "study-draft", "study-draft-version"
USUAL = "moradi2021"
FILE, OTHER = "study-file", "study-other"


def draft() -> tuple[StudyDesign, int]:
    """The design as it is now, and the number of its version: another one has other widgets."""
    if DRAFT not in st.session_state:
        begin(preset(USUAL, splits_at_hand()))
    return st.session_state[DRAFT], st.session_state[VERSION]


def keep(design: StudyDesign) -> None:
    """Remember what the widgets say."""
    st.session_state[DRAFT] = design


def begin(design: StudyDesign) -> None:
    """Go on with this design instead."""
    st.session_state[DRAFT] = design
    st.session_state[VERSION] = st.session_state.get(VERSION, 0) + 1


def splits_at_hand() -> list[str]:
    """The paper's own data sets where they are there, else all: of each the test split, or the first."""
    cards = {card.name: card for card in dataset_cards(workspace())}
    own = [task.dataset for task in WHOLE_PAPERS["moradi"].tasks if task.dataset in cards]
    names = {name: [*cards[name].splits] for name in own or cards}
    return [f"{name}/{'test' if 'test' in splits else splits[0]}" for name, splits in names.items() if splits]


def all_splits() -> list[str]:
    """Every split of every data set of the workspace."""
    return [f"{card.name}/{split}" for card in dataset_cards(workspace()) for split in card.splits]


def draw_beginning() -> None:
    """A menu: the paper's study, one that is there, or a file."""
    with st.popover("Load a design", icon=":material/draft:"):
        st.caption("This replaces what you typed below.")
        st.button("Study by Moradi & Samwald 2021", on_click=_preset)
        titles = _titles()
        if titles:
            st.selectbox("A study of this workspace", tuple(titles), format_func=titles.__getitem__, key=OTHER)
            st.button("Copy this design", on_click=_copy)
        st.file_uploader("A TOML file", type="toml", key=FILE)
        st.button("Load file", on_click=_read, disabled=st.session_state.get(FILE) is None)


@guarded
def _preset() -> None:
    begin(preset(USUAL, splits_at_hand()))


@guarded
def _copy() -> None:
    begin(Studies(workspace()).open(st.session_state[OTHER]).design)


@guarded
def _read() -> None:
    if file := st.session_state.get(FILE):
        begin(design_of_toml(file.getvalue().decode("utf-8", "replace")))


def _titles() -> dict[str, str]:
    studies, titles = Studies(workspace()), {}
    for id_ in studies.ids():
        try:
            titles[id_] = f"{studies.open(id_).design.title} · {id_[:4]}"
        except BadInput:
            continue  # the selector above has said so
    return titles
