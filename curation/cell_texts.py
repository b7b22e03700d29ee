"""How many texts people looked at, and how many are left: what reads the same in several places is looked at once."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import ceil

from core.so_many import so_many
from curation.decision_log import DecisionLog
from curation.reach import SURE, UNLIKELY, chance_or_sure
from curation.records import CellProgress, DuplicateText


@dataclass(frozen=True, slots=True)
class CellTexts:
    """The texts of a cell that wait for a verdict and those that have one: the numbers of those that stand elsewhere
    too, and how many do not."""

    waiting: tuple[int, ...] = ()
    waiting_alone: int = 0
    judged: tuple[int, ...] = ()
    judged_alone: int = 0

    @classmethod
    def of(cls, log: DecisionLog, quota: int, gold: Collection[str]) -> "CellTexts":
        """Those of a cell; `gold` samples wait for nobody, and extra verdicts count for nothing."""
        waits = [log.duplicate(id_) for id_ in log.gold_labels if id_ not in gold and log.waits(id_)]
        has = [log.duplicate(id_) for id_, outcome in log.counted(quota).items() if outcome.checked]
        return cls(_numbers(waits), waits.count(None), _numbers(has), has.count(None))


def _numbers(duplicates: Iterable[DuplicateText | None]) -> tuple[int, ...]:
    return tuple(duplicate.text for duplicate in duplicates if duplicate)


@dataclass(frozen=True, slots=True)
class RemainingTexts:
    """Of the different texts that are `waiting`, so many `looks` are to come until every quota is reached. `or_more`:
    for some cell nobody knows yet what share people keep, and all are counted as kept. Of the open cells `short` ones
    have too few candidates for their quota, `able` ones have enough as far as is known, and those between have the
    chances (0-1) `doubtful`."""

    looks: int
    waiting: int
    or_more: bool = False
    short: int = 0
    able: int = 0
    doubtful: tuple[float, ...] = ()

    def __str__(self) -> str:
        """ "8 cells may reach the quota (43–59 % each). This needs about 210 of the 502 texts left."."""
        if self.looks < self.waiting:
            needed = f"about {self.looks:,}{' or more' * self.or_more} of the {self.waiting:,} texts left"
            return f"{self._reach_sentence()}. This needs {needed if self.looks else 'no other text'}."
        short = f"{so_many(self.short, 'cell has', 'cells have')} too few candidates for the quota. " * bool(self.short)
        may = f"{self._reach_sentence()}. " if self.doubtful else ""
        left = so_many(self.waiting, "text is", "texts are") if self.waiting else "No text is"
        return f"{may or short}{left} left to judge."

    def _reach_sentence(self) -> str:
        if not (self.short or self.doubtful):
            return "Every quota can be reached"
        parts = [f"{so_many(self.able, 'cell')} can reach the quota"] if self.able else []
        if self.doubtful:
            low, high = (f"{100 * end:.0f}" for end in (min(self.doubtful), max(self.doubtful)))
            many, each = len(self.doubtful), " each" * (len(self.doubtful) > 1)
            may = f"{many:,} may" if parts else f"{so_many(many, 'cell')} may reach the quota"
            parts.append(f"{may} ({low if low == high else f'{low}–{high}'} %{each})")
        return ", ".join(parts)


def texts_left(cells: Iterable[tuple[CellProgress, CellTexts]]) -> RemainingTexts:
    """What is left in these cells, but for those whose quota is reached, at the share kept so far in each; where
    that is unknown, as if people kept all. A text that one cell will have looked at costs the others nothing.

    A cell with too few candidates asks for no looks; if all are so, each text is to be looked at."""
    looked, waiting, looks, alone, or_more = set[int](), set[int](), 0, 0, False
    open_cells = [(cell, texts) for cell, texts in cells if not cell.closed]
    chances = [chance_or_sure(cell) for cell, _ in open_cells]
    short = sum(likely < UNLIKELY for likely in chances)
    of_short = float(short == len(open_cells))
    for (cell, texts), likely in zip(open_cells, chances, strict=True):
        too_few = likely < UNLIKELY
        waiting.update(texts.waiting)
        alone += texts.waiting_alone
        expected = cell.left if cell.expected_to_check is None else cell.expected_to_check
        or_more |= cell.expected_to_check is None and not too_few
        seen = sum(text in looked for text in texts.waiting)
        rest = len(texts.waiting) + texts.waiting_alone - seen
        share = of_short if too_few else min(1.0, max(0, expected - seen) / max(1, rest))
        fresh = list(dict.fromkeys(text for text in texts.waiting if text not in looked))
        looked.update(fresh[: ceil(share * len(fresh))])
        looks += ceil(share * texts.waiting_alone)
    doubtful = tuple(likely for likely in chances if UNLIKELY <= likely < SURE)
    able = len(open_cells) - short - len(doubtful)
    return RemainingTexts(looks + len(looked), alone + len(waiting), or_more, short, able, doubtful)


def texts_looked_at(cells: Iterable[CellTexts]) -> int:
    """How many different texts of these cells have a verdict, wherever it was given."""
    cells = list(cells)
    return len({text for cell in cells for text in cell.judged}) + sum(cell.judged_alone for cell in cells)
