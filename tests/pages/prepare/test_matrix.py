"""The forecast as a small table: what falls short is marked, and each rule set's coverage is in a name's tooltip."""

from math import nan

from core.design import Condition
from core.severity import Severity, Unit, pps
from data.variants.forecast import Forecast
from pages.ui.prepare.matrix import matrix_html

FEW_OF_IT, MORE_OF_IT = Condition("negation.paper", pps(1)), Condition("negation.paper", pps(2))
REMOVED = Condition("word_class_removal", Severity(Unit.WORD_CLASS, "NUM"))


def expected(condition: Condition, candidates: int) -> Forecast:
    return Forecast(condition, 2000, candidates, candidates, True, nan)


def test_each_unit_has_a_table_and_what_is_below_the_quota_a_mark() -> None:
    cells = [expected(FEW_OF_IT, 199), expected(MORE_OF_IT, 1200), expected(REMOVED, 200)]
    html = matrix_html(cells, 200, {MORE_OF_IT: pps(1)}, {})
    assert html.count("<table>") == 2 and html.count("fl-few") - html.split("</style>")[-2].count("fl-few") == 1
    assert '<td class="fl-few" title="below the quota of 200">▾ 199</td>' in html
    assert "<td>1,200<small>same as PPS\xa01</small></td>" in html and "<td>200</td>" in html
    assert 'Candidates at PPS</th><th scope="col">1</th><th scope="col">2</th>' in html


def test_rules_are_compared_where_there_is_a_choice() -> None:
    covered = {"negation.paper": 0.994, "negation": 0.5, "word_class_removal": 0.1}
    html = matrix_html([expected(FEW_OF_IT, 300), expected(REMOVED, 300)], 200, {}, covered)
    assert 'Changes 99\xa0% of the samples (usual rules 50\xa0%).">' in html and "10\xa0%" not in html
