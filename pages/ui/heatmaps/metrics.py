"""What can be shown of a run: its metrics in the order of the selectors, each with the scale of its unit."""

from collections.abc import Iterable

from data.runs.files import RunCard
from data.runs.measures.registry import FOLLOWING, ROBUSTNESS, SHARE, RunMetric, Unit, metrics
from data.runs.scores import offered
from pages.ui.runs.heatmap.heatmap import AGREEMENT, CHANGE, LOST, POINTS
from pages.ui.runs.heatmap.heatmap import SHARE as SHARE_SCALE

SCALES = {
    Unit.AGREEMENT: AGREEMENT,
    Unit.POINTS: POINTS,
    Unit.LOST: LOST,
    Unit.CHANGE: CHANGE,
    Unit.SHARE: SHARE_SCALE,
}
METRICS = {
    m.name: m for m in (*sorted(metrics().values(), key=lambda metric: metric.unit is not Unit.AGREEMENT), *FOLLOWING)
}


def metrics_of(run: RunCard, among: Iterable[RunMetric] = ()) -> list[RunMetric]:
    """Those of these metrics, () for all, that are scored of this run: its task has them, and its labels allow them."""
    measures = offered(run)
    scored = {*measures, SHARE, *([ROBUSTNESS] if "kappa" in measures else [])}
    METRICS.update({name: metric for name, metric in metrics().items() if name not in METRICS})  # a user's own, later
    return [metric for metric in among or METRICS.values() if metric.name in scored]
