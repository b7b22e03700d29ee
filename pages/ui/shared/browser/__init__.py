"""What runs in the browser: what several programs share lies here, the rest in each one's own folder."""

import json
from collections.abc import Iterable
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.ui.shell.answering import below

SHARED = Path(__file__).parent
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}


class Program:
    """A module with its html and css, which a browser fetches once: its address says what is in it."""

    def __init__(self, name: str, folder: Path, scripts: Iterable[str]) -> None:
        """`folder` holds NAME.html, NAME.css and the scripts that are not shared."""
        self._name = name
        self._folder = folder
        self._scripts = tuple(scripts)

    @cached_property
    def text(self) -> str:
        """The module, with html, css and version as PARTS."""
        return f"const PARTS = {json.dumps(self._parts | {'version': self.version})}\n{self._joined}"

    @property
    def css(self) -> str:
        return self._parts["css"]

    @cached_property
    def version(self) -> str:
        """The SHA-256 of all that it is made of."""
        return sha256("\0".join([*self._parts.values(), self._joined]).encode()).hexdigest()

    @property
    def address(self) -> str:
        """Below the app's own address."""
        return f"flinch/{self._name}-{self.version[:16]}.js"

    def route(self, base: str) -> Route:
        """Where the app, which lies at the path `base`, serves it."""
        return Route(below(base, self.address), self._served, methods=["GET"])

    async def _served(self, _: Request) -> Response:
        return Response(self.text, media_type="text/javascript", headers=FOREVER)

    @cached_property
    def _joined(self) -> str:
        paths = [self._folder / f"{name}.js" for name in self._scripts]
        return "\n".join((p if p.exists() else SHARED / p.name).read_text(encoding="utf-8") for p in paths)

    @cached_property
    def _parts(self) -> dict[str, str]:
        return {kind: (self._folder / f"{self._name}.{kind}").read_text(encoding="utf-8") for kind in ("html", "css")}
