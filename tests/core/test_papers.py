"""The papers' records: how they are cited, and that their designs are what the registry offers."""

import pytest

from core.papers import MORADI, PAPERS, ROMERO, TALMAN, ZHANG, Paper
from core.perturbations.registry import Level, find, of_paper, perturbation, perturbations
from core.randomness import Draws
from core.rewrite import Rewrite
from core.severity import Unit
from core.text.analysed import AnalysedText


def test_they_are_cited_by_one_two_or_the_first_of_many_authors() -> None:
    assert [paper.short for paper in (ROMERO, MORADI, ZHANG)] == [
        "Romero 2023",
        "Moradi & Samwald 2021",
        "Zhang et al. 2022",
    ]
    assert ZHANG.reference.startswith("Zhang, Pan, Tan & Kan 2022, *Interpreting the Robustness")
    assert ROMERO.reference.startswith("Romero 2023, *Model robustness")


def test_a_perturbation_has_the_severities_of_its_paper_unless_it_states_its_own() -> None:
    assert find("negation").values == MORADI.values(Unit.PPS) == (1, 2, 3, 4)
    assert find("word_class_removal").values == TALMAN.values(Unit.WORD_CLASS)
    assert find("contraction").values == (100,)
    assert MORADI.values(Unit.PROBABILITY) == ()


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_every_paper_has_perturbations_and_uses_each_unit_of_its_designs(paper: Paper) -> None:
    assert {design.unit for design in paper.designs} == {p.unit for p in of_paper(paper)}
    assert all(p.paper is paper for p in of_paper(paper))


def test_every_perturbation_belongs_to_one_paper_or_none() -> None:
    of_papers = [p for paper in PAPERS.values() for p in of_paper(paper)]
    assert {p.name for p in perturbations()} - {p.name for p in of_papers} == {
        p.name for p in perturbations() if not p.paper
    }
    assert len({p.name for p in of_papers}) == len(of_papers)


def test_a_perturbation_without_a_paper_must_say_its_severities() -> None:
    with pytest.raises(
        ValueError, match="lone has no severities; give them as `values`, or give the `paper` that has them"
    ):

        @perturbation(level=Level.WORD, unit=Unit.PPS, alters_meaning=False)
        def lone(text: AnalysedText, amount: int, draws: Draws) -> Rewrite | None:
            """Nothing."""
            return None
