"""What the card of a curated set says: counts, reasons, agreement, people, how it was settled, where it is from."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from math import isnan
from typing import Any

from core.records import DatasetCard, Decision
from curation.agreement import Agreement, agreement
from curation.cell_texts import texts_looked_at
from curation.people import PersonTally, by_person, discard_reasons
from curation.records import CellProgress
from curation.resolve import by_time
from curation.sharing.pseudonyms import Pseudonyms
from data.curated.cells import JudgedCell
from data.datasets.stored import card_or_none
from data.workspace import Workspace


@dataclass(frozen=True, slots=True)
class SetFacts:
    """All that the card says. `settled` counts the curated samples that were settled, by how; `cards` are None for a
    data set that was removed."""

    name: str
    cells: tuple[CellProgress, ...]
    looked_at: int
    reasons: dict[str, int]
    agreement: Agreement
    people: tuple[PersonTally, ...]
    settled: dict[str, int]
    cards: dict[str, DatasetCard | None]
    seeds: tuple[int, ...]
    versions: dict[str, str]
    pseudonyms: bool

    def total(self, what: str) -> int:
        """The sum over the cells of one of their counts."""
        return sum(getattr(progress, what) for progress in self.cells)


def facts_of(
    workspace: Workspace,
    name: str,
    cells: Sequence[JudgedCell],
    names: Pseudonyms,
    seeds: Sequence[int],
    versions: dict[str, str],
) -> SetFacts:
    """What there is to say of these cells, people by their pseudonyms."""
    verdicts = [names.of_decision(d) for d in _sort_decisions(chain.from_iterable(cell.verdicts for cell in cells))]
    judged = [names.of_decision(d) for d in _sort_decisions(chain.from_iterable(cell.by_text for cell in cells))]
    curated = chain.from_iterable(cell.curated for cell in cells)
    return SetFacts(
        name,
        tuple(cell.progress for cell in cells),
        texts_looked_at(cell.texts for cell in cells),
        discard_reasons(verdicts),
        agreement(judged),
        tuple(by_person(verdicts)),
        dict(Counter(names.of_person(sample.settled_by) for sample in curated if sample.settled_by)),
        {dataset: card_or_none(workspace, dataset) for dataset in sorted({cell.cell.dataset for cell in cells})},
        tuple(sorted(set(seeds))),
        versions,
        bool(names.names),
    )


def _sort_decisions(decisions: Iterable[Decision]) -> list[Decision]:
    """The decisions in an order of their own: intervals are resampled."""
    return sorted(decisions, key=lambda decision: (decision.candidate_id, by_time(decision)))


def plain(facts: SetFacts) -> dict[str, Any]:
    """The same as plain values for JSON; null for what is not defined."""
    sources = {name: card and {"source": card.source, "licence": card.licence} for name, card in facts.cards.items()}
    values = {
        "name": facts.name,
        "datasets": sources,
        "looked_at": facts.looked_at,
        "cells": list(map(_cell, facts.cells)),
        "discard_reasons": facts.reasons,
        "agreement": asdict(facts.agreement),
        "people": [asdict(person) for person in facts.people],
        "pseudonyms": facts.pseudonyms,
        "settled": facts.settled,
        "seeds": facts.seeds,
        "versions": facts.versions,
    }
    cleaned: dict[str, Any] = _nan_to_none(values)
    return cleaned


def per_kept(progress: CellProgress) -> float | None:
    """Samples checked for each that was kept or relabelled; None where none was."""
    return progress.checked / progress.collected if progress.collected else None


def _cell(progress: CellProgress) -> dict[str, Any]:
    cell = progress.cell
    place = {"dataset": cell.dataset, "split": cell.split, "perturbation": cell.perturbation}
    counts = ("kept", "relabelled", "discarded", "disputed", "doubted", "skipped", "carried", "quota")
    return {
        **place,
        "severity": cell.severity.key,
        "checked": progress.checked,
        **{name: getattr(progress, name) for name in counts},
        "checked_per_kept": per_kept(progress),
        "checked_until_quota": progress.checked if progress.reached else None,
        "order": progress.order.name,
        "candidates": progress.candidates,
        "not_applicable": progress.not_applicable,
    }


def _nan_to_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _nan_to_none(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_nan_to_none(item) for item in value]
    return None if isinstance(value, float) and isnan(value) else value
