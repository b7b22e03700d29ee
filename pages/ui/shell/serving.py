"""How the app is served: what it answers beside Streamlit, and what it has ready before the first visit."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from threading import Thread

import streamlit as st
from starlette.routing import Route

from pages.ui.shell.answering import route

DRAWN = "pages.ui.heatmaps"
USED = ("pages.ui.shell.frame", "pages.ui.desk.desk", f"{DRAWN}.views", f"{DRAWN}.leaderboards.boards")


def routes() -> list[Route]:
    """The addresses that are not Streamlit's."""
    return [route(str(st.get_option("server.baseUrlPath") or ""))]


@asynccontextmanager
async def lifespan(app: st.App) -> AsyncIterator[None]:
    """What most visits use is imported while the first browser is still on its way, which would else wait for it."""
    Thread(target=_imported, name="importing", daemon=True).start()
    yield


def _imported() -> None:
    for name in USED:
        import_module(name)
