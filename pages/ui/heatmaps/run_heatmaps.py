"""A run's scores as heatmaps, and how to read figures that are made of one of them, or of several."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from math import isnan, nan

from core.metrics.significance import LEVEL, holm
from core.records import Score, Task
from core.rounding import p_in_words
from data.runs.headline import MAIN, in_words
from data.runs.measures.drawn import P
from data.runs.measures.registry import Compares, Needs, RunMetric
from data.runs.measures.scoring import KAPPA_CHANGED
from data.runs.measures.scoring import LOST as LOST_OF
from pages.ui.heatmaps.metrics import SCALES
from pages.ui.heatmaps.rows import rows_of
from pages.ui.runs.heatmap.heatmap import (
    AGREEMENT,
    COUNT_NOTE,
    FEW,
    NOTHING_CHANGED,
    ORIGINAL,
    POINTS,
    SHARE_NOTE,
    Heatmap,
    HeatmapCell,
    HeatmapRow,
)
from pages.ui.shared.perturbation_words import mean_in_words

_Scores = Mapping[tuple[str, str, str, str], Score]  # by metric, model, perturbation, severity key
_Corrected = Mapping[tuple[str, ...], float]


class Samples(StrEnum):
    """Which samples count, in the words of the selector."""

    ALL = "All"
    CHANGED = "Only changed"
    KEPT = "Kept by people"


_EXPLAINED = {
    Samples.ALL: "All samples, including unchanged samples.",
    Samples.CHANGED: "Only samples that the perturbation changed; Moradi & Samwald's programs do the same.",
    Samples.KEPT: "Only samples that people kept or relabelled.",
}
STARRED = "* = significant (p < .05, {}). Holm's correction counts all cells of the run."
TOKENS = "For tags: Flinch compares the entity type of each token that is in both texts; n counts these tokens."
AVERAGED = (
    "Mean ± standard deviation over trainings with different seeds. Intervals also apply to other texts and trainings. "
    "A test over the trainings applies only to these texts."
)
UNWEIGHED = "The thesis computes robustness from kappa over all samples, not only over the samples shown here."
APART = "* = significant (p < .05, {}). Holm's correction counts all cells of a run."
PARTLY = "“1 of 2”: the mean covers one of two trainings; the other training has no value in that cell."


SHORT_HEAD = len("accuracy")  # letters
ONE_LABEL = "no kappa: all labels are the same, before and after"
UNSCORABLE = "could not be scored"
NONE_KEPT = "nobody has kept a text of this cell"


def rests_on(metric: RunMetric, main: str) -> tuple[str, ...]:
    """The stored metrics that its heatmap shows, in its cells and beside them."""
    before = tuple(name for name, lost in LOST_OF.items() if lost == metric.name)
    beside = (KAPPA_CHANGED, "share_perturbed", "mean_severity")
    return (metric.name, *before, main, f"{metric.name}{P}", *beside)


def run_heatmap(
    title: str, scores: Sequence[Score], metric: RunMetric, samples: Samples = Samples.ALL, main: str = "accuracy"
) -> Heatmap:
    """A run's scores: perturbation and severity down, models across; original text first where it has a score.

    `main` is the stored metric that stands under each model's name.
    """
    table = {(s.metric, s.model, s.perturbation, s.severity.key if s.severity else ""): s for s in scores}
    models = tuple(dict.fromkeys(score.model for score in scores))
    rows = [*([ORIGINAL] if metric.of is Compares.GOLD else []), *rows_of(scores)]
    made = {model: max(score.trainings for score in scores if score.model == model) for model in models}
    original = {model: table.get((main, model, *ORIGINAL.key)) for model in models}
    some = samples is not Samples.ALL  # the heads are of all: of how many would be read as of how many in the cells
    heads = {model: _head(score, in_words(main), not some) for model, score in original.items() if score and score.n}
    ps = _corrected(table, metric)
    cells = [_cell(table, metric, row, model, samples, made[model], ps) for row in rows for model in models]
    if some:
        cells = [replace(cell, few=0 < cell.n < FEW) for cell in cells]
    if samples is Samples.KEPT and (heads or not metric.needs_gold):
        cells = [replace(cell, note=NONE_KEPT) if cell.note == UNSCORABLE else cell for cell in cells]
    of, tagged = f"{title}.", main == MAIN[Task.TAGGING] and metric.name in ("kappa", "robustness")
    sentences = (
        of,
        metric.explained,
        TOKENS * tagged,
        UNWEIGHED * (metric.name == "robustness" and some),
        AVERAGED * (max(made.values(), default=1) > 1),
        PARTLY * any(cell.part for cell in cells),
        STARRED.format(_test(table, metric)) if ps else "",
        "" if metric.name == "share_perturbed" else COUNT_NOTE if some else SHARE_NOTE,
        of_heads(in_words(main), some) if heads else "",
    )
    subtitle, scale = " ".join(filter(None, sentences)), SCALES[metric.unit]
    return Heatmap(metric.question, subtitle, _EXPLAINED[samples], scale, tuple(cells), heads, begins=of)


def of_heads(measured: str, some: bool) -> str:
    """What stands under each model, "accuracy" for example: of all texts, also where only `some` samples count."""
    texts = "all original texts" if some else "original text"
    return f"Under each model: its {measured} on {texts}{'' if some else ' and the number of samples'}."


def _corrected(table: _Scores, metric: RunMetric) -> _Corrected:
    """The p of each cell's loss, corrected for all that are shown, by model, perturbation and severity key."""
    of = f"{metric.name}{P}"
    tested = {tuple(place): s.value for (stored, *place), s in table.items() if stored == of and s.value == s.value}
    return dict(zip(tested, holm(list(tested.values())), strict=True))


