"""The forecast as a small table: what falls short is marked, what exists already is said, and each rule set's coverage
is in a name's tooltip."""

from collections.abc import Mapping
from dataclasses import replace
from math import nan

from core.design import Condition
from core.records import Cell
from core.severity import Severity, Unit, pps
from curation.records import CellProgress
from data.variants.forecast import Forecast
from pages.ui.prepare.forecast import skipped, summary
from pages.ui.prepare.matrix import PlannedCell, matrix_html

FEW_OF_IT, MORE_OF_IT = Condition("negation.paper", pps(1)), Condition("negation.paper", pps(2))
REMOVED = Condition("word_class_removal", Severity(Unit.WORD_CLASS, "NUM"))


def html_of(
    *planned: PlannedCell,
    covered: Mapping[str, float] | None = None,
    lower: Mapping[Condition, Severity] | None = None,
    details: bool = False,
) -> str:
    conditions = [plan.forecast.condition for plan in planned]
    return matrix_html(conditions, planned, covered or {}, lower or {}, details)


def expected(condition: Condition, candidates: int) -> PlannedCell:
    cell = CellProgress(Cell("films", "test", *condition), *[0] * 7, quota=200, disputed=0)
    return PlannedCell(Forecast(condition, 2000, candidates, candidates, True, nan), cell)


def there(condition: Condition, candidates: int, made: int, checked: int, kept: int) -> PlannedCell:
    """So many candidates of which some were made, and people kept some of those that they judged."""
    one = expected(condition, candidates)
    cell = replace(one.cell, candidates=made, checked=checked, kept=kept, discarded=checked - kept)
    return replace(one, cell=cell, made=made)


def test_each_unit_has_a_table_and_what_is_below_the_quota_a_mark() -> None:
    cells = [expected(FEW_OF_IT, 199), expected(MORE_OF_IT, 1200), expected(REMOVED, 200)]
    html = html_of(*cells)
    assert html.count("<table>") == 2 and html.count("fl-few") - html.split("</style>")[-2].count("fl-few") == 1
    assert '<td class="fl-few" title="below the quota of 200">▲ 199</td>' in html
    assert "<td>1,200</td>" in html and "<td>200</td>" in html
    assert "<small>= PPS\xa01</small>" in html_of(*cells, lower={MORE_OF_IT: pps(1)}, details=True)
    assert 'Candidates at PPS</th><th scope="col">1</th><th scope="col">2</th>' in html


def test_rules_are_compared_where_there_is_a_choice() -> None:
    covered = {"negation.paper": 0.994, "negation": 0.5, "word_class_removal": 0.1}
    html = html_of(expected(FEW_OF_IT, 300), expected(REMOVED, 300), covered=covered)
    assert 'Changes 99\xa0% of the samples (usual rules 50\xa0%).">' in html and "10\xa0%" not in html


def test_what_exists_already_is_said_and_counts_for_the_quota() -> None:
    half = there(FEW_OF_IT, 720, 300, 100, 80)
    whole = there(MORE_OF_IT, 720, 720, 250, 200)
    html = html_of(half, whole)
    assert "<td>720<small>420\xa0new</small></td><td>720<small>complete</small></td>" in html
    assert "<small>300\xa0exist</small><small>420\xa0new</small>" in html_of(half, whole, details=True)
    # 120 of the first cell's 200 are missing; the 420 new candidates and the 200 that wait are more than that
    # of 100 checked people kept 80: they need 150 to keep 120
    assert summary([half, whole]) == (
        "**420 new candidates**. 1,020 exist already. For the quotas of these 2 cells, judge about 150 (at least 120)."
    )
    nearly_all = there(FEW_OF_IT, 3000, 1500, 1500, 1499)
    nearly_all = replace(nearly_all, cell=replace(nearly_all.cell, quota=2732))
    # 1,233 are missing, for which people judge 1,234: "about 1,230" would be fewer
    assert summary([nearly_all]).endswith("For the quota, judge at least 1,233.")
    unknown = there(FEW_OF_IT, 720, 300, 10, 10)  # too few decisions for a share
    assert summary([unknown]).endswith("For the quota, judge at least 190.")
    assert summary([there(FEW_OF_IT, 300, 300, 0, 0)]) == "All 300 candidates exist already."
    too_few = there(FEW_OF_IT, 199, 150, 10, 10)
    assert "150 exist already. These candidates are too few for the quota of 200" in summary([too_few])


def test_complete_cells_that_get_no_candidates_keep_their_place() -> None:
    html = matrix_html([FEW_OF_IT, MORE_OF_IT], [expected(MORE_OF_IT, 300)], {}, {})
    assert "<td>✓<small>complete</small></td><td>300</td>" in html


def test_an_estimate_adds_up_to_what_its_cells_say() -> None:
    some = [replace(plan, forecast=replace(plan.forecast, exact=False)) for plan in [expected(FEW_OF_IT, 3148)]]
    assert summary(some).startswith("About **3,150 candidates**.")


def test_texts_of_an_earlier_cell_are_not_to_be_judged_again() -> None:
    half = there(FEW_OF_IT, 720, 300, 0, 0)
    again = replace(half, forecast=replace(half.forecast, new_texts=72, came_to=1.1))  # a tenth of the candidates
    assert again.to_judge == 42
    assert "<small>judge\xa042</small><small>actual\xa01.1</small>" in html_of(again, details=True)
    assert summary([again]).startswith("**420 new candidates**, **42 to judge**. 300 exist already.")


def test_equal_reasons_of_a_perturbation_are_said_once() -> None:
    one, two = (expected(condition, 10).forecast for condition in (FEW_OF_IT, MORE_OF_IT))
    why = "3 of 10 samples tried are skipped"
    assert skipped([replace(one, skipped=why), replace(two, skipped=why)]) == [
        f"Negation (paper rules), PPS 1 and 2: {why}."
    ]
    assert len(skipped([replace(one, skipped=why), replace(two, skipped=f"{why}: 3 x")])) == 2
