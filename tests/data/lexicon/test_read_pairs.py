"""The lists of words that were read, and what is made of them."""

from core.severity import pps
from data.lexicon.resources import perturber, synonyms
from tools.lexicon.read_pairs import Chosen, in_context, read_pairs, taken


def test_the_list_by_hand() -> None:
    found, takes = read_pairs(), taken()
    assert found["a", "boring"] == Chosen(["dull"], [])
    assert found["n", "baby"] == Chosen([], ["infant"])
    assert takes["v", "appear", "seem"] == ">TO,JJ;>!next;>+to"
    assert takes["n", "movies", "films"] == "@;<!the"
    assert ("a", "boring", "dull") not in takes
    assert len(found) > 300


def test_every_word_has_what_was_chosen_and_nothing_else() -> None:
    shipped = synonyms()
    tags = {"a": "JJ", "v": "VB", "r": "RB", "n": "NN"}
    read = {(tags[part], word): others.all for (part, word), others in read_pairs().items()}
    for tag in tags.values():
        assert all(
            set(others) <= set(read[tag, word]) for word, others in shipped.forms[tag].items() if (tag, word) in read
        )


def test_a_form_may_take_what_its_word_does_not() -> None:
    assert swapped("They saw the movies .") is None
    assert swapped("They saw two movies .") == "They saw two films ."
    assert swapped("They saw the movie .") == "They saw the film ."


def swapped(text: str) -> str | None:
    made = perturber().text(text, "synonym_replacement.careful", pps(1), 0)
    return made.perturbed if made else None


def test_nearness_in_context_is_a_cosine() -> None:
    near = in_context()
    assert len(near) > 5_000
    assert all(-0.2 < cosine <= 1 for cosine in near.values())
    assert near["movie", "n", "film"] > 0.75
