"""What Talman et al. 2022 print: Table 3 by data set and metric, and the shares of section 6."""

import pytest

from core.papers import TALMAN
from data.datasets.catalogue import entry_named
from data.published.tables import rows_of_file
from data.published.word_classes import SPELT, published_changes, published_cues, published_masked, published_metric
from data.runs.measures.registry import metrics


def test_changes_are_those_of_the_scores_and_within_a_hundredth_of_the_print() -> None:
    found = {(one.task, one.word_class): one for one in published_changes()}
    assert len(found) == 8 * 2
    noun = found["CoLA", "NOUN"]
    assert (noun.dataset, noun.metric, noun.baseline, noun.scores) == ("cola", "matthews", 64.05, (39.72, 17.75, 34.33))
    assert noun.changes == (-24.33, -46.3, -29.72)
    printed: dict[tuple[str, str], list[float]] = {}
    for row in rows_of_file("talman_corrupt.csv"):
        key = (SPELT.get(row["task"], row["task"]), row["word_class"])
        printed.setdefault(key, []).append(float(row["delta_published"]))
    for key, deltas in printed.items():
        assert found[key].changes == pytest.approx(deltas, abs=0.011), key


def test_tasks_are_the_catalogues_and_metrics_are_ours() -> None:
    for one in published_changes():
        assert TALMAN in entry_named(one.dataset).papers
        assert metrics()[one.metric].measures
    assert [published_metric(name) for name in ("stsb", "mrpc", "nobody's")] == ["pearson", "accuracy", ""]


def test_shares_of_cues_and_of_masked_words() -> None:
    cues = [(one.dataset, one.word_class, round(one.share, 3), one.n) for one in published_cues()]
    assert cues == [("sst2", "NOUN", 0.503, 761), ("sst2", "NOUN+ADJ", 0.186, 672), ("mrpc", "NOUN", 0.76, 0)]
    masked = {(one.word_class, one.original): one.share for one in published_masked()}
    assert masked == pytest.approx(
        {("NOUN", True): 0.341, ("NOUN", False): 0.147, ("VERB", True): 0.664, ("VERB", False): 0.311}
    )
