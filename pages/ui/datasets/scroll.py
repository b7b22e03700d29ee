"""Takes the reader to a part of the page, as Streamlit has no way to."""

import streamlit as st

_scroller = st.components.v2.component(
    "flinch.scroll",
    js="""
    export default function ({ data }) {
      if (window.flinchWentTo === data.once) return
      window.flinchWentTo = data.once
      requestAnimationFrame(() => {
        const target = document.querySelector(`.st-key-${data.to}`)
        const heading = target?.querySelector("h1, h2, h3")
        if (!target) return
        target.style.scrollMarginTop = "4rem" // the app's own head lies over the top of the page
        target.scrollIntoView({ block: "start" })
        heading?.setAttribute("tabindex", "-1")
        heading?.focus({ preventScroll: true })
      })
    }
    """,
)


def scroll_to(key: str, once: str) -> None:
    """Scroll to the container of this key, drawn before, and put the focus on its heading; for each `once` one time."""
    with st.container(key=f"scroll-to-{key}", height="content"):
        _scroller(key=f"scroller-{key}", data={"to": key, "once": once})
