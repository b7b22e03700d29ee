"""What desks sent and the server would not take: counted, and written down once, in the log."""

from collections.abc import Mapping

from pages.ui.shell.guard import log

MOST = 10_000  # refusals that are remembered, so that one sent again every few seconds is one line
_noted: dict[tuple[str, str, str], None] = {}


def note_refusals(annotator: str, refused: Mapping[str, str]) -> None:
    """Write down those of these sentences, by event id, that were not written down before."""
    for id_, sentence in refused.items():
        key = (annotator, id_, sentence)
        if key in _noted:
            continue
        if len(_noted) >= MOST:
            _noted.pop(next(iter(_noted)))
        _noted[key] = None
        log().warning("refused a decision of %r (refusal %d): %s", annotator, len(_noted), sentence)
