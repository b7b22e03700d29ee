"""What people said of texts, where the same text is a candidate of several cells: each is one sample."""

from collections.abc import Iterable
from dataclasses import replace

from core.records import Cell, Decision
from curation.decision_log import DecisionLog
from curation.resolve import by_time


def judgements(logs: Iterable[DecisionLog]) -> list[Decision]:
    """Everybody's verdicts in these cells, skips left out, oldest first. Candidates that read the same have one id, so
    that two people who judged the same text in different cells judged one sample."""
    decisions = []
    for log in logs:
        for decision in log.verdicts():
            duplicate = log.duplicate(decision.candidate_id)
            decisions.append(replace(decision, candidate_id=f"text {duplicate.text}") if duplicate else decision)
    return sorted(decisions, key=by_time)


def contested(logs: Iterable[DecisionLog]) -> dict[Cell, dict[str, list[Decision]]]:
    """By cell and id the candidates on which people differ and that nobody settled, each text once: what everybody said
    of it, oldest first."""
    seen = set[int]()
    by_cell: dict[Cell, dict[str, list[Decision]]] = {}
    for log in logs:
        for id_, verdicts in log.contested().items():
            duplicate = log.duplicate(id_)
            if duplicate is None or duplicate.text not in seen:
                by_cell.setdefault(log.cell, {})[id_] = verdicts
            seen |= {duplicate.text} if duplicate else set()
    return by_cell
