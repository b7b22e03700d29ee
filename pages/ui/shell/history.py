"""A page that opens is one step for the browser's Back.

The sidebar opens a page without a query, a link with a short one, and the page then says in its address what it shows.
Streamlit makes that a second entry of the browser's history and has no way to replace the first: Back then led to an
address that the page filled in again, and so seemed to do nothing. And where the page is quick, Streamlit notes its
query before its path: an entry of the page before with the query of this one, which nobody ever saw.
"""

import streamlit as st

_one_step = st.components.v2.component(
    "flinch.history",
    js="""
    const SOON = 1000 // milliseconds
    export default function () {
      if (window.flinchHistory) return
      window.flinchHistory = true
      const push = history.pushState
      let touched = false // since the page was opened: what it says of itself then is what somebody chose
      let given, at
      for (const kind of ["pointerdown", "keydown", "click", "input"])
        addEventListener(kind, () => { touched = true }, true)
      history.pushState = (state, title, url) => {
        const to = new URL(url, location.href)
        const same = to.pathname === location.pathname
        const own = same && !(touched && location.search)
        const early = !same && to.search && to.search === location.search && location.href === given
        if (own || (early && performance.now() - at < SOON)) history.replaceState(state, title, url)
        else push.call(history, state, title, url)
        touched = touched && same
        given = same ? location.href : undefined
        at = performance.now()
      }
    }
    """,
)


def one_step_a_page() -> None:
    """Have the browser take what a page that opens says of itself in place of the address that it was opened with."""
    with st.container(key="history", height="content"):
        _one_step(key="history-steps")
