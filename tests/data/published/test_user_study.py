"""The printed percentages of the papers' user study."""

import json
from pathlib import Path

import pytest

from data.published.user_study import comparable, moradi_user_study


def test_the_percentages_are_those_that_were_printed(shared: Path) -> None:
    printed = json.loads((shared / "published" / "moradi_user_study.json").read_text())
    shares = [(answer.part, round(100 * answer.share), answer.judgements) for answer in moradi_user_study()]
    second = printed["part2"]
    assert shares == [
        (1, printed["part1"]["understandable_same_meaning_percent"], 20 * 30),
        (2, second["meaningful_and_consistent_percent"], 20 * 20),
        (2, second["meaningful_label_should_change_percent"], 20 * 20),
        (2, second["no_longer_meaningful_percent"], 20 * 20),
    ]


@pytest.mark.parametrize(
    ("perturbations", "options", "parts"),
    [
        (["verb_tense", "word_repetition"], 2, [1]),
        (["negation", "word_order"], 3, [2, 2, 2]),
        (["negation.paper"], 3, [2, 2, 2]),  # by whatever rules
        (["negation"], 2, []),  # another question
        (["negation", "verb_tense"], 3, []),  # from both parts
        (["keyboard"], 2, []),  # another paper's
        ([], 3, []),
    ],
)
def test_only_a_part_that_asked_the_like_of_the_like_is_set_beside(
    perturbations: list[str], options: int, parts: list[int]
) -> None:
    assert [answer.part for answer in comparable(perturbations, options)] == parts
