"""The small table of perturbations and severities."""

from core.design import Condition
from core.perturbations.conditions import parse_condition
from core.severity import Severity, Unit, pps
from pages.ui.shared.severity_matrix import severity_matrix


def test_chains_and_perturbations_that_are_gone_have_their_rows_too() -> None:
    chain = parse_condition("keyboard@5,negation@1")
    known, gone = Condition("negation", pps(2)), Condition("of_a_plugin", Severity(Unit.PPS, 1))
    drawn = severity_matrix([known, gone, chain], "Curated", lambda one: f"<td>{one.perturbation}</td>")
    assert drawn.count("<table>") == 2  # PPS, and chains
    assert "<td>of_a_plugin</td>" in drawn and "<td>keyboard,negation</td>" in drawn
    assert 'title="">Of a plugin</th>' in drawn and drawn.count("<td></td>") == 2  # each has one severity of the two
