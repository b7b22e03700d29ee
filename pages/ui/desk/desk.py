"""The review desk: a component that paints the next sample by itself and sends its decisions as one outbox.

The page says who sits before which cell, and runs again only when somebody asks for another one. All else goes between
browser and server without it (`served.py`): each message holds the whole outbox, and decisions carry ids made in the
browser, so that what is stored, acknowledged and shown is read from the outbox and the database, never counted along
the way.
"""

from secrets import token_urlsafe

import streamlit as st

from core.records import Cell
from pages.ui.desk.served import ADDRESS, HEADER, NONE, PROGRAM, ChosenSamples, DeskConnection
from pages.ui.desk.session import place_of
from pages.ui.shared.cell_choice import CELL
from pages.ui.shell.guard import guarded
from pages.ui.shell.people import in_team

KEY, WINDOW = "desk", "desk-window"
MOUNTED = st.components.v2.component(
    "flinch.desk",
    js="""
    export default component => {
      const program = new URL(component.data.program, location.href.replace(/[/]+(?=$|[?#])/, ""))
      let close
      import(program.href).then(({ default: start }) => (close = start(component)))
      return () => close?.()
    }
    """,
)


@st.fragment
@guarded
def desk(cell: Cell, annotator: str, first: ChosenSamples = NONE) -> None:
    """Draw the desk for this cell, these samples `first`; when the person asks for another cell, its id is put in the
    session under CELL."""
    if st.session_state.get(CELL) != cell.id:
        st.rerun()

    def leave() -> None:
        st.session_state[CELL] = str(st.session_state[KEY]["goto"])

    window = st.session_state.setdefault(WINDOW, token_urlsafe(16))
    seating = DeskConnection(window, cell, annotator, st.context.timezone_offset or 0, in_team(), first)
    MOUNTED(
        key=KEY,
        data={  # strings alone: for what is in another dictionary Streamlit would import pandas
            "program": PROGRAM.address,
            "address": ADDRESS,
            "header": HEADER,
            "seat": seating.key,
            "place": place_of(annotator),
        },
        on_goto_change=guarded(leave),
    )
