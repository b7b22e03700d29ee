"""A rewrite as runs of marked text: what every drawing of a change is made from, the HTML here and the browser's.

The runs follow the rewrite's own segments; nothing is compared a second time. Offsets count characters, so the cutting
is done here and not in the browser, which counts UTF-16 units.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from core.records import GrammarIssue
from core.rewrite import Rewrite, Segment
from pages.ui.shared.stretches import DiffGroup, narrowed


class Mark(StrEnum):
    """What became of a run; the values are the names the browser paints by."""

    SAME = ""
    DELETED = "del"
    INSERTED = "ins"
    GAP = "gap"  # here stood the run's text, and now nothing does


class MarkedRun(NamedTuple):
    """Text with one mark.

    `issue` is the position, in the list of grammar issues, of the one that this run belongs to; -1 for none.
    `old` is what an inserted run replaced, "" where it replaced nothing.
    """

    text: str
    mark: Mark = Mark.SAME
    issue: int = -1
    old: str = ""


def original_runs(rewrite: Rewrite | DiffGroup) -> list[MarkedRun]:
    """The original text; what was deleted or replaced is DELETED."""
    return [run for segment in rewrite.segments for part in narrowed(segment) for run in _original(part)]


def perturbed_runs(rewrite: Rewrite | DiffGroup, issues: Sequence[GrammarIssue | None] = ()) -> list[MarkedRun]:
    """The perturbed text, cut where an issue begins or ends; what is new is INSERTED, and a GAP marks each deletion.

    Issues that are None belong to another text; they keep the numbers of the rest in place.
    """
    runs = (run for segment in rewrite.segments for part in narrowed(segment) for run in _perturbed(part))
    return list(_cut(runs, issues))


def all_runs(rewrite: Rewrite | DiffGroup) -> list[MarkedRun]:
    """Both texts in one line, each change as it was, DELETED, and then as it is, INSERTED."""
    return [run for segment in rewrite.segments for part in narrowed(segment) for run in _both(part)]


def _original(segment: Segment) -> list[MarkedRun]:
    if segment.kept:
        return [MarkedRun(segment.old)]
    return _trimmed(segment.old, Mark.DELETED)


def _perturbed(segment: Segment) -> list[MarkedRun]:
    if segment.kept:
        return [MarkedRun(segment.new)]
    if segment.new:
        return _trimmed(segment.new, Mark.INSERTED, segment.old.strip())
    return [MarkedRun(segment.old.strip() or segment.old, Mark.GAP)]


def _both(segment: Segment) -> list[MarkedRun]:
    if segment.kept:
        return [MarkedRun(segment.new)]
    runs = [MarkedRun(segment.old, Mark.DELETED), MarkedRun(segment.new, Mark.INSERTED, old=segment.old)]
    return [run for run in runs if run.text]


def _trimmed(text: str, mark: Mark, old: str = "") -> list[MarkedRun]:
    """The text marked, but for the white space around it; text that is white space only is marked whole."""
    core = text.strip()
    if not core:
        return [MarkedRun(text, mark, old=old)] if text else []
    start = text.index(core)
    runs = [MarkedRun(text[:start]), MarkedRun(core, mark, old=old), MarkedRun(text[start + len(core) :])]
    return [run for run in runs if run.text]


def _cut(runs: Iterable[MarkedRun], issues: Sequence[GrammarIssue | None]) -> Iterator[MarkedRun]:
    """The runs, split where an issue begins or ends, each part with its issue."""
    bounds = sorted({offset for issue in issues if issue for offset in (issue.start, issue.end)})
    start = 0
    for run in runs:
        if run.mark is Mark.GAP:
            yield run
            continue
        end = start + len(run.text)
        for left, right in pairwise([start, *(b for b in bounds if start < b < end), end]):
            yield run._replace(text=run.text[left - start : right - start], issue=_issue_at(left, issues))
        start = end


def _issue_at(offset: int, issues: Sequence[GrammarIssue | None]) -> int:
    numbers = (n for n, issue in enumerate(issues) if issue and issue.start <= offset < issue.end)
    return next(numbers, -1)
