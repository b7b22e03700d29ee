"""What is still missing of a run that was stopped, failed or is under way, and why."""

from pathlib import Path

from data.jobs.records import JobEnd, read_file
from data.runs.files import RunCard, RunModel, failures_in_words, predictions_path
from data.workspace import Workspace


def unfinished(workspace: Workspace, card: RunCard) -> list[str]:
    """Sentences on which models of the run have not predicted everything, and why where that is known; [] for none."""
    folder = workspace.runs / card.id
    lacking = [lack for model in card.models if (lack := _missing_phrase(folder, card, model))]
    if card.finished or not lacking:
        return []
    ended = read_file(workspace.jobs / card.id, JobEnd)
    why = ended.error if ended and ended.error else failures_in_words(card)
    return [f"This run is not finished: {', '.join(lacking)}.", *([why] if why else [])]


def _missing_phrase(folder: Path, card: RunCard, model: RunModel) -> str:
    """What the model has not predicted, "" for nothing."""
    if not predictions_path(folder, model, None).exists():
        return f"{model.name} has predicted nothing"
    there = sum(predictions_path(folder, model, card.cell(cell)).exists() for cell in card.cells)
    missing = len(card.cells) - there
    return f"{model.name} has predicted {there:,} of {len(card.cells):,} cells" if missing else ""
