"""How long people took."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from curation.study.records import StudyAnswer
from curation.study.results.judgements import Judgement

FASTEST = 0.1  # seconds a word; whoever takes less has not read the text: 600 words a minute


@dataclass(frozen=True, slots=True)
class JudgedTimes:
    """Seconds for a judgement: the median and the quartiles; `too_fast` of `n` took less than 0.1 s for each word of
    the perturbed text alone."""

    n: int
    lower: float
    median: float
    upper: float
    too_fast: int


def median_seconds(answers: Iterable[StudyAnswer]) -> dict[str, float]:
    """The median time of an answer by participant; nobody without an answer whose time is known."""
    times: dict[str, list[float]] = {}
    for answer in answers:
        if answer.seconds > 0:
            times.setdefault(answer.participant, []).append(answer.seconds)
    return {participant: median(seconds) for participant, seconds in times.items()}


def judged_times(rows: Sequence[Judgement]) -> JudgedTimes | None:
    """Of the judgements whose time is known; None where no time is."""
    timed = [row for row in rows if row.seconds > 0]
    if not timed:
        return None
    lower, median, upper = (float(at) for at in np.quantile([row.seconds for row in timed], (0.25, 0.5, 0.75)))
    too_fast = sum(row.seconds < FASTEST * row.words for row in timed)
    return JudgedTimes(len(timed), lower, median, upper, too_fast)
