"""A workspace made ready for whoever comes without the app: the command line, scripts and notebooks."""

from pathlib import Path

from core.errors import BadInput
from data.demo import ensure_demo
from data.workspace import Workspace


def workspace_to_look_at() -> Workspace:
    """The one that FLINCH_WORKSPACE names, made ready where it can be written, else as it is."""
    try:
        return ready_workspace()
    except BadInput:
        return Workspace.current()


def ready_workspace(folder: str | Path | None = None) -> Workspace:
    """This folder, or else the one that FLINCH_WORKSPACE names: made, with the demo data sets where it was empty.

    Raises BadInput when the place can't be written.
    """
    workspace = Workspace.current() if folder is None else Workspace(Path(folder).expanduser().resolve())
    workspace.prepare()
    ensure_demo(workspace)
    return workspace
