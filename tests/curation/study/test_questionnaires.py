"""The questionnaires that are known: as many questions as their authors ask, every scale named at both ends."""

import pytest

from core.errors import BadInput
from curation.study.questionnaires import QuestionnaireItem, QuestionnaireKind, demographics, nasa_tlx


def test_the_task_load_index_has_six_scales_from_0_to_100_by_5_named_at_both_ends() -> None:
    scales = nasa_tlx().items
    assert [scale.id for scale in scales] == [
        *("mental", "physical", "temporal", "performance", "effort", "frustration"),
    ]
    for scale in scales:
        scale.check()
        assert (scale.kind, scale.low, scale.high, scale.step) == (QuestionnaireKind.NUMBER, 0, 100, 5)
        assert scale.left and scale.right and scale.left != scale.right
    assert (scales[3].left, scales[3].right) == ("Perfectly", "Not at all")  # the one that is good on the left


def test_nobody_has_to_say_how_old_or_who_they_are() -> None:
    asked = {item.id: item for item in demographics().items}
    for item in asked.values():
        item.check()
    assert any("not" in option for option in asked["age"].options) or not asked["age"].required


@pytest.mark.parametrize(("typed", "kept"), [("1234567", "1234567"), (" 3.14159265 ", "3.14159265"), ("034", "34")])
def test_a_number_is_kept_with_all_its_digits(typed: str, kept: str) -> None:
    asked = QuestionnaireItem("n", "How many?", QuestionnaireKind.NUMBER, high=10_000_000)
    assert asked.accept(typed) == kept
    with pytest.raises(BadInput, match="from 0 to 10000000"):
        asked.accept("10000001")
