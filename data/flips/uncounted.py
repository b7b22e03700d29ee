"""Why flips of a run can't be counted by what was edited."""

from core.design import Condition
from data.flips.files import predicted_files
from data.flips.rows import Counting
from data.runs.files import RunCard
from data.workspace import Workspace

NAMED = 5  # conditions


def uncounted(workspace: Workspace, card: RunCard, part: Counting) -> str:
    """A sentence on what of this part of the run is left out or impossible to count; "" where nothing is."""
    cells = card.cells_of(part.conditions)
    if not predicted_files(workspace, card, card.models_of(part.models), cells).num_rows:
        return f"The run {card.id} has predicted no perturbed text yet; resume this run, or choose another run."
    changing = [cell.condition for cell in cells if cell.applied]
    if not changing:
        return f"The perturbations changed no text of the run {card.id}, so no prediction could flip."
    gone = [condition for condition in changing if not card.variants_path(workspace, condition).exists()]
    if gone:
        which = "" if len(gone) == len(changing) else f" under {_listed(gone)}"
        lost = "are no longer in the workspace, so Flinch can't count flips by edit; evaluate again"
        return f"The texts of the run {card.id}{which} {lost}."
    if part.curated is not None and not part.curated:
        return f"People have kept no text of the run {card.id}, so there is nothing to count."
    return ""


def _listed(conditions: list[Condition]) -> str:
    more = f" and {len(conditions) - NAMED:,} more" if len(conditions) > NAMED else ""
    return ", ".join(map(str, conditions[:NAMED])) + more
