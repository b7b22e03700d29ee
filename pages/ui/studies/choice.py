"""Which study the page is about, or a new one, and which of its parts; all of it stands in the address."""

from collections import Counter
from collections.abc import Mapping, Sequence

import streamlit as st

from core.errors import BadInput
from data.study.studies import Studies
from data.study.study import Study
from pages.ui.shared.address import follow, known, write
from pages.ui.shell.guard import guarded

NEW = "new"
STUDY, TAB, RESULTS = "studies-study", "studies-tab", "studies-results-view"
INVITE = "Invite"
TABS = ("Participants", "Results", INVITE, "Preview", "Manage")
VIEWS = ("Findings", "Quality", "Export")


def choose_study(studies: Studies) -> str:
    """The title with a button beside it; the id of the study that is chosen, `NEW` for none; at first the newest."""
    titles = {**_titles(studies), NEW: "New study"}
    follow(lambda query: _take(query, tuple(titles)))
    if st.session_state.get(STUDY) not in titles:
        st.session_state[STUDY] = next(iter(titles))
    making = st.session_state[STUDY] == NEW
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.title("Studies", width="content")
        if not making:
            st.button("New study", icon=":material/add:", on_click=open_study, args=(NEW,))
    offered = [id_ for id_ in titles if making or id_ != NEW]
    chosen: str = st.selectbox(
        "Study", offered, format_func=titles.__getitem__, key=STUDY, persist_state="session", width=560
    )
    return chosen


def say_in_address(study: str) -> None:
    """Have the address name the study, and of one that is there the tab and the results' view that are open."""
    tab = st.session_state.get(TAB) if study != NEW else None
    view = st.session_state.get(RESULTS) if tab == TABS[1] else None
    write({"study": study, "tab": _spelled(tab, TABS), "view": _spelled(view, VIEWS)})


@guarded
def open_study(id_: str) -> None:
    """Turn to this study, on the whole page: for a callback, of a job's box too, which is a fragment."""
    st.session_state[STUDY] = id_
    st.rerun()


@guarded
def open_tab(name: str) -> None:
    """Turn to this tab of the study, on the whole page: for a callback, of a fragment too."""
    st.session_state[TAB] = name
    st.rerun()


def _take(query: Mapping[str, str], offered: tuple[str, ...]) -> None:
    """What the address asks for; one of a view alone is of the results."""
    study = known(query, "study", offered)
    tab = known(query, "tab", tuple(map(str.casefold, TABS)))
    view = known(query, "view", tuple(map(str.casefold, VIEWS)))
    if study:
        st.session_state[STUDY] = study
    if tab or view:
        st.session_state[TAB] = (tab or TABS[1]).capitalize()
    if view:
        st.session_state[RESULTS] = view.capitalize()


def _spelled(view: str | None, views: Sequence[str]) -> str:
    """The view as an address spells it; "" for the first, which needs no word, and for none."""
    return view.casefold() if view and view != views[0] else ""


def _titles(studies: Studies) -> dict[str, str]:
    """How the selector names each study: with the day it was made, of several such the time too."""
    readable = {id_: study for id_ in studies.ids() if (study := _readable(studies, id_))}
    alike = Counter(map(_day, readable.values()))
    times = {id_: f", {study.register.created:%H:%M:%S}" for id_, study in readable.items() if alike[_day(study)] > 1}
    return {id_: f"{_day(study)}{times.get(id_, '')}" for id_, study in readable.items()}


def _day(study: Study) -> str:
    return f"{study.design.title} · {study.register.created:%-d %b %Y}"


def _readable(studies: Studies, id_: str) -> Study | None:
    """The study, None where it can't be read: that is said."""
    try:
        return studies.open(id_)
    except BadInput as error:
        st.warning(str(error))
        return None
