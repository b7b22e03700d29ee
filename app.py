"""Flinch in the browser: `streamlit run app.py` serves it, and runs this file again for each visit."""

import streamlit as st

if __name__ == "__main__":  # a visit
    from pages.ui.shell.frame import draw

    draw()
else:
    from pages.ui.shell.serving import base, lifespan, spare_memory

    spare_memory()  # before what comes next imports anything
    from pages.ui.shell.answering import route
    from pages.ui.study.served import study_routes

    app = st.App(__file__, routes=[route(base()), *study_routes(base())], lifespan=lifespan)
