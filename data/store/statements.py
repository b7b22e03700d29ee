"""The .sql files beside this module, and what their rows come to."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import UTC
from functools import cache
from math import nan
from pathlib import Path
from typing import Any

from core.records import Decision, Hint, Verdict
from curation.hint_worth import JudgedHint
from curation.resolve import Resolution
from data.tables import hint_of

FOLDER = Path(__file__).parent / "sql"


@cache
def sql(name: str) -> str:
    return (FOLDER / f"{name}.sql").read_text(encoding="utf-8")


def decision_of(row: tuple[Any, ...]) -> Decision:
    """The decision of a row of `decisions`; its time is in UTC. The first column and the last two are the index's."""
    id_, candidate_id, annotator, verdict, at, *rest = row[1:-2]
    return Decision(id_, candidate_id, annotator, Verdict(verdict), at.replace(tzinfo=UTC), *rest)


def judged_hints(rows: Sequence[tuple[Any, ...]], outcomes: Resolution) -> list[JudgedHint]:
    """The rows of judged_hints.sql of which people made something by hand, agreed."""
    judged = ((outcomes.get(id_), numbers) for id_, *numbers in rows)
    return [
        JudgedHint(outcome.collected, *(nan if number is None else float(number) for number in numbers))
        for outcome, numbers in judged
        if outcome and outcome.agreed and not outcome.carried_from
    ]


def decision_columns(decisions: Sequence[Decision]) -> list[list[Any]]:
    """The decisions as columns in the order of the table, those of the index left out; times are in UTC."""
    columns = {field.name: [getattr(decision, field.name) for decision in decisions] for field in fields(Decision)}
    columns["verdict"] = [decision.verdict.value for decision in decisions]
    columns["at"] = [decision.at.astimezone(UTC).replace(tzinfo=None) for decision in decisions]
    return list(columns.values())


@dataclass(frozen=True, slots=True)
class ItemRow:
    """A row of items.sql: a candidate, but for its texts, which are row `row_number` of the file of this number."""

    id: str
    sample_id: str
    seed: int
    gold_label: str
    file: int
    row_number: int
    hint: Hint | None

    @classmethod
    def of(cls, row: tuple[Any, ...]) -> "ItemRow":
        """The row as DuckDB gives it."""
        id_, sample_id, seed, gold_label, file, row_number, *hint = row
        hinted = None if hint[0] is None else hint_of(*hint)
        return cls(id_, sample_id, seed, gold_label, file, row_number, hinted)