def _test(table: _Scores, metric: RunMetric) -> str:
    tested = {score.trainings > 1 for (stored, *_), score in table.items() if stored == f"{metric.name}{P}"}
    names = {False: "McNemar's exact test", True: "a paired t-test over the trainings"}
    return " and ".join(names[several] for several in sorted(tested))


def _head(score: Score, main: str, counted: bool) -> str:
    """ "accuracy 94.3, n = 300", or its first part; without a name that is longer than a narrow column is wide."""
    prefix = f"{main} " if len(main) <= SHORT_HEAD else ""
    spread = f" ± {POINTS.text(100 * score.sd)}" if score.sd == score.sd else ""
    return f"{prefix}{POINTS.text(100 * score.value)}{spread}{f', n = {score.n:,}' if counted else ''}"


def _cell(
    table: _Scores, metric: RunMetric, row: HeatmapRow, model: str, samples: Samples, made: int, ps: _Corrected
) -> HeatmapCell:
    """The cell of a model of which so many trainings were made."""
    share = table.get(("share_perturbed", model, *row.key))
    perturbed = share.value if share and metric.name != "share_perturbed" else nan
    score = table.get((metric.name, model, *row.key))
    if share and not share.value and metric.needs_changes:
        return HeatmapCell(row, model, nan, perturbed, NOTHING_CHANGED)
    if score is None or not score.n:
        missing = score is None and share is None and row != ORIGINAL
        return HeatmapCell(row, model, nan, perturbed, "not predicted" if missing else UNSCORABLE)
    value, low, high, sd = (metric.unit.times * figure for figure in (score.value, score.low, score.high, score.sd))
    if isnan(value):
        is_kappa = metric.needs is Needs.ORDER or metric.name in ("kappa", "robustness")
        why = ONE_LABEL if is_kappa else UNSCORABLE
        return HeatmapCell(row, model, nan, perturbed, f"{why}; n = {score.n:,}", n=score.n)
    part = f"{score.trainings} of {made}" if score.trainings < made else ""
    p = ps.get((model, *row.key), nan)
    notes = (
        f"mean of {part} trainings, the others have no value" if part else f"mean of {made} trainings" * (made > 1),
        _note(table, metric, row, score),
        _over_changed(table, metric, model, row),
        _came_to(table, model, row, samples),
        _tested(p, len(ps), "McNemar" if isnan(sd) else "t-test"),
    )
    note, marked = "; ".join(filter(None, notes)), p < LEVEL
    return HeatmapCell(row, model, value, perturbed, note, low, high, marked, sd=sd, part=part, n=score.n, p=p)


