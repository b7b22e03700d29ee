"""The questionnaires that are known: as many questions as their authors ask, every scale named at both ends."""

from curation.study.questionnaires import QuestionnaireKind, demographics, nasa_tlx


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
