"""The three verb perturbations of Moradi & Samwald under paper rules, by hand."""

import pytest

from core.severity import pps
from data.lexicon.resources import perturber
from tests.core.outcomes import outcomes


def only(name: str, text: str) -> str | None:
    """The one text that every PPS and key leads to; None where it is not applicable."""
    made = {one for value in (1, 4) for one in outcomes(f"{name}.paper", value, text, keys=5)}
    assert len(made) <= 1
    return made.pop() if made else None


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("She is late and her bus was full.", "She is not late and her bus was not full."),
        ("He sings but they listen.", "He does not sing but they do not listen."),
        ("It used the lift.", "It did not use the lift."),
        ("She uses salt.", "She does not use salt."),
        ("They have eaten and will leave.", "They have not eaten and will not leave."),
        ("You can swim.", "You cannot swim."),
        ("What does a kettle cost?", "What does not do a kettle cost?"),
        ("It's warm.", "It's not warm."),
        ("You should have left.", "You should not have not left."),
        ("They have a boat.", "They do not have a boat."),
        ("a red door", None),
    ],
)
def test_every_finite_verb_is_negated(text: str, negated: str | None) -> None:
    assert only("negation", text) == negated


@pytest.mark.parametrize(
    ("text", "positive"),
    [
        ("He does not know it.", "He knows it."),
        ("They don't always work here.", "They always work here."),
        ("She does not always work here.", "She always works here."),
        ("We did not go.", "We went."),
        ("It isn't cold.", "It is cold."),
        ("She won't come and can't call.", "She will come and can call."),
        ("You should not have left.", "You should have left."),
        ("He cannot swim.", "He can swim."),
        ("No, they do not.", "No, they do."),
    ],
)
def test_every_not_after_a_verb_goes_and_no_word_with_it(text: str, positive: str) -> None:
    assert only("negation", text) == positive


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("He sings but they listen.", "He sing but they listens."),
        ("What does a kettle cost?", "What do a kettle cost?"),
        ("She was late and they were early.", "She were late and they was early."),
        ("The boys have eaten.", "The boys has eaten."),
        ("It has a lid, but they don't.", "It have a lid, but they doesn't."),
        ("It's warm and I'm glad.", "It're warm and I're glad."),
        ("He sang.", None),
    ],
)
def test_every_verb_of_the_present_takes_the_other_number(text: str, other: str | None) -> None:
    assert only("singular_plural_verbs", text) == other


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("He sings but they listen.", "He sang but they listened."),
        ("The old man knows that mice are safe.", "The old man knew that mice were safe."),
        ("She sang and they listened.", "She sings and they listens."),
        ("They sang and she listened.", "They sing and she listen."),
        ("We was here.", "We am here."),
        ("He did not know.", "He does not know."),
        ("It's warm.", "It was warm."),
        ("Sang loudly.", None),
    ],
)
def test_every_verb_takes_the_other_tense_by_the_first_pronoun_or_noun(text: str, other: str | None) -> None:
    assert only("verb_tense", text) == other


def test_a_pps_is_no_bound() -> None:
    made = perturber().text("He sings, she hums and they listen.", "negation.paper", pps(1), 0)
    assert made is not None and len(made.edits) == 3
