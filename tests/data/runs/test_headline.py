"""A run in two figures, among scores worked out by hand."""

from dataclasses import replace
from math import nan

import pytest

from core.records import Score, Task
from core.severity import pps
from data.datasets.catalogue import entry_named
from data.runs.counts import LabelPairs
from data.runs.headline import AGREEMENT, Headline, figure_in_words, headline, in_words, interval_in_words, main_metric
from data.runs.measures.registry import metrics


def score(model: str, metric: str, value: float, perturbation: str = "") -> Score:
    return Score("run", model, "questions", metric, value, 10, perturbation, pps(1) if perturbation else None)


def test_the_best_model_is_that_on_original_text_and_the_worst_cell_that_of_the_lowest_kappa() -> None:
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


def test_figures_stand_in_their_metrics_unit() -> None:
    told = {
        name: figure_in_words(score("CNN", name, -0.6196)) for name in ("accuracy", "matthews", "f1_macro", "kappa")
    }
    assert told == {"accuracy": "−62.0 %", "matthews": "−62.0", "f1_macro": "−62.0", "kappa": "−0.62"}
    bounded = replace(score("CNN", "matthews", 0.62), low=-0.04, high=0.7)
    assert interval_in_words(bounded) == "−4.0 to 70.0" and interval_in_words(score("CNN", "kappa", 0.5)) == ""


def test_the_main_metric_is_what_the_papers_report_of_the_data_set() -> None:
    assert main_metric("sst2", Task.CLASSIFICATION) == "accuracy"
    assert main_metric("hsol", Task.CLASSIFICATION) == "f1_macro"
    assert main_metric("a set of one's own", Task.PAIR_CLASSIFICATION) == "accuracy"


def test_answer_selection_is_judged_by_f1_of_the_answers() -> None:
    entry = entry_named("wikiqa")
    assert main_metric("wikiqa", entry.task) == "f1_binary"
    # Moradi & Samwald print F1: of the second of the two labels, as `LabelPairs.positive` has it.
    assert LabelPairs({}, entry.labels).positive == entry.labels[1] == "answer"


@pytest.mark.parametrize("task", Task)
def test_each_task_has_a_main_metric_and_one_of_agreement(task: Task) -> None:
    wanted = {Task.SIMILARITY: ("pearson", "concordance"), Task.TAGGING: ("f1_entities", "kappa")}
    assert (main_metric("nobody's", task), AGREEMENT[task]) == wanted.get(task, ("accuracy", "kappa"))
    assert main_metric("hsol", Task.TAGGING) == "f1_entities"  # of another task than the papers report


def test_of_equals_the_first_is_named_and_originals_have_no_agreement() -> None:
    both = [score("A", "accuracy", 0.9), score("B", "accuracy", 0.9)]
    cells = [score("A", "kappa", 0.3, "negation"), score("B", "kappa", 0.3, "negation"), score("A", "kappa", 0.1)]
    assert headline([*both, *cells]) == Headline(both[0], cells[0])
    others = [score("A", "pearson", 0.2), score("A", "concordance", 0.1, "negation")]
    assert headline([*both, *cells, *others], "pearson", "concordance") == Headline(*others)


def test_a_metric_has_a_name_for_sentences() -> None:
    assert [in_words(name) for name in ("accuracy", "kappa")] == [metrics()[n].spoken for n in ("accuracy", "kappa")]
    assert in_words("accuracy") == "accuracy"
