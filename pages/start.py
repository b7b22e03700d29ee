"""Start: what Flinch is, what is here, and what to do next."""

import streamlit as st

from pages.ui.session import store

st.title("Does a model change its mind when the text barely changes?")
store()
