"""Perturbations and severities are named for people."""

import pytest

from core.papers import PAPERS
from core.perturbations.registry import find, perturbations
from core.severity import Severity, Unit, pps
from pages.ui.shared.perturbation_words import by_paper, heading, label, severities_in_words, severity_in_words


def test_every_perturbation_stands_under_one_of_the_five_papers() -> None:
    groups = by_paper()
    assert set(groups) == set(PAPERS.values())
    assert sorted(p.name for group in groups.values() for p in group) == sorted(p.name for p in perturbations())
    sizes = [len(group) for group in groups.values()]
    assert sizes == sorted(sizes, reverse=True)


def test_a_perturbation_is_found_by_its_name_and_its_author() -> None:
    deletion = find("word_deletion")
    assert heading(deletion.name) == "Word deletion"
    assert label(deletion) == "word deletion · Moradi"
    assert heading("") == ""


@pytest.mark.parametrize(
    ("severity", "said"),
    [
        (pps(2), "PPS 2"),
        (Severity(Unit.PERCENT_CHARACTERS, 0.5), "0.5 % of characters"),
        (Severity(Unit.PERCENT_WORDS, 20), "20 % of words"),
        (Severity(Unit.PERCENT_WORDS, 100), "every place it finds"),
        (Severity(Unit.PROBABILITY, 0.05), "probability 0.05"),
        (Severity(Unit.WORD_CLASS, "ADJ+ADV"), "ADJ+ADV"),
    ],
)
def test_a_severity_says_what_it_counts(severity: Severity, said: str) -> None:
    assert severity_in_words(severity) == said


def test_several_are_said_in_one_line() -> None:
    assert severities_in_words((1, 2, 3, 4), Unit.PPS) == "PPS 1, 2, 3, 4"
    assert severities_in_words((0.05, 1), Unit.PROBABILITY) == "probability 0.05, 1"
