"""What components are made of in the browser: what several share lies here, the rest in a component's own folder."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import streamlit as st

SHARED = Path(__file__).parent


def joined(folder: Path, names: Iterable[str]) -> str:
    """These scripts one after another, each from the folder or, where it has none of that name, from the shared one."""
    paths = [folder / f"{name}.js" for name in names]
    return "\n".join((p if p.exists() else SHARED / p.name).read_text(encoding="utf-8") for p in paths)


class Component:
    """A component whose html, css and scripts a browser gets once: Streamlit sends what it is given with each answer.

    Its part in the browser says in each message, as `program`, which version it has, and at a new visit by a cookie.
    """

    def __init__(self, name: str, folder: Path, scripts: Iterable[str], keep: bool = False) -> None:
        """`folder` holds NAME.html and NAME.css for the last part of `name`, and the scripts that are not shared.

        With `keep` the browser keeps its parts for the next visit; else only as long as its window is open.
        """
        self._name = name
        self._kept = name.replace(".", "-") if keep else ""
        self._folder = folder
        self._scripts = tuple(scripts)

    def draw(self, key: str, data: Mapping[str, Any], message: object, **callbacks: Any) -> None:
        """Draw it with this data, in reply to what the browser last sent, which may be anything."""
        held = message.get("program") if isinstance(message, Mapping) else self._kept_version()
        parts = None if held == self.version else self._parts
        program = {"kept": self._kept, "version": self.version, "parts": parts}
        self._mounted(key=key, data={**data, "program": program}, **callbacks)

    def _kept_version(self) -> str:
        return st.context.cookies.get(self._kept, "") if self._kept else ""

    @cached_property
    def version(self) -> str:
        """The SHA-256 of its parts."""
        return sha256("\0".join(self._parts.values()).encode()).hexdigest()

    @cached_property
    def _parts(self) -> dict[str, str]:
        stem = self._name.rpartition(".")[2]
        read = {kind: (self._folder / f"{stem}.{kind}").read_text(encoding="utf-8") for kind in ("html", "css")}
        return {**read, "js": joined(self._folder, self._scripts)}

    @cached_property
    def _mounted(self) -> Any:
        return st.components.v2.component(self._name, js=(SHARED / "loader.js").read_text(encoding="utf-8"))
