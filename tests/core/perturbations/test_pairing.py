"""Each perturbation gets the severities that are its own."""

import pytest

from core.design import Condition
from core.errors import BadInput
from core.papers import ZHANG
from core.perturbations.conditions import paired, paper_conditions, parse_condition, parse_conditions
from core.perturbations.registry import of_paper, perturbations
from core.rules import Rules
from core.severity import Severity, Unit, pps

CHARACTERS, WORDS, CLASS = Unit.PERCENT_CHARACTERS, Unit.PERCENT_WORDS, Unit.WORD_CLASS
NOUN = Severity(CLASS, "NOUN")


def some(unit: Unit, values: tuple[float | str, ...] | None = None) -> str:
    """A perturbation measured in this unit, whose paper uses these values."""
    found = [p.name for p in perturbations() if p.unit is unit and values in (None, p.values)]
    if not found:
        pytest.skip(f"no perturbation in {unit} yet")
    return found[0]


def test_units_are_never_mixed() -> None:
    removal = some(CLASS)
    assert paired(["negation", removal], [pps(2), NOUN]) == (Condition("negation", pps(2)), Condition(removal, NOUN))


def test_every_pair_of_one_unit_is_made_perturbations_first() -> None:
    assert paired(["negation", "word_deletion"], [pps(1), pps(3)]) == (
        Condition("negation", pps(1)),
        Condition("negation", pps(3)),
        Condition("word_deletion", pps(1)),
        Condition("word_deletion", pps(3)),
    )


def test_a_severity_that_one_paper_uses_is_for_its_perturbations_alone() -> None:
    every_place, words = some(WORDS, (100,)), some(WORDS, (10, 20, 30))
    ten, all_ = Severity(WORDS, 10), Severity(WORDS, 100)
    assert paired([every_place, words], [ten, all_]) == (Condition(every_place, all_), Condition(words, ten))


def test_a_severity_of_no_paper_is_for_all_that_take_it() -> None:
    every_place, words = some(WORDS, (100,)), some(WORDS, (10, 20, 30))
    seven, ten = Severity(WORDS, 7), Severity(WORDS, 10)
    assert paired([words], [ten, seven]) == (Condition(words, ten), Condition(words, seven))
    assert paired([every_place, words], [ten]) == (Condition(every_place, ten), Condition(words, ten))


def test_all_of_them_at_all_the_papers_severities_are_the_papers_cells() -> None:
    everything = perturbations()
    severities = sorted({s for p in everything for s in p.severities}, key=lambda s: (s.unit, str(s.value)))
    steps = paired([p.name for p in everything], severities)
    assert len(steps) == sum(len(p.values) for p in everything)
    assert {(s.perturbation, s.severity) for s in steps} == {(p.name, s) for p in everything for s in p.severities}


def test_what_belongs_to_nothing_is_named() -> None:
    with pytest.raises(BadInput, match="negation is measured in pps"):
        paired(["negation"], [pps(1), Severity(CHARACTERS, 5)])
    with pytest.raises(BadInput, match="negation can't have the severity 9; give pps: 1, 2, 3 or 4"):
        paired(["negation"], [pps(9)])
    removal = some(CLASS)
    with pytest.raises(BadInput, match=f"{removal} can't have the severity PPS 1; give word-class: ADJ"):
        paired(["negation", removal], [pps(1)])
    assert paired([], [pps(1)]) == ()
    assert paired(["negation"], []) == ()


def test_steps_are_spelled_as_they_are_read() -> None:
    steps = tuple(Condition(p.name, severity) for p in perturbations() for severity in p.severities)
    assert parse_condition(Condition.chain(steps).spelled).steps == steps
    two = Condition("negation", pps(2)), Condition("word_class_removal", Severity(CLASS, "ADJ+ADV"))
    assert Condition.chain(two).spelled == ("negation@2,word_class_removal@ADJ+ADV")


def test_a_papers_name_is_its_whole_design_under_the_rules_it_says() -> None:
    ours, own = parse_conditions("zhang"), parse_conditions(["zhang.paper"])
    assert {c.perturbation for c in ours} == {p.name for p in of_paper(ZHANG)}
    assert ours == paper_conditions(ZHANG, Rules.OURS) and own == paper_conditions(ZHANG)
    assert "butter_fingers.paper" in {c.perturbation for c in own}
    assert parse_conditions(["talman", "negation@1"])[-1] == Condition("negation", pps(1))
    with pytest.raises(BadInput, match=r"Unknown rules 'papers'; use zhang or zhang\.paper"):
        parse_conditions("zhang.papers")
