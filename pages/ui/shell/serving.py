"""How the app is served: what it answers beside Streamlit, and what it has ready before the first visit."""

import os
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from threading import Thread
from time import sleep

import requests
import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from core.errors import BadInput
from core.program import PACKAGE
from data.plugins import load_plugins
from data.workspace import PROJECT
from pages.ui.shell import laptop
from pages.ui.shell.answering import UNDER_WAY
from pages.ui.shell.haste import listen
from pages.ui.shell.people import accounts, for_team, own_address
from pages.ui.shell.press import one_after_another

TRIES = 100  # a tenth of a second each
USED = (
    "pages.ui.desk.desk",
    "pages.ui.study.visit",
    "pages.ui.shell.frame",
    "pages.ui.heatmaps.views",
    "pages.ui.heatmaps.leaderboards.boards",
)


def keep_private() -> None:
    """Let no other user of the machine read what this process and its workers write."""
    os.umask(os.umask(0o077) | 0o077)


def base() -> str:
    """The path at which the app lies, "" for its server's root."""
    return str(st.get_option("server.baseUrlPath") or "")


@asynccontextmanager
async def lifespan(app: st.App) -> AsyncIterator[None]:
    """A browser is opened where there is one, and what most visits use is imported while it is on its way."""
    print(f"\n  Flinch is at {laptop.address()}\n", flush=True)
    _leave_names()
    for begin in (load_plugins, accounts) if for_team() else (load_plugins,):  # accounts: prints the first link
        try:
            begin()
        except BadInput as error:  # the app goes on without it
            print(f"  {error}\n", flush=True)
    if not st.get_option("server.headless"):
        Thread(target=_opened, name="opening", daemon=True).start()
    Thread(target=_imported, name="importing", daemon=True).start()
    # Until a first page was drawn Streamlit runs the files of pages/ by themselves, each then once more inside app.py.
    PagesManager.uses_pages_directory = False
    one_after_another()
    listen()
    yield


def _leave_names() -> None:
    """Where Flinch is a package, no plugin finds its folders by their own names: Streamlit put app.py's on the path."""
    if PACKAGE and str(PROJECT) in sys.path:
        sys.path.remove(str(PROJECT))


def _opened() -> None:
    """Open the app in a browser as soon as it answers; Streamlit leaves that to whoever serves it."""
    asking = requests.Session()
    asking.trust_env = False  # a proxy does not lead to this machine
    for _ in range(TRIES):
        try:
            asking.get(f"{own_address()}/_stcore/health", timeout=1)
        except requests.RequestException:
            sleep(0.1)
        else:
            webbrowser.open(laptop.address_once())
            return


def _imported() -> None:
    for name in USED:
        UNDER_WAY.over()
        import_module(f"{PACKAGE}{name}")
