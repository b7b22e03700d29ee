"""What the participants' page runs in the browser."""

from pathlib import Path

from pages.ui.shared.browser import Program

FOLDER = Path(__file__).parent / "browser"
PROGRAM = Program(
    "study",
    FOLDER,
    ("outbox", "wire", "watch", "element", "written", "course", "blocks", "ask", "screens", "paint", "study"),
)
