"""The rows of a heatmap of one's own figures."""

from collections.abc import Iterable

from core.perturbations.registry import every_perturbation
from core.records import Score
from core.rules import plain_name
from core.severity import Severity
from pages.ui.runs.heatmap.heatmap import HeatmapRow
from pages.ui.shared.perturbation_words import short


def rows_of(scores: Iterable[Score]) -> list[HeatmapRow]:
    """A row for each perturbation and severity that was scored, as `rows_at` has them."""
    return rows_at((score.perturbation, score.severity) for score in scores if score.perturbation and score.severity)


def rows_at(conditions: Iterable[tuple[str, Severity]]) -> list[HeatmapRow]:
    """A row for each perturbation and severity, in the catalogue's order, then chains; the first bears the name."""
    keys: dict[str, set[Severity]] = {}
    for name, severity in conditions:
        keys.setdefault(name, set()).add(severity)
    places = {perturbation.name: place for place, perturbation in enumerate(every_perturbation())}
    ordered = sorted(keys.items(), key=lambda item: (places.get(plain_name(item[0]), len(places)), item[0]))
    return [
        HeatmapRow((name, severity.key), short(name), str(severity), name, named=position == 0)
        for name, severities in ordered
        for position, severity in enumerate(sorted(severities))
    ]
