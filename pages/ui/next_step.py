"""The one thing to do next, read off what the workspace holds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from curation.records import CellProgress
from data.jobs import JobStatus


@dataclass(frozen=True, slots=True)
class Step:
    """A page, what its link says, why it is the next, and what its address should hold."""

    page: str
    action: str
    why: str
    query: Mapping[str, str] = field(default_factory=dict)


def next_step(cells: Sequence[CellProgress], working: Sequence[JobStatus], runs: int) -> Step:
    """Prepare, then curate what is open, then evaluate, then look at the heatmap."""
    unfinished = [cell for cell in cells if not cell.closed and cell.waiting]
    if unfinished:
        nearest = max(unfinished, key=lambda cell: cell.collected / cell.quota)
        why = f"{nearest.cell}: {nearest.collected} of {nearest.quota} are kept or relabelled."
        return Step("curate", "Curate", why, {"cell": nearest.cell.id})
    if any(job.kind == "candidates" for job in working):
        return Step("prepare", "See how preparing goes", "Candidates are being made; the first can be curated soon.")
    if not cells:
        return Step(
            "prepare", "Prepare candidates", "Perturb a data set, so that people can say which changes are fair."
        )
    if any(not cell.closed for cell in cells):
        return Step("prepare", "Prepare more candidates", "Every candidate was looked at and the quota is not reached.")
    if any(job.kind == "evaluate" for job in working):
        return Step("evaluate", "See how the evaluation goes", "Models are being trained and asked.")
    if not runs:
        return Step(
            "evaluate", "Evaluate models", "The quotas are reached: see what models make of the curated samples."
        )
    return Step("heatmaps", "See the heatmap", "Your own figures stand beside the published ones.")
