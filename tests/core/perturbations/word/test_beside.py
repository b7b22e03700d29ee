"""What a word takes: the other replaces it only between words that both may stand between."""

import pytest

from core.lexicon.synonyms import Synonyms, WordContext
from core.perturbations.word.synonyms import replaceable
from core.severity import pps
from data.lexicon.resources import neighbours, perturber, phrases
from tests.core.perturbations.test_swap_synonyms import tagged

FORMS = {
    "VBZ": {"appears": ("seems",)},
    "RB": {"about": ("roughly",), "only": ("just",)},
    "NN": {"film": ("movie", "flick")},
}
TAKES = {
    ("VBZ", "appears", "seems"): WordContext.parsed(">TO,JJ;>+to"),
    ("RB", "about", "roughly"): WordContext.parsed(">CD"),
    ("RB", "only", "just"): WordContext.parsed(">CD,a;<!not"),
    ("NN", "film", "movie"): WordContext.parsed("@;>!."),
}
WORDS = Synonyms(FORMS, frozenset(), TAKES)


@pytest.mark.parametrize(
    ("text", "tags", "others"),
    [
        ("it appears sad", "PRP VBZ JJ", ["seems"]),
        ("it appears to be", "PRP VBZ TO VB", ["seems"]),
        ("he appears together", "PRP VBZ RB", []),
        ("he appears in it", "PRP VBZ IN PRP", []),
        ("about 20 men", "RB CD NNS", ["roughly"]),
        ("about right", "RB JJ", []),
        ("only a game", "RB DT NN", ["just"]),
        ("not only a game", "RB RB DT NN", []),
        ("an action film that", "DT NN NN WDT", ["movie"]),
        ("an action film festival", "DT NN NN NN", []),
        ("a film that", "DT NN WDT", ["movie", "flick"]),
        ("a film .", "DT NN .", ["flick"]),
        ("a film", "DT NN", ["flick"]),
    ],
)
def test_what_stands_beside_a_word_decides_what_may_replace_it(text: str, tags: str, others: list[str]) -> None:
    assert [other for _, found in replaceable(tagged(text, tags), WORDS) for other in found] == others


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("What kind of dog is it ?", "What sort of dog is it ?"),
        ("Where is Rome located ?", "Where is Rome situated ?"),
        ("She wanted to see it again .", "She wanted to see it once more ."),
        ("It costs about 20 dollars .", "It costs around 20 dollars ."),
        ("He tried to leave .", "He attempted to leave ."),
    ],
)
def test_frames_in_what_ships(text: str, now: str) -> None:
    made = (perturber().text(text, "synonym_replacement", pps(1), seed) for seed in range(12))
    assert now in {rewrite.perturbed for rewrite in made if rewrite}


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("How many of them appeared together ?", "appeared"),
        ("They established communication with it .", "established"),
        ("Who handled the play-by-play ?", "handled"),
        ("The deficit has exploded .", "exploded"),
        ("It is the brave new world .", "brave"),
        ("Absolutely .", "Absolutely"),
        ("He added extra to our meal .", "extra"),
        ("the team and its medical doctor .", "doctor"),
    ],
)
@pytest.mark.parametrize("rules", ["", ".careful"])
def test_second_senses_and_set_phrases_stay(text: str, old: str, rules: str) -> None:
    made = (perturber().text(text, f"synonym_replacement{rules}", pps(4), seed) for seed in range(6))
    assert all(old in rewrite.perturbed for rewrite in made if rewrite)


def test_phrases_of_wordnet_of_the_list_and_of_company() -> None:
    assert all(known in phrases() for known in ("ice cream", "ice creams", "takes place", "brave new world"))
    assert "kind of" not in phrases()


@pytest.mark.parametrize(("word", "other"), [("company", "corporation"), ("bad", "awful"), ("young", "youthful")])
def test_no_kinds_and_degrees_among_neighbours(word: str, other: str) -> None:
    offered = [found for table in neighbours().forms.values() for found in table.get(word, ())]
    assert other not in offered