def _tested(p: float, tests: int, by: str) -> str:
    """ "p = 0.012 (McNemar, Holm over 8 tests)"; "" where there was no test."""
    among = f", Holm over {tests} tests" if tests > 1 else ""
    return "" if isnan(p) else f"{p_in_words(p)} ({by}{among})"


def _over_changed(table: _Scores, metric: RunMetric, model: str, row: HeatmapRow) -> str:
    """Beside a kappa over all samples that of the changed ones, where they are fewer: "0.61 (0.48 to 0.72) over …"."""
    score, share = table.get((KAPPA_CHANGED, model, *row.key)), table.get(("share_perturbed", model, *row.key))
    if metric.name != "kappa" or score is None or share is None or share.value == 1:
        return ""
    interval = AGREEMENT.span(score.low, score.high)
    spoken = AGREEMENT.text(score.value) + (f" ({interval})" if interval else "")
    return f"{spoken} over the {score.n:,} changed samples"


def _came_to(table: _Scores, model: str, row: HeatmapRow, samples: Samples) -> str:
    """The severity as it came out over these samples: "actual severity 6.3 % of words"; "" where it has no number.

    It is known over all samples; those that were not changed add nothing to it. Of those people kept it is not known.
    """
    score, share = (table.get((name, model, *row.key)) for name in ("mean_severity", "share_perturbed"))
    if not (score and score.severity) or samples is Samples.KEPT:
        return ""
    of_all = score.value if samples is Samples.ALL or not (share and share.value) else score.value / share.value
    return f"actual severity {mean_in_words(of_all, score.severity.unit)}"


def _note(table: _Scores, metric: RunMetric, row: HeatmapRow, score: Score) -> str:
    """What a score stands on; of what is lost also from what to what, on the same samples."""
    of = next((name for name, lost in LOST_OF.items() if lost == metric.name), "")
    after = table.get((of, score.model, *row.key))
    if after is None:
        return f"n = {score.n:,}"
    before, now = (POINTS.text(100 * value) for value in (after.value + score.value, after.value))
    return f"{before} before, {now} after, n = {score.n:,}"


def unexplained(heatmap: Heatmap, metric: RunMetric) -> Heatmap:
    """The same without the words on how to read the metric and its stars, for figures that are made of these."""
    stars = rf" {re.escape(STARRED).replace(re.escape('{}'), '[^)]*?')}"
    return replace(heatmap, subtitle=re.sub(stars, "", heatmap.subtitle.replace(f" {metric.explained}", "", 1)))


def read_together(parts: Sequence[Heatmap], metric: RunMetric, mains: Iterable[str]) -> str:
    """How to read the heatmaps of several runs in one figure: what any of them says; `mains` are their main metrics."""
    subtitles = [part.subtitle for part in parts]
    tests = dict.fromkeys(test for subtitle in subtitles for test in re.findall(r"p < \.05, (.+?)\)\.", subtitle))
    words = dict.fromkeys(map(in_words, mains))
    depends = " (depending on the data set)" if len(words) > 1 else ""
    heads = of_heads(f"{' or '.join(words)}{depends}", any(part.counted for part in parts))
    sentences = [
        metric.explained,
        *(note for note in (TOKENS, UNWEIGHED, AVERAGED, PARTLY) if any(note in subtitle for subtitle in subtitles)),
        APART.format(" or ".join(tests)) if tests else "",
        *(note for note in (SHARE_NOTE, COUNT_NOTE) if any(note in subtitle for subtitle in subtitles)),
        heads if any(part.heads for part in parts) else "",
    ]
    return " ".join(filter(None, sentences))
