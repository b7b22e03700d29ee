"""A user's own perturbations and models: Python files that FLINCH_PLUGINS names.

App, commands, scripts and the workers on this machine load them alike. They are code that runs with all the rights of
whoever starts Flinch, so that nothing but that variable has them loaded.
"""

import os
import sys
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from core.errors import BadInput

SETTING, MODULE = "FLINCH_PLUGINS", "flinch_plugin_"


@dataclass(frozen=True, slots=True)
class Plugin:
    """A file that was loaded, and the beginning of its SHA-256."""

    path: Path
    digest: str


def plugin_files() -> tuple[Path, ...]:
    """The files that the variable names, as paths are listed on this system ("a.py:b.py")."""
    return tuple(Path(name).expanduser() for name in os.environ.get(SETTING, "").split(os.pathsep) if name)


def load_plugins() -> tuple[Plugin, ...]:
    """Load the files that are not loaded yet; all of them. Raises BadInput for one that can't be."""
    return tuple(map(_loaded, plugin_files()))


def plugin_versions() -> dict[str, str]:
    """Each plugin's digest by its name, as cards have it."""
    return {f"plugin {plugin.path.name}": plugin.digest for plugin in load_plugins()}


def is_plugin(module: str) -> bool:
    """Whether the module of this name is a plugin, so that any worker has it."""
    return module.startswith(MODULE)


@cache
def _loaded(path: Path) -> Plugin:
    try:
        digest = sha256(path.read_bytes()).hexdigest()[:12]
        spec = spec_from_file_location(f"{MODULE}{path.stem}", path)
        if spec is None or spec.loader is None:
            raise ImportError("it is no file of Python")
        sys.modules[spec.name] = module = module_from_spec(spec)
        spec.loader.exec_module(module)
    except Exception as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else f"{type(error).__name__}: {error}"
        raise BadInput(
            f"The plugin {str(path)!r} can't be loaded ({why}); mend it, or take it out of {SETTING}."
        ) from error
    return Plugin(path, digest)
