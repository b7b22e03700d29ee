"""Picks drawn from cells: as many of each cell, perturbation, data set and severity; no source twice at first."""

from collections import Counter, deque
from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from core.randomness import Draws
from core.severity import Unit
from data.variants.files import VariantFile

Source = tuple[str, str]
"""Data set and sample."""


class ItemCandidate(NamedTuple):
    """A changed sample that can be drawn: of which file, its ids, its label or the tags of its original, its edits."""

    file: VariantFile
    sample_id: str
    variant_id: str
    label: str | tuple[str, ...]
    edits: int

    @property
    def source(self) -> Source:
        return self.file.recipe.dataset, self.sample_id

    @property
    def short(self) -> int:
        """How many changes it has less than its severity allows; 0 where that is no count."""
        severity = self.file.condition.severity
        return max(0, int(severity.value) - self.edits) if severity.unit is Unit.PPS else 0


class _Round(NamedTuple):
    """What may be drawn now: of sources drawn at most so often, in the whole study and in this part."""

    ever: float
    here: int


def drawn(
    cells: Sequence[Sequence[ItemCandidate]], wanted: int, most: int, used: Counter[Source], draws: Draws
) -> list[ItemCandidate]:
    """So many of these cells, fewer where there are not so many: at most `most` of one source.

    First of sources that nobody drew (`used` counts them, and these are added to it), then of those drawn least. Within
    a cell the first come first.
    """
    drawing = _Drawing(used)
    for allowed in (_Round(0, 0), *(_Round(inf, times) for times in range(most))):  # the strictest first
        waiting = [deque(cell) for cell in cells if cell]
        draws.shuffle(waiting)
        while waiting and len(drawing.chosen) < wanted:
            cell = min(waiting, key=drawing.held)
            if not drawing.take_one(cell, allowed) or not cell:
                waiting.remove(cell)
    return drawing.chosen


class _Drawing:
    """What was chosen so far, counted by what it should be even in."""

    def __init__(self, used: Counter[Source]) -> None:
        self.chosen: list[ItemCandidate] = []
        self._ever, self._here = used, Counter[Source]()
        self._counts = Counter[tuple[str, ...]]()
        self._taken = set[str]()

    def held(self, cell: Sequence[ItemCandidate]) -> tuple[int, int, int]:
        """How much of the cell is there already, how much like it, and how many it has to choose from."""
        own, *alike = _traits(cell[0])
        return self._counts[own], sum(self._counts[trait] for trait in alike), len(cell)

    def take_one(self, cell: deque[ItemCandidate], allowed: _Round) -> bool:
        """Whether the cell gave one; those that may not be drawn now are taken out of it."""
        while cell:
            pick = cell.popleft()
            source = pick.source
            free = self._ever[source] <= allowed.ever and self._here[source] <= allowed.here
            if free and pick.variant_id not in self._taken:
                self._ever[source] += 1
                self._here[source] += 1
                self._counts.update(_traits(pick))
                self._taken.add(pick.variant_id)
                self.chosen.append(pick)
                return True
        return False


def _traits(pick: ItemCandidate) -> tuple[tuple[str, ...], ...]:
    """The cell, then what it has in common with others."""
    perturbation, severity = pick.file.condition
    place = pick.file.recipe.dataset, pick.file.recipe.split
    return (perturbation, severity.key, *place), (perturbation,), place, (severity.key,)
