"""Deletion, repetition and synonyms of Moradi & Samwald under paper rules, by hand."""

from collections import Counter

import pytest

from core.lexicon.any_sense import AnySense
from core.perturbations.word.synonyms import synonym_replacement
from core.randomness import Draws
from core.severity import pps
from core.text.analysed import AnalysedText
from core.text.tokens import Token, tokenise
from data.lexicon.resources import perturber
from tests.core.outcomes import outcomes

WORDS = AnySense(
    {
        "n": ["game golf_game", "game plan", "game plan", "Rome", "two II"],
        "a": ["old aged", "Roman roman"],
        "v": ["game gamble"],
    },
    {},
)


def tagged(text: str, tags: str) -> AnalysedText:
    tokens = (Token(t.start, t.end, t.text, tag) for t, tag in zip(tokenise(text), tags.split(), strict=True))
    return AnalysedText(text, tuple(tokens))


def replaced(text: str, tags: str, amount: int, keys: int = 200) -> Counter[str]:
    analysed = tagged(text, tags)
    made = (synonym_replacement(analysed, amount, Draws.seeded(key), synonyms=WORDS) for key in range(keys))
    return Counter(rewrite.perturbed for rewrite in made if rewrite)


def test_deletion_of_clitics_and_runs_of_marks_but_of_no_single_character() -> None:
    assert outcomes("word_deletion.paper", 1, "I don't ... !") == {"I n't ... !", "I do ... !", "I don't !"}
    assert outcomes("word_deletion.paper", 1, "a 7 ?") == set()
    assert outcomes("word_deletion.paper", 1, "Hello") == set()
    assert outcomes("word_deletion.paper", 4, "Oh no") == {"Oh", "no"}


def test_repetition_of_the_same() -> None:
    assert outcomes("word_repetition.paper", 1, "I don't !") == {"I do don't !", "I don't n't !"}
    assert outcomes("word_repetition.paper", 1, "a -- 7") == {"a -- -- 7"}


def test_only_the_first_eligible_words_are_replaced_by_any_lemma_of_any_sense() -> None:
    made = replaced("Her old game was a game", "PRP$ JJ NN VBD DT NN", 1)
    assert set(made) == {"Her aged game was a game"}
    made = replaced("Her old game was a game", "PRP$ JJ NN VBD DT NN", 2)
    assert set(made) == {f"Her aged game was a {word}" for word in ("golf game", "plan", "gamble")}


def test_a_lemma_is_as_likely_as_it_has_senses_in_common_with_the_word() -> None:
    made = replaced("the game", "DT NN", 4, keys=2_000)
    assert made["the plan"] / 2_000 == pytest.approx(1 / 2, abs=0.04)
    assert made["the golf game"] / 2_000 == pytest.approx(1 / 4, abs=0.04)


def test_numerals_are_eligible_names_and_verbs_are_not_and_lower_case_counts() -> None:
    assert set(replaced("Rome games two", "NNP VBZ CD", 4)) == {"Rome games II"}
    assert set(replaced("a Roman", "DT JJ", 4)) == {"a roman"}
    assert set(replaced("GAME", "NN", 4)) == {"game", "golf game", "plan", "gamble"}


def test_the_whole_of_wordnet_is_drawn_from() -> None:
    made = outcomes("synonym_replacement.paper", 1, "The bank closed.", keys=2_000)
    assert {"The depository financial institution closed.", "The cant closed."} < made
    perturb = perturber().prepared("synonym_replacement.paper", pps(2), 0)
    rewrite = perturb("A new car hit an old tree near a big house.", "1")
    assert rewrite is not None and [edit.start for edit in rewrite.edits] == [2, 6]
