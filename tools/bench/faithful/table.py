"""The share of samples perturbed under paper rules beside the thesis's, perturbation by perturbation."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from core.errors import MissingResource
from core.metrics.share import share
from core.perturbations.registry import Perturbation, find
from core.severity import Severity
from data.lexicon.resources import perturber
from data.published.tables import romero_kappas
from tools.bench.faithful.program import EDITS, PRINTED, REJOINED, TASKS, WHY
from tools.bench.faithful.texts import texts_of
from tools.bench.output import Out

POINTS = 3.0  # that a share may be off
RARE = 10.0  # percent; a rarer one may be off by a tenth of it


class Row(NamedTuple):
    """A perturbation on a data set: shares in percent, ours with its interval; edits a text, the program's if known."""

    name: str
    severity: Severity
    ours: float
    low: float
    high: float
    printed: float
    edits: float
    known_edits: float | None

    @property
    def verdict(self) -> str:
        """Whether the share is as near as it should be, or else whether the printed one lies in our interval."""
        off = abs(self.ours - self.printed)
        if off <= (POINTS if self.printed >= RARE else self.printed / 10):
            return "near"
        return "in the interval" if self.low <= self.printed <= self.high else "off"


def run(out: Out = print, files: Mapping[str, Sequence[Path]] | None = None) -> None:
    """Print a table for each data set whose files are given. Raises MissingResource where none are."""
    given = {name: paths for name, paths in (files or {}).items() if paths}
    if not given:
        raise MissingResource("Give the data: --sst2 FILE, --cola FILE (once for each of its two), --hsol FILE.")
    spellings = Path(os.environ.get("FLINCH_SPELLINGS") or "the one that ships").name
    out(f"  spelling_error's list: {spellings}; near: within {POINTS:g} points, or a tenth of what is below {RARE:g} %")
    reasons: set[str] = set()
    for name, paths in given.items():
        texts = texts_of(name, paths)
        head = f"{name}, {len(texts):,} texts"
        out(f"  {head:29} perturbed  95 % interval  printed    off   edits a text, the program's")
        for row in rows(name, texts):
            out(_table_line(row))
            reasons |= {row.name} if row.verdict == "off" else set()
    for reason in sorted(reasons):
        out(f"  off: {reason}: {WHY.get(reason, 'no reason is known')}.")
    out(f"  {REJOINED}")


def rows(dataset: str, texts: Sequence[str]) -> Iterator[Row]:
    """The rows of a data set, each perturbation at each of its severities."""
    for name in PRINTED:
        perturbation = find(f"{name}.paper")
        for i, severity in enumerate(perturbation.severities):
            changed, edits = _count_changes(perturbation, severity, texts)
            estimate = share(changed, len(texts))
            known_edits = EDITS.get(name, {}).get(dataset)
            ours, low, high = 100 * estimate.value, 100 * estimate.low, 100 * estimate.high
            theirs, mean = 100 * printed(dataset, name, severity), edits / max(len(texts), 1)
            yield Row(name, severity, ours, low, high, theirs, mean, known_edits[i] if known_edits else None)


def _count_changes(perturbation: Perturbation, severity: Severity, texts: Sequence[str]) -> tuple[int, int]:
    """How many of the texts changed, and by how many edits in all."""
    perturb = perturber().prepared(perturbation.name, severity, 0)
    counts = [len(made.edits) for i, text in enumerate(texts) if (made := perturb(text, str(i)))]
    return len(counts), sum(counts)


def printed(dataset: str, name: str, severity: Severity) -> float:
    """The printed share of samples perturbed, from 0 to 1; the first of those printed without this severity."""
    figures = [f for f in romero_kappas() if f.task == TASKS[dataset] and f.perturbation == PRINTED[name]]
    return next((f.share for f in figures if f.severity == severity), figures[0].share)


def _table_line(row: Row) -> str:
    known_edits = f", {row.known_edits:.1f}" if row.known_edits is not None else ""
    return (
        f"  {row.name:22} {row.severity!s:>6} {row.ours:7.1f} %  {row.low:5.1f} to {row.high:5.1f}  {row.printed:7.1f} "
        f"{row.ours - row.printed:+6.1f}   {f'{row.edits:.2f}{known_edits}':12} {row.verdict}"
    )
