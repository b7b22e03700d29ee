"""A user's own perturbations and models: code that FLINCH_PLUGINS names, and nothing else has loaded.

The variable lists, as PATH does, files of Python, installed packages that have entry points of the group `flinch`, and
`workspace`, which is the file `flinch_plugins.py` there. App, commands, scripts and the workers on this machine load
them alike, with all the rights of whoever starts Flinch.
"""

import os
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import module_from_spec, spec_from_file_location
from itertools import accumulate
from pathlib import Path

from core.errors import BadInput
from core.identity import content_id
from data.digests import digest
from data.workspace import Workspace

SETTING, GROUP, MODULE = "FLINCH_PLUGINS", "flinch", "flinch_plugin_"
IN_WORKSPACE, FILE = "workspace", "flinch_plugins.py"
DIGITS = 12  # of a digest


@dataclass(frozen=True, slots=True)
class Plugin:
    """What was loaded: a file's path and the beginning of its SHA-256; or a package, its version and files' digest."""

    name: str
    digest: str
    modules: frozenset[str]
    """The first part of the names of its modules."""


def load_plugins(workspace: Workspace | None = None) -> tuple[Plugin, ...]:
    """Load what is named and not loaded yet; all of it. Raises BadInput for what can't be.

    `workspace` is the one whose file is meant. Paths are written whole into the variable, for processes that start in
    another folder.
    """
    listed = [name for name in os.environ.get(SETTING, "").split(os.pathsep) if name]
    whole = [_absolute_name(name, workspace or Workspace.current()) for name in listed]
    if whole != listed:
        os.environ[SETTING] = os.pathsep.join(whole)
    return tuple(_file(Path(name)) if _is_path(name) else _package(name) for name in whole)


def plugin_versions() -> dict[str, str]:
    """Each plugin's digest by its name, as cards have it; files of one name from several folders are numbered."""
    versions, counts = dict[str, str](), Counter[str]()
    for plugin in sorted(dict.fromkeys(load_plugins()), key=lambda plugin: (Path(plugin.name).name, plugin.digest)):
        name = f"plugin {Path(plugin.name).name}"
        counts[name] += 1
        versions[name if counts[name] == 1 else f"{name} ({counts[name]})"] = plugin.digest
    return versions


def is_plugin(module: str) -> bool:
    """Whether the module of this name is of a plugin, so that any worker has it."""
    return any(module.partition(".")[0] in plugin.modules for plugin in load_plugins())


def _absolute_name(name: str, workspace: Workspace) -> str:
    if name == IN_WORKSPACE:
        return str(workspace.root / FILE)
    return str(Path(name).expanduser().absolute()) if _is_path(name) else name


def _is_path(name: str) -> bool:
    return name.endswith(".py") or os.sep in name


@cache
def _file(path: Path) -> Plugin:
    module = ""
    try:
        identity = digest(path)[:DIGITS]
        module = f"{MODULE}{path.stem}_{identity}"
        spec = spec_from_file_location(module, path)
        if spec is None or spec.loader is None:
            raise ImportError("it is not a Python file")
        sys.modules[module] = made = module_from_spec(spec)
        spec.loader.exec_module(made)
    except (Exception, SystemExit) as error:
        sys.modules.pop(module, None)
        raise _load_error(str(path), error) from error
    return Plugin(str(path), identity, frozenset({module}))


@cache
def _package(name: str) -> Plugin:
    try:
        package = distribution(name)
        points = package.entry_points.select(group=GROUP)
        if not points:
            raise BadInput(f"The plugin {name!r} has no entry point of the group {GROUP!r}; remove it from {SETTING}.")
        for point in points:
            point.load()
        files = dict(sorted(pair for point in points for pair in _digests(point.module).items()))
        parts = (part for pair in files.items() for part in pair)
        identity = f"{package.version} {content_id(*parts)[:DIGITS]}"
    except PackageNotFoundError:
        raise BadInput(
            f"The plugin {name!r} is not installed; install it, or remove it from {SETTING}. The name of a plugin file "
            "must end in .py."
        ) from None
    except BadInput:
        raise
    except (Exception, SystemExit) as error:
        raise _load_error(name, error) from error
    return Plugin(package.name, identity, frozenset(point.module.partition(".")[0] for point in points))


def _digests(module: str) -> dict[str, str]:
    """Of each file of a loaded module's outermost package, but logs and what Python compiled; or of its own file."""
    names = accumulate(module.split("."), "{}.{}".format)  # packages without an `__init__.py` may be shared with others
    first = Path(next((file for name in names if (file := getattr(sys.modules[name], "__file__", None))), ""))
    package = first.stem == "__init__"
    files = [path for path in (first.parent.rglob("*") if package else [first]) if path.is_file()]
    root = first.parent.parent if package else first.parent
    return {path.relative_to(root).as_posix(): digest(path) for path in files if path.suffix not in (".pyc", ".log")}


def _load_error(name: str, error: BaseException) -> BadInput:
    why = error.strerror if isinstance(error, OSError) and error.strerror else f"{type(error).__name__}: {error}"
    return BadInput(f"The plugin {name!r} can't be loaded ({why}); fix it, or remove it from {SETTING}.")
