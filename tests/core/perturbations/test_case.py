"""word_case in its three forms, worked by hand."""

import pytest

from core.perturbations.sentence.case import word_case, word_case_lower, word_case_title
from core.randomness import Draws
from core.rewrite import Rewrite
from core.severity import Unit
from core.text.analysed import AnalysedText
from core.text.realised import realised


def cased(rewriter: object, text: str, percent: float = 100, seed: int = 0) -> Rewrite | None:
    assert callable(rewriter)
    return rewriter(AnalysedText(text), percent, Draws.seeded(text, seed))  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("text", "upper", "lower", "title"),
    [
        (
            "I'm not angry, not at all",
            "I'M NOT ANGRY, NOT AT ALL",
            "i'm not angry, not at all",
            "I'm Not Angry, Not At All",
        ),
        ("It 's n't McDonald 's", "IT 'S N'T MCDONALD 'S", "it 's n't mcdonald 's", "It 's n't Mcdonald 's"),
        ("a well-made U.S. film", "A WELL-MADE U.S. FILM", "a well-made u.s. film", "A Well-Made U.S. Film"),
        ("Straße ﬁne", "STRASSE FINE", "straße ﬁne", "Straße Fine"),
        ("ok  \n ok!", "OK  \n OK!", None, "Ok  \n Ok!"),
    ],
)
def test_every_word(text: str, upper: str | None, lower: str | None, title: str | None) -> None:
    for rewriter, wanted in ((word_case, upper), (word_case_lower, lower), (word_case_title, title)):
        made = cased(rewriter, text)
        assert (made.perturbed if made else None) == wanted


@pytest.mark.parametrize("text", ["", "...", "42", "שלום", "LOUD AND CLEAR"])
def test_words_without_another_case_are_left(text: str) -> None:
    assert cased(word_case, text) is None


def test_each_changed_word_is_one_edit_and_the_share_is_the_one_asked() -> None:
    text = "one two three four five six seven eight nine ten"
    made = cased(word_case, text, 30)
    assert made is not None
    assert len(made.edits) == 3
    assert realised(made, Unit.PERCENT_WORDS) == 30
    assert {len(m.edits) for seed in range(50) if (m := cased(word_case, text, 25, seed))} == {2, 3}
