"""Team: who may come in, as what, and the links that invite others."""

import streamlit as st

from pages.ui.shell.session import store
from pages.ui.team.inviting import draw_inviting
from pages.ui.team.people import draw_people

store()  # and so nobody comes here but through the door
st.title("Team")
draw_people()
draw_inviting()
