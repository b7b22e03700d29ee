"""What can be shown of a run: its metrics, each with its scale and the words to read it by."""

from collections.abc import Iterable
from enum import StrEnum

from data.runs.files import RunCard
from data.runs.measures.registry import FOLLOWING, ROBUSTNESS, SHARE, Unit, metrics
from data.runs.scores import offered
from pages.ui.heatmaps.heatmap import AGREEMENT, CHANGE, LOST, POINTS, Scale
from pages.ui.heatmaps.heatmap import SHARE as SHARES

SCALES = {
    Unit.AGREEMENT: AGREEMENT, Unit.POINTS: POINTS, Unit.LOST: LOST, Unit.CHANGE: CHANGE, Unit.SHARE: SHARES,
}  # fmt: skip
KNOWN = {**metrics(), **{one.name: one for one in FOLLOWING}}


class Metric(StrEnum):
    """What can be shown of a run: the selector's word, the stored metric, the scale, the question, and how to read it.

    Those that pages speak of by name, in the order of the selector, and then all others that are registered. A figure
    that is no agreement, and no change in the data set's own points, is shown times 100.
    """

    stored: str
    scale: Scale
    question: str
    explained: str

    def __new__(cls, stored: str) -> "Metric":
        known = KNOWN[stored]
        metric = str.__new__(cls, known.title)
        metric._value_ = known.title
        metric.stored, metric.scale = stored, SCALES[known.unit]
        metric.question, metric.explained = known.question, known.explained
        return metric

    @property
    def times(self) -> int:
        """What a score is shown times."""
        return 1 if self.scale in (AGREEMENT, CHANGE) else 100

    KAPPA = "kappa"
    KAPPA_LINEAR = "kappa_linear"
    KAPPA_QUADRATIC = "kappa_quadratic"
    ACCURACY = "accuracy"
    F1_MICRO = "f1_micro"
    F1 = "f1_macro"
    F1_BINARY = "f1_binary"
    MATTHEWS = "matthews"
    LOST = "accuracy_lost"
    F1_LOST = "f1_macro_lost"
    F1_BINARY_LOST = "f1_binary_lost"
    MATTHEWS_LOST = "matthews_lost"
    ENTITIES = "f1_entities"
    ENTITIES_LOST = "f1_entities_lost"
    CONCORDANCE = "concordance"
    PEARSON = "pearson"
    SPEARMAN = "spearman"
    PEARSON_LOST = "pearson_lost"
    CHANGE = "mean_change"
    ROBUSTNESS = ROBUSTNESS
    SHARE = SHARE
    _ignore_ = "listed other"
    listed = tuple(vars().values())
    for other in KNOWN:
        if other not in listed:
            vars()[other.upper()] = other


def metrics_of(run: RunCard, metrics: Iterable[Metric] = Metric) -> list[Metric]:
    """Those of these metrics that are scored of this run: its task has them, and its labels allow them."""
    measures = offered(run)
    known = {*measures, SHARE, *([ROBUSTNESS] if "kappa" in measures else [])}
    return [metric for metric in metrics if metric.stored in known]
