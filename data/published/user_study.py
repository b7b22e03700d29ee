"""What Moradi & Samwald 2021 printed of their user study (section 5.2): percentages of judgements, by part."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from core.rules import plain_name
from data.published.tables import rows_of_file

SOURCE = "Moradi & Samwald 2021, section 5.2"
FEWEST_OPTIONS = 2


@dataclass(frozen=True, slots=True)
class PublishedAnswer:
    """A printed share (0-1) of the `judgements` in a part of the study; `option` counts the answers from 0."""

    part: int
    participants: int
    judgements: int
    perturbations: tuple[str, ...]
    option: int
    answer: str
    share: float


@cache
def moradi_user_study() -> tuple[PublishedAnswer, ...]:
    """The four printed percentages: one of the first part, three of the second."""
    return tuple(_answer(row) for row in rows_of_file("moradi_user_study.csv"))


def comparable(perturbations: Sequence[str], options: int) -> tuple[PublishedAnswer, ...]:
    """The printed answers of the part that asked of no other perturbations, by whatever rules, with as many options; ()
    where there is none."""
    answers = moradi_user_study()
    given = Counter(answer.part for answer in answers)
    plain = {plain_name(step) for name in perturbations for step in name.split(",")}
    return tuple(
        answer
        for answer in answers
        if plain and plain <= set(answer.perturbations) and options == max(FEWEST_OPTIONS, given[answer.part])
    )


def _answer(row: dict[str, str]) -> PublishedAnswer:
    participants, each = int(row["participants"]), int(row["samples_each"])
    return PublishedAnswer(
        int(row["part"]),
        participants,
        participants * each,
        tuple(row["perturbations"].split(";")),
        int(row["option"]),
        row["answer"],
        int(row["percent"]) / 100,
    )
