"""How fast a figure falls as severity grows: a line for each perturbation and model."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import streamlit as st

from core.metrics import Estimate
from core.metrics.slope import slope
from core.records import Score
from core.rounding import signed
from core.severity import Severity, Unit
from data.runs.measures.registry import RunMetric
from pages.ui.heatmaps.metrics import SCALES
from pages.ui.shared.html_table import draw_table
from pages.ui.shared.perturbation_words import mean_in_words, short

STEP = {  # the step of severity that a slope is told for
    Unit.PPS: (1, "PPS"),
    Unit.PERCENT_CHARACTERS: (1, "% of characters"),
    Unit.PERCENT_WORDS: (10, "% of words"),
    Unit.PROBABILITY: (0.1, "of probability"),
}
BRIEF = {Unit.PPS: "PPS", Unit.PERCENT_CHARACTERS: "1 %", Unit.PERCENT_WORDS: "10 %", Unit.PROBABILITY: "0.1"}
EDIT, BRIEF_EDIT = (1, "actual edit per sample"), "actual edit"  # what a PPS came out to is counted in
NO_SLOPE = "no slope: almost as many edits at every severity"
LEAST_SPAN = (
    0.5  # steps: where severities hardly differ as they came out, a slope would be far outside of what was seen
)
EXPLAINED = (
    "Slopes come from a weighted linear fit over the actual severities. Where an actual severity is not a number, the "
    "fit uses the requested severity. The 95 % intervals come from the cells. There is no slope where the severities "
    "are nearly equal."
)


@dataclass(frozen=True, slots=True)
class _Line:
    """The severities of a perturbation for a model: asked for in this unit, and whether it is known what came out."""

    perturbation: str
    model: str
    unit: Unit
    came_out: bool

    @property
    def step(self) -> tuple[float, str]:
        """The step of severity that the slope is told for, and of what."""
        return EDIT if self.unit is Unit.PPS and self.came_out else STEP[self.unit]

    @property
    def brief(self) -> str:
        """The step in as few letters as can be."""
        return BRIEF_EDIT if self.step is EDIT else BRIEF[self.unit]


def draw_slopes(scores: Sequence[Score], metric: RunMetric) -> None:
    """The slopes of what is shown, folded in, and where there is none; nothing where nothing has two severities."""
    rows, alike = list(slope_rows(scores, metric)), came_out_alike(scores, metric)
    if rows or alike:
        with st.expander("Slope over severity"):
            st.caption(EXPLAINED)
            if rows:
                header = ("Perturbation, model", "Change", "95 % interval", "Step")
                draw_table(f"{metric}: change with severity", header, rows)
            if alike:
                st.caption(f"No slope because actual severities are almost equal: {'; '.join(alike)}.")


def slopes_in_words(scores: Sequence[Score], metric: RunMetric) -> dict[tuple[str, str], tuple[str, str]]:
    """By perturbation and model the slope and the step of severity that it is told for: "−0.05", "1 %"; why there is
    none, and "", where the texts of all severities have about as many edits."""
    slopes = {
        (line.perturbation, line.model): (_signed(estimate.value, metric, 0), line.brief)
        for line, estimate in _slopes(scores, metric)
    }
    alike = ((line.perturbation, line.model) for line in _alike(scores, metric))
    return dict.fromkeys(alike, (NO_SLOPE, "")) | slopes


def slope_rows(scores: Sequence[Score], metric: RunMetric) -> Iterator[tuple[str, str, str, str]]:
    """A row for each perturbation and model: what it is, the slope, its interval, and the step of severity."""
    for line, estimate in _slopes(scores, metric):
        step, of = line.step
        value, low, high = (_signed(figure, metric) for figure in (estimate.value, estimate.low, estimate.high))
        yield f"{short(line.perturbation)}, {line.model}", value, f"{low} to {high}", f"+{step:g} {of}"


def came_out_alike(scores: Sequence[Score], metric: RunMetric) -> list[str]:
    """The perturbations without a slope because their severities came out nearly the same, with what these came to."""
    spans: dict[str, str] = {}
    for line, came_to in _alike(scores, metric).items():
        spans[short(line.perturbation)] = f"{min(came_to):.1f} to {mean_in_words(max(came_to), line.unit)}"
    return [f"{name} ({span})" for name, span in spans.items()]


def _alike(scores: Sequence[Score], metric: RunMetric) -> dict[_Line, list[float]]:
    """The lines whose severities came out nearly the same, and what they came to."""
    came_to = {line: [severity for severity, _ in points] for line, points in _lines(scores, metric).items()}
    same = (line for line, values in came_to.items() if line.came_out and len(values) > 1 and not _differ(values, line))
    return {line: came_to[line] for line in same}


def _differ(severities: Sequence[float], line: _Line) -> bool:
    """Whether these span enough of a step for a slope over one to be told."""
    return max(severities) - min(severities) >= LEAST_SPAN * line.step[0]


def _slopes(scores: Sequence[Score], metric: RunMetric) -> Iterator[tuple[_Line, Estimate]]:
    """The slopes that are known; none is told for a step that is more than twice of what severities came out to."""
    for line, points in _lines(scores, metric).items():
        severities = [severity / line.step[0] for severity, _ in points]
        estimate = slope(severities, [figure for _, figure in points])
        if estimate.value == estimate.value and _differ([severity for severity, _ in points], line):
            yield line, estimate


def _lines(scores: Iterable[Score], metric: RunMetric) -> dict[_Line, list[tuple[float, Estimate]]]:
    usable = [score for score in scores if score.severity and score.severity.unit in STEP]
    came_to = {_place(score): score.value for score in usable if score.metric == "mean_severity"}
    lines: dict[_Line, list[tuple[float, Estimate]]] = {}
    for score in usable:
        if score.metric == metric.name and score.severity:
            came_out = _place(score) in came_to
            severity = came_to[_place(score)] if came_out else float(score.severity.value)
            line = _Line(score.perturbation, score.model, score.severity.unit, came_out)
            lines.setdefault(line, []).append((severity, Estimate(score.value, score.n, score.low, score.high)))
    return lines


def _place(score: Score) -> tuple[str, str, Severity | None]:
    return score.model, score.perturbation, score.severity


def _signed(value: float, metric: RunMetric, more: int = 1) -> str:
    """The figure with so many digits more than the metric has elsewhere."""
    text = signed(metric.unit.times * value, SCALES[metric.unit].digits + more)
    return text if float(text.replace("−", "-")) else text[1:]  # neither −0.000 nor +0.000
