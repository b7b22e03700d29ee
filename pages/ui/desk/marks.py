"""A rewrite as the desk shows it: runs of text, each with its mark, split where a grammar issue begins or ends.

The cutting is done here and not in the browser, whose offsets count UTF-16 units.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from core.records import GrammarIssue
from core.rewrite import Rewrite, Segment


class Run(NamedTuple):
    """Text with one mark: "" (as it was), "del" (taken away), "ins" (new) or "gap" (here stood `text`, now nothing).

    `issue` is the position in the list of issues of the one that this run belongs to, -1 for none.
    """

    text: str
    mark: str = ""
    issue: int = -1


def before(rewrite: Rewrite) -> list[Run]:
    """The original text; what was taken away or replaced is "del"."""
    return [
        run
        for segment in rewrite.segments
        if segment.old
        for run in (_trimmed(segment.old, "del") if not segment.kept else [Run(segment.old)])
    ]


def after(rewrite: Rewrite, issues: Sequence[GrammarIssue | None] = ()) -> list[Run]:
    """The perturbed text; what is new is "ins", and a "gap" stands where something was taken away.

    Issues that are None belong to another text; they keep the numbers of the rest in place.
    """
    bounds = {at for issue in issues if issue for at in (issue.start, issue.end)}
    runs: list[Run] = []
    at = 0
    for run in (run for segment in rewrite.segments for run in _after(segment)):
        if run.mark == "gap":
            runs.append(run)
            continue
        end = at + len(run.text)
        cuts = [at, *sorted(b for b in bounds if at < b < end), end]
        for start, stop in pairwise(cuts):
            runs.append(Run(run.text[start - at : stop - at], run.mark, _issue_at(start, issues)))
        at = end
    return runs


def _after(segment: Segment) -> Iterator[Run]:
    if segment.kept:
        yield Run(segment.new)
    elif segment.new:
        yield from _trimmed(segment.new, "ins")
    else:
        yield Run(segment.old.strip() or segment.old, "gap")


def _trimmed(text: str, mark: str) -> list[Run]:
    """The text marked, but for the white space around it; text that is white space only is marked whole."""
    core = text.strip()
    if not core:
        return [Run(text, mark)]
    start = text.index(core)
    runs = [Run(text[:start]), Run(core, mark), Run(text[start + len(core) :])]
    return [run for run in runs if run.text]


def _issue_at(offset: int, issues: Sequence[GrammarIssue | None]) -> int:
    found = (n for n, issue in enumerate(issues) if issue and issue.start <= offset < issue.end)
    return next(found, -1)
