"""Flinch in the browser: `streamlit run app.py` serves it, and runs this file again for each visit."""

import streamlit as st

if __name__ == "__main__":  # a visit
    from pages.ui.shell.frame import draw

    draw()
else:
    from pages.ui.shell.serving import base, keep_private, lifespan
    from pages.ui.shell.sparing import spare_memory

    keep_private()
    spare_memory()  # before what comes next imports anything
    from starlette.middleware import Middleware

    from pages.ui.desk.served import desk_routes
    from pages.ui.shell.door import Door
    from pages.ui.shell.patience import hurry_heads
    from pages.ui.shell.remember import keeping
    from pages.ui.study.served import study_routes

    hurry_heads()
    door = Middleware(Door, base=base())
    routes = [*desk_routes(base()), *study_routes(base()), keeping(base())]
    app = st.App(__file__, routes=routes, middleware=[door], lifespan=lifespan)
