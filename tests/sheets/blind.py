"""Edits that two readers judged without knowing the rules or each other: the sheet, and what it comes to.

The texts were drawn from files that no rule was tuned on. A sentence is named by file and line; `digest` is of the
perturbed text that was read.
"""

from collections.abc import Mapping, Sequence
from csv import reader
from functools import cache
from pathlib import Path
from typing import NamedTuple

from core.metrics import Estimate, cohens_kappa
from core.metrics.share import share
from core.perturbations.conditions import parse_condition
from core.rewrite import Rewrite
from data.lexicon.resources import perturber

SHEET = Path(__file__).with_name("blind_edits.tsv")
VERDICTS = ("good", "odd", "bad")


class BlindRow(NamedTuple):
    """One edit, and what either reader said of it. Where rules changed, edits were drawn anew, on a second sheet."""

    sheet: int
    dataset: str
    sentence: str  # file:line
    condition: str
    seed: int
    digest: str
    first: str
    second: str
    cause: str  # of what is not good, as the first that found it said

    @property
    def kind(self) -> str:
        """The condition; negations in questions are a kind of their own."""
        asked = self.dataset == "trec6" and self.condition.startswith("negation")
        return f"{self.condition}, questions" if asked else self.condition


class Found(NamedTuple):
    """The share of good edits by either reader, and by both; how often they agree on that, and their kappa."""

    n: int
    first: Estimate
    second: Estimate
    both: Estimate
    agreed: Estimate
    kappa: Estimate


def rows() -> list[BlindRow]:
    """Of each condition its last sheet, where that was read."""
    last = {row.condition: row.sheet for row in sorted(all_rows(), key=lambda row: row.sheet)}
    return [row for row in all_rows() if row.sheet == last[row.condition] and row.first]


def earlier() -> list[BlindRow]:
    """What was read of conditions whose rules have changed since."""
    now = set(rows())
    return [row for row in all_rows() if row not in now and row.first]


@cache
def all_rows() -> Sequence[BlindRow]:
    """Every edit; one that is still to be read has no verdicts."""
    with SHEET.open(encoding="utf-8", newline="") as file:
        _, *lines = reader(file, delimiter="\t", quoting=3)
    return [BlindRow(int(sheet), d, sentence, c, int(seed), *rest) for sheet, d, sentence, c, seed, *rest in lines]


def edited(row: BlindRow, text: str) -> Rewrite | None:
    """What the perturbation makes of the row's sentence now."""
    condition = parse_condition(row.condition)
    return perturber().text(text, condition.perturbation, condition.severity, row.seed, key=row.sentence)


def found(read_rows: Sequence[BlindRow] | None = None) -> Mapping[str, Found]:
    """What the readers said of each kind, by default of what stands now, in the order of the conditions."""
    kinds: dict[str, list[BlindRow]] = {}
    for row in sorted(rows() if read_rows is None else read_rows, key=lambda row: row.kind):
        kinds.setdefault(row.kind, []).append(row)
    return {kind: _found(read) for kind, read in kinds.items()}


def _found(read: list[BlindRow]) -> Found:
    good = [(row.first == "good", row.second == "good") for row in read]
    n = len(read)
    first, second = ([str(side) for side in sides] for sides in zip(*good, strict=True))
    return Found(
        n,
        share(sum(one for one, _ in good), n),
        share(sum(other for _, other in good), n),
        share(sum(one and other for one, other in good), n),
        share(sum(one == other for one, other in good), n),
        cohens_kappa(first, second),
    )
