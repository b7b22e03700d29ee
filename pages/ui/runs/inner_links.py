"""Links within drawn HTML that keep the session: a click goes to the page; they stay links to copy or open aside."""

from urllib.parse import parse_qsl, urlsplit

import streamlit as st

from pages.ui.shell.guard import guarded

_follower = st.components.v2.component(
    "flinch.inner_links",
    js="""
    export default function ({ data, setTriggerValue }) {
      const frame = document.querySelector(`.st-key-${data.frame}`)
      const follow = event => {
        const link = event.target.closest("a[href]")
        if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        setTriggerValue("followed", link.getAttribute("href"))
      }
      frame?.addEventListener("click", follow)
      return () => frame?.removeEventListener("click", follow)
    }
    """,
)


def follow_links(frame: str, *pages: str) -> None:
    """Have a click on a link in the container of this key, drawn before, open that of these pages which the link names,
    by what it asks for."""
    with st.container(key=f"{frame}-follower", height="content"):
        went = _follower(key=f"{frame}-followed", data={"frame": frame}, on_followed_change=_heard).followed
    to = urlsplit(str(went or ""))
    if to.path in pages:
        st.switch_page(f"pages/{to.path}.py", query_params=dict(parse_qsl(to.query)))


@guarded
def _heard() -> None:
    """A click is read where the links are drawn."""
