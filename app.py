"""Flinch in the browser: `streamlit run app.py` serves it, and runs this file again for each visit."""

import streamlit as st

if __name__ == "__main__":  # a visit
    from pages.ui.shell.frame import draw

    draw()
else:
    from pages.ui.shell.serving import lifespan, routes, spare_memory

    spare_memory()
    app = st.App(__file__, routes=routes(), lifespan=lifespan)
