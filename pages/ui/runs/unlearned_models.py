"""What people must know of a run before they read its figures."""

from collections.abc import Sequence

import streamlit as st

from core.so_many import so_many
from data.runs.files import RunCard, newest_file
from data.runs.measures.unlearned import unlearned
from data.runs.measures.unread import unread
from data.runs.scores import run_card
from data.workspace import Workspace
from pages.ui.shared.literal import literally
from pages.ui.shell.session import workspace

OPEN = 3  # lines that stand open
UNREAD = ":material/warning: Some changes are invisible to a model"


def warn_of_unlearned(card: RunCard, models: Sequence[str] = (), of: str = "", whole: bool = False) -> None:
    """A line for each of these models (() for all) that gives every original text the same answer; `of` leads it.

    One line more where a model reads no change in many of the texts that were changed: which model is in its tip, or
    with `whole` in lines of their own. Many lines are folded in, so that figures are not far below.
    """
    lead = f"{of}: " if of else ""
    warnings, unseen = _unlearned(workspace(), card.id, newest_file(workspace().runs / card.id), tuple(models))
    if whole:
        warnings = [*warnings, *unseen]
    elif unseen:
        st.caption(
            f"{UNREAD}{f' ({literally(of)})' if of else ''}", help=literally("  \n".join(unseen)), width="content"
        )
    captions = [f":material/warning: {literally(lead + line)}" for line in warnings]
    for caption in captions[:OPEN]:
        st.caption(caption)
    if folded := captions[OPEN:]:
        with st.expander(f"{so_many(len(folded), 'more model')} with such a warning", type="compact"):
            for caption in folded:
                st.caption(caption)


@st.cache_data(max_entries=64, show_spinner=False)
def _unlearned(home: Workspace, run_id: str, newest: int, models: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """What to know of models that learnt nothing, and of those that read no change.

    Made again only when a file of the run is `newest`.
    """
    card = run_card(home, run_id)
    return unlearned(home, card, models), unread(home, card, models)
