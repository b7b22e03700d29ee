"""Whether a run's figures may be set beside published ones: the same samples, the same data set, the same labels."""

from core.papers import MORADI, ROMERO
from data.runs.files import RunCard
from pages.ui.heatmaps.comparison import fitting_task
from pages.ui.heatmaps.published_heatmaps import Collection, tasks
from pages.ui.heatmaps.run_heatmaps import Samples

OF_MORADI = (Collection.SCORE, Collection.LOST, Collection.LOST_BY_PPS)
LABELS = {  # how many labels the published models chose between
    ROMERO: {"GC": 2, "HSOL": 3, "NLI": 3, "SA": 2, "SS": 2},
    MORADI: {"TC": 50, "SA": 5, "QA": 2},
}
FAIRLY = (
    "For deletion, negation and synonyms, Moradi & Samwald use 200 samples per cell, all kept by people. "
    'Their other figures use changed samples only. Choose "Kept by people" or "Only changed" for a fair comparison.'
)


def other_samples(collection: Collection, samples: Samples) -> str:
    """Why figures over these samples can't be subtracted, in a sentence; "" where they can."""
    if collection in (Collection.KAPPA, Collection.ROBUSTNESS) and samples is not Samples.ALL:
        return f'{ROMERO.short} counts all samples, also unchanged ones: choose "{Samples.ALL}" to subtract figures.'
    return ""


def unlike(collection: Collection, task: str, run: RunCard) -> list[str]:
    """What sets the run apart from what was published on this task, a sentence each."""
    said = []
    printed = tasks(collection)[task].rpartition("(")[2].rstrip(")")
    if fitting_task(collection, run.dataset) != task:
        said.append(f"the published figures are on {printed}, this run's on {run.dataset}")
    labels = LABELS[MORADI if collection in OF_MORADI else ROMERO].get(task, 0)
    if labels and run.labels and len(run.labels) != labels:
        said.append(
            f"the published models chose between {labels} labels, the models of this run between {len(run.labels)}"
        )
    return [f"Not comparable: {one}." for one in said]
