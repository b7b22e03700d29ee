"""Which perturbations a study has moved from "automatic" to "curate" or back: a setting of the workspace."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from core.errors import BadInput
from core.metrics.estimate import Estimate
from core.perturbations.registry import find
from curation.study.results.needs import Handling, in_registry
from data.durable import lock_file, write_failure_told, write_text
from data.records_json import encode_checked, record_or_none
from data.workspace import Workspace

FILE = "handling.json"


@dataclass(frozen=True, slots=True)
class StudyEvidence:
    """How a perturbation is to be handled, on whose evidence: how often meaning and label `survived` in which study."""

    handling: Handling
    study: str
    title: str
    survived: Estimate
    at: datetime

    @property
    def evidence(self) -> str:
        """ "meaning and label stayed the same in 62 % [50–73] of 80 judgements"."""
        percent = f"{100 * self.survived.value:.0f} % [{100 * self.survived.low:.0f}–{100 * self.survived.high:.0f}]"
        return f"meaning and label stayed the same in {percent} of {self.survived.n:,} judgements"


@dataclass(frozen=True, slots=True)
class HandlingSettings:
    """What was moved, by the perturbation's name."""

    moved: Mapping[str, StudyEvidence] = field(default_factory=dict)


def moved_by_studies(workspace: Workspace) -> Mapping[str, StudyEvidence]:
    """What studies have moved, by the perturbation's name; those that the registry does not know are left out."""
    held = record_or_none(workspace.root / FILE, HandlingSettings) or HandlingSettings()
    return {name: moved for name, moved in held.moved.items() if _is_known(name)}


def handling(workspace: Workspace, perturbation: str) -> Handling:
    """How samples of this perturbation are handled: as a study moved it, else as the registry says."""
    moved = moved_by_studies(workspace).get(perturbation)
    return moved.handling if moved else in_registry(perturbation)


def move(workspace: Workspace, perturbation: str, to: StudyEvidence) -> None:
    """Move the perturbation for good; to where the registry has it forgets that it was ever moved.

    Raises BadInput for a name that the registry does not know, and where the setting can't be written.
    """
    place = workspace.root / FILE
    stays = in_registry(perturbation) is to.handling
    with write_failure_told(place), lock_file(workspace.root / f".{FILE}.lock"):
        moved = dict(moved_by_studies(workspace))
        moved.pop(perturbation, None)
        write_text(place, encode_checked(HandlingSettings(moved if stays else {**moved, perturbation: to})))


def _is_known(name: str) -> bool:
    try:
        return all(find(step) for step in name.split(","))
    except BadInput:
        return False
