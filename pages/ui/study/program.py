"""What the participants' page runs in the browser."""

import json
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from pages.ui.shared.browser import joined

FOLDER = Path(__file__).parent / "browser"
SCRIPTS = ("outbox", "watch", "element", "written", "course", "blocks", "ask", "screens", "paint", "post", "study")


class Program:
    """A module with the page's html and css, which a browser fetches once: its name says what is in it."""

    @cached_property
    def text(self) -> str:
        parts = {"html": (FOLDER / "study.html").read_text(encoding="utf-8"), "css": self.css}
        return f"const PARTS = {json.dumps(parts)}\n{joined(FOLDER, (*SCRIPTS, 'alone'))}"

    @cached_property
    def css(self) -> str:
        return (FOLDER / "study.css").read_text(encoding="utf-8")

    @cached_property
    def version(self) -> str:
        return sha256(self.text.encode()).hexdigest()

    @property
    def name(self) -> str:
        return f"flinch/study-{self.version[:16]}.js"
