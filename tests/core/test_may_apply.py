"""A quick look at a text says no only where the rewriter would, which it then isn't asked."""

from collections.abc import Sequence
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from core.perturbations.perturber import Perturber
from core.perturbations.registry import perturbations
from core.perturbations.sentence.contraction import _FULL, STEMS
from core.randomness import Draws
from data.lexicon.resources import perturber, resources
from tests.core.strategies import TEXTS

LOOKING = [p for p in perturbations() if p.may_apply]
VERBS = [*STEMS, "am"]
SUBJECTS = ("i", "you", "we", "they", "he", "she", "who", "it", "that", "there", "here", "what", "where", "how", "when")
OTHERS = ("let", "cannot", "ski", "movie")
PHRASES = [f"{a} {b}" for a, b in product([*SUBJECTS, *OTHERS, *VERBS], [*VERBS, "not", "us", "cannot"])]
FULL_OF_THEM = st.lists(st.sampled_from([*PHRASES, "3", "1,000", "2nd", "x2", "the", ",", "?"]), max_size=6)


def test_contraction_and_numbers_look_first() -> None:
    assert [p.name for p in LOOKING] == ["contraction", "swap_num"]


@given(st.one_of(TEXTS, FULL_OF_THEM.map(" ".join), FULL_OF_THEM.map(" ".join).map(str.upper)))
def test_where_the_look_says_no_the_rewriter_does_too(text: str) -> None:
    for perturbation in LOOKING:
        assert perturbation.may_apply is not None
        severity = perturbation.severities[0]
        analysed = perturber().analyse(text, perturbation.needs_tags)
        made = perturbation(analysed, severity, Draws.seeded("0"))
        assert perturbation.may_apply(text) or made is None or not made.applied


def test_no_phrase_of_a_contraction_is_overlooked() -> None:
    (contraction,) = (p for p in LOOKING if p.name == "contraction")
    phrases = [phrase for phrase in PHRASES if _FULL.search(phrase)]
    assert len(phrases) > 60
    assert contraction.may_apply is not None
    for phrase in phrases:
        assert contraction.may_apply(phrase) and contraction.may_apply(f"So {phrase.upper()} new.")
    assert not contraction.may_apply("a film that knots its own plot, and is nothing but taxi are rides")


def test_a_text_that_the_look_turns_away_is_not_analysed() -> None:
    asked: list[str] = []

    def tagger(words: Sequence[str]) -> list[str]:
        asked.extend(words)
        return ["NN"] * len(words)

    fresh = Perturber(tagger, resources())
    for perturbation in LOOKING:
        assert fresh.text("an old film", perturbation.name, perturbation.severities[0], 0) is None
    assert asked == []
