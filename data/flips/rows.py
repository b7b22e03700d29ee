"""The rows of tables of flips, and which part of a run they count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import pyarrow as pa

from core.design import Condition
from core.metrics.estimate import Estimate
from data.flips.described import THIRDS
from data.runs.cell_breakdown import LENGTHS, LONGER
from data.runs.counts import Curated
from data.runs.measures.flip import Flip

FEW = 30  # below so many predictions a row is marked
LEAST = 10  # below so many predictions words are counted together
RARE = "(rarer words)"
ALL_EDITS = "all edits"
UP_TO = " ".join(f"when length <= {most} then '{name}'" for name, most in LENGTHS.items())


class GroupBy(StrEnum):
    """What the rows of a table are; each is named with the SQL of its values."""

    sql: str

    def __new__(cls, name: str, sql: str) -> "GroupBy":
        by = str.__new__(cls, name)
        by._value_, by.sql = name, sql
        return by

    KIND = "kind of edit", "kinds"
    CLASS = "part of speech", "classes"
    PLACE = "place in the text", "thirds"
    WORD = "word", "words"
    LABEL = "gold label", "golds"
    LENGTH = "text length", f"[case {UP_TO} else '{LONGER}' end || ' words']"
    EDITS = "number of edits", "[case when edits <= 4 then edits::varchar else '5 or more' end]"
    PERTURBATION = "perturbation", "[perturbation]"


ORDERS = {
    GroupBy.PLACE: THIRDS,
    GroupBy.LENGTH: tuple(f"{length} words" for length in (*LENGTHS, LONGER)),
    GroupBy.EDITS: ("1", "2", "3", "4", "5 or more"),
}


@dataclass(frozen=True, slots=True)
class Tally:
    """A row: `flips` of `rate.n` predictions, on texts of `samples` samples, flipped (`data/flips/rules.py`).

    `flipped_samples` of the samples have a flip; the texts are `texts` different ones.

    The rate's interval takes into account that texts of the same sample flip together.
    """

    by: GroupBy
    value: str
    flips: int
    samples: int
    rate: Estimate
    flipped_samples: int
    texts: int

    @property
    def few(self) -> bool:
        """Whether the row stands on so few predictions that it says little."""
        return self.rate.n < FEW


@dataclass(frozen=True, slots=True)
class FlipTables:
    """The tables of a part of a run, and as one row all its changed texts, None where there are none."""

    tables: Mapping[GroupBy, list[Tally]]
    overall: Tally | None


def tallies_table(by_model: Mapping[str, Sequence[Tally]]) -> pa.Table:
    """A row each, by model, "" for all models together; `n` counts predictions, `texts` different texts, `low` and
    `high` bound the 95 % interval, `few` marks what says little."""
    rows = [row for rows in by_model.values() for row in rows]
    columns = {
        "model": [model for model, rows in by_model.items() for _ in rows],
        "by": [row.by.value for row in rows],
        "value": [row.value for row in rows],
        "flips": [row.flips for row in rows],
        "n": [row.rate.n for row in rows],
        "rate": [row.rate.value for row in rows],
        "low": [row.rate.low for row in rows],
        "high": [row.rate.high for row in rows],
        "samples": [row.samples for row in rows],
        "texts": [row.texts for row in rows],
        "few": [row.few for row in rows],
    }
    return pa.table(columns)


@dataclass(frozen=True, slots=True)
class FlippedSample:
    """A sample with a flip on a text that a row counts: the `conditions` of the texts that flipped, how many of its `n`
    predictions that the row counts did, and of labels between which: "a → b"."""

    conditions: frozenset[Condition]
    flips: int
    n: int
    directions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Counting:
    """The part of a run that is counted: these models and conditions, () for all; with `curated` what people kept.

    A number flips when it moves by more than `moved`, None for a tenth of its scale.
    """

    models: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    curated: Curated | None = None
    moved: float | None = None


ALL_OF_IT = Counting()


@dataclass(frozen=True, slots=True)
class OpenedFlip:
    """A flip, and which model's on which condition it is."""

    model: str
    condition: Condition
    flip: Flip
