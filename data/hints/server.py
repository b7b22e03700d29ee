"""Hints for a few texts at once, asked by a page: a process of its own holds the engines, so that the app stays light.

The process starts with the first request, which takes about ten seconds; later ones take a fraction of a second.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import isnan, nan
from typing import Any

from core.errors import MissingResource
from core.records import Candidate, Cell, FieldRewrite, Hint
from core.rewrite import Piece, Rewrite
from core.severity import pps
from data.answering_process import AnsweringProcess, answer_requests

NOWHERE = Cell("", "", "", pps(1))


@dataclass(frozen=True, slots=True)
class NewIssue:
    """A grammar issue that a rewrite added: the `words` of the perturbed text, and the engine's message on them."""

    words: str
    message: str


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint about one rewrite: NaN and None where there is no engine; `added` holds the new issues."""

    similarity: float = nan
    added: tuple[NewIssue, ...] | None = None
    before: int = 0


ENGINES = AnsweringProcess("data.hints.server", "the hint engines")


def advise(rewrites: Sequence[Rewrite]) -> tuple[list[Advice], str]:
    """Advice on each of these rewrites, and the engines that gave it, for people; raises MissingResource when their
    process can't answer."""
    reply = ENGINES.ask([[rewrite.source, rewrite.pieces] for rewrite in rewrites])
    if reply["error"]:
        raise MissingResource(reply["error"])
    advice = [
        Advice(nan if s is None else s, None if a is None else tuple(NewIssue(*issue) for issue in a), b)
        for s, a, b in reply["advice"]
    ]
    return advice, reply["engines"]


def respond(request: Iterable[Any]) -> dict[str, Any]:
    """The reply to one request; never raises."""
    try:
        hinting = _hinting()
        rewrites = [Rewrite(source, tuple(Piece(*piece) for piece in pieces)) for source, pieces in request]
        candidates = [
            Candidate("", NOWHERE, 0, (FieldRewrite("", rewrite),), str(i)) for i, rewrite in enumerate(rewrites)
        ]
        hints = hinting.hints(candidates)
        advice = [_line(hint, rewrite.perturbed) for hint, rewrite in zip(hints, rewrites, strict=True)]
        return {"error": "", "advice": advice, "engines": " ".join([hinting.engines, *hinting.notes])}
    except Exception as error:
        return {"error": f"The hint engines failed ({type(error).__name__}: {error}).", "advice": [], "engines": ""}


def _line(hint: Hint, perturbed: str) -> tuple[float | None, list[tuple[str, str]] | None, int]:
    similarity = None if isnan(hint.similarity) else hint.similarity
    added = None if hint.issues is None else [(perturbed[i.start : i.end], i.message) for i in hint.issues]
    return similarity, added, hint.issues_before


@cache
def _hinting() -> Any:
    from data.hints.engines import HintRequest, start_engines

    return start_engines(HintRequest())[0]


if __name__ == "__main__":
    answer_requests(respond)
    if _hinting.cache_info().currsize:
        _hinting().close()
