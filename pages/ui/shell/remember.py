"""A value kept by this browser across reloads and restarts: a first-party cookie, read back through `st.context`."""

from urllib.parse import quote, unquote

import streamlit as st

SECONDS = 365 * 24 * 3600
_writer = st.components.v2.component(
    "flinch.remember",
    js="""
    export default function ({ data }) {
      const cookie = `${data.name}=${data.value}; path=/; max-age=${data.seconds}; SameSite=Lax`
      if (document.cookie.split("; ").every(kept => kept !== `${data.name}=${data.value}`)) document.cookie = cookie
    }
    """,
)


def remember(name: str, value: str) -> None:
    """Have the browser keep `value` under `name` for a year; "" has it forget."""
    if recalled(name) != value:
        with st.container(key=f"remember-{name}", height="content"):
            _writer(
                key=f"cookie-{name}", data={"name": name, "value": quote(value), "seconds": SECONDS if value else 0}
            )


def recalled(name: str) -> str:
    """What the browser brought along when this session began, else ""."""
    return unquote(st.context.cookies.get(name, ""))
