"""Team: who may come in, as what, and the links that invite others."""

import streamlit as st

from pages.ui.shell.people import TEAM, in_team
from pages.ui.shell.session import store
from pages.ui.team.inviting import draw_inviting
from pages.ui.team.people import draw_people, draw_who_decided

store()  # and so nobody comes here but through the door
st.title("Team")
if in_team():
    draw_inviting()
    draw_people()
else:
    st.markdown(
        "Only this machine can open this app, so nobody has to sign in. To require sign-in, stop the app and run:"
    )
    st.code(f"{TEAM}=1 streamlit run app.py", language="bash")
    st.markdown(
        "Then everybody must sign in. The app prints a link for the account of the first researcher. On this page, "
        "researchers invite other people."
    )
    draw_who_decided()
