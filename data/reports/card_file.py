"""The card in the format that the name of its file asks for."""

from collections.abc import Callable
from pathlib import Path

from core.errors import BadInput
from data.reports.facts import RunFacts
from data.reports.markdown import markdown_card
from data.reports.page import html_card

FORMATS: dict[str, Callable[[RunFacts], str]] = {".md": markdown_card, ".html": html_card}


def card_format(path: Path) -> Callable[[RunFacts], str]:
    """What makes the card; raises BadInput for a name with another ending than .md or .html."""
    if path.suffix not in FORMATS:
        raise BadInput(f"{path.name!r} has an unknown ending; use .md or .html.")
    return FORMATS[path.suffix]
