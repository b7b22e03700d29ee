"""Perturbations and severities are named for people."""

import pytest

from core.papers import PAPERS
from core.perturbations.registry import NO_PAPER, every_perturbation, find
from core.severity import Severity, Unit, pps
from pages.ui.shared.perturbation_words import (
    all_severities,
    by_paper,
    heading,
    label,
    severities_in_words,
    severity_in_words,
)


def test_every_perturbation_stands_under_one_of_the_five_papers_or_last_under_none() -> None:
    groups = by_paper()
    assert {*groups} - {NO_PAPER} == {paper.short for paper in PAPERS.values()}
    assert NO_PAPER not in [*groups][:-1]
    assert sorted(p.name for group in groups.values() for p in group) == sorted(p.name for p in every_perturbation())
    sizes = [len(group) for paper, group in groups.items() if paper != NO_PAPER]
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
        (Severity(Unit.PERCENT_WORDS, 100), "every place it finds (100 %)"),
        (Severity(Unit.PROBABILITY, 0.05), "probability 0.05"),
        (Severity(Unit.WORD_CLASS, "ADJ+ADV"), "ADJ+ADV"),
        (Severity(Unit.CHAIN, "percent-characters-5,pps-1"), "5 %, PPS 1"),
    ],
)
def test_a_severity_says_what_it_counts(severity: Severity, said: str) -> None:
    assert severity_in_words(severity) == said


def test_several_are_said_in_one_line() -> None:
    assert severities_in_words((1, 2, 3, 4), Unit.PPS) == "PPS 1, 2, 3, 4"
    assert severities_in_words((0.05, 1), Unit.PROBABILITY) == "probability 0.05, 1"


def test_values_that_are_not_the_papers_say_so() -> None:
    lost = "probability 0.2, 0.5, 0.8 (rho values are ours: the paper's own are unavailable)"
    assert all_severities(find("word_phrase_shuffle")) == all_severities(find("character_neighbour_flip")) == lost
    assert all_severities(find("word_full_shuffle")) == "probability 1"
    assert all_severities(find("whitespace")).endswith(
        "(the probability is per position in a text; in the paper it is per sample)"
    )
    assert all_severities(find("whitespace.paper")) == "probability 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1"
    assert all_severities(find("negation")) == "PPS 1, 2, 3, 4"
