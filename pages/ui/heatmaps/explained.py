"""How to read figures that are made of a run's heatmap, or of several of them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from data.runs.headline import in_words
from data.runs.measures.registry import RunMetric
from pages.ui.heatmaps.run_heatmaps import AVERAGED, PARTLY, STARRED, TOKENS, UNWEIGHED, of_heads
from pages.ui.runs.heatmap.heatmap import COUNT_NOTE, SHARE_NOTE, Heatmap

APART = "* = significant (p < .05, {}). Holm's correction counts all cells of a run."


def unexplained(heatmap: Heatmap, metric: RunMetric) -> Heatmap:
    """The same without the words on how to read the metric and its stars, for figures that are made of these."""
    stars = rf" {re.escape(STARRED).replace(re.escape('{}'), '[^)]*?')}"
    return replace(heatmap, subtitle=re.sub(stars, "", heatmap.subtitle.replace(f" {metric.explained}", "", 1)))


def read_together(parts: Sequence[Heatmap], metric: RunMetric, mains: Iterable[str]) -> str:
    """How to read the heatmaps of several runs in one figure: what any of them says; `mains` are their main metrics."""
    said = [part.subtitle for part in parts]
    tests = dict.fromkeys(test for one in said for test in re.findall(r"p < \.05, (.+?)\)\.", one))
    words = dict.fromkeys(map(in_words, mains))
    depends = " (depending on the data set)" if len(words) > 1 else ""
    sentences = [
        metric.explained,
        *(told for told in (TOKENS, UNWEIGHED, AVERAGED, PARTLY) if any(told in one for one in said)),
        APART.format(" or ".join(tests)) if tests else "",
        *(note for note in (SHARE_NOTE, COUNT_NOTE) if any(note in one for one in said)),
        of_heads(f"{' or '.join(words)}{depends}", any(part.counted for part in parts))
        if any(part.heads for part in parts)
        else "",
    ]
    return " ".join(filter(None, sentences))
