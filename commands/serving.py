"""The command that opens the app."""

import os
import sys

import typer

from data.workspace import PROJECT


def open_app(context: typer.Context) -> None:
    """Open the app in a browser. Options go to Streamlit, such as --server.port=8600; those after -- go to the app."""
    streamlit = [sys.executable, "-P", "-m", "streamlit", "run", str(PROJECT / "app.py")]
    os.execv(sys.executable, [*streamlit, *context.args])
