"""A run in two figures, among scores worked out by hand."""

from math import nan

from core.records import Score, Task
from core.severity import pps
from data.datasets.catalogue import entry_named
from data.runs.counts import LabelPairs
from data.runs.headline import Headline, headline, main_metric


def score(model: str, metric: str, value: float, perturbation: str = "") -> Score:
    return Score("run", model, "questions", metric, value, 10, perturbation, pps(1) if perturbation else None)


def test_the_best_model_is_that_on_untouched_text_and_the_worst_cell_that_of_the_lowest_kappa() -> None:
    scores = [
        score("CNN", "accuracy", 0.7),
        score("MiniLM", "accuracy", 0.9),
        score("CNN", "accuracy", 0.95, "negation"),  # perturbed: easier, but not the question
        score("CNN", "kappa", 0.4, "negation"),
        score("MiniLM", "kappa", 0.3, "negation"),
        score("MiniLM", "kappa", nan, "word_deletion"),  # could not be scored
        score("MiniLM", "share_perturbed", 0.1, "negation"),
    ]
    assert headline(scores) == Headline(scores[1], scores[4])


def test_of_nothing_there_is_no_figure() -> None:
    assert headline([]) == Headline(None, None)
    assert headline([score("CNN", "accuracy", nan)]) == Headline(None, None)


def test_the_main_metric_is_what_the_papers_report_of_the_data_set() -> None:
    assert main_metric("sst2", Task.CLASSIFICATION) == "accuracy"
    assert main_metric("hsol", Task.CLASSIFICATION) == "f1_macro"
    assert main_metric("a set of one's own", Task.PAIR_CLASSIFICATION) == "accuracy"


def test_answer_selection_is_judged_by_f1_of_the_answers() -> None:
    entry = entry_named("wikiqa")
    assert main_metric("wikiqa", entry.task) == "f1_binary"
    # Moradi & Samwald print F1: of the second of the two labels, as `LabelPairs.positive` has it.
    assert LabelPairs({}, entry.labels).positive == entry.labels[1] == "answer"
