"""The study that is being designed in this session: it begins with a preset, a file or a study that is there."""

import streamlit as st

from core.whole_papers import WHOLE_PAPERS
from curation.study.design import StudyDesign
from curation.study.presets import preset
from data.datasets.stored import dataset_cards
from data.study.toml_form import design_of_toml
from pages.ui.shell.session import workspace

DRAFT, VERSION = "study-draft", "study-draft-version"
USUAL = "moradi2021"


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


def begin_with_file(content: bytes) -> None:
    """Go on with the design in a TOML file; raises BadInput where that is none."""
    begin(design_of_toml(content.decode("utf-8", "replace")))


def splits_at_hand() -> list[str]:
    """The paper's own data sets where they are there, else all: of each the test split, or the first."""
    cards = {card.name: card for card in dataset_cards(workspace())}
    own = [task.dataset for task in WHOLE_PAPERS["moradi"].tasks if task.dataset in cards]
    names = {name: [split.name for split in cards[name].splits] for name in own or cards}
    return [f"{name}/{'test' if 'test' in splits else splits[0]}" for name, splits in names.items() if splits]


def all_splits() -> list[str]:
    """Every split of every data set of the workspace."""
    return [f"{card.name}/{split.name}" for card in dataset_cards(workspace()) for split in card.splits]
