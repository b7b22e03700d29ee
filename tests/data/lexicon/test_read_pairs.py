"""The lists of words that were read, and what is made of them."""

from data.lexicon.building.read_pairs import Chosen, in_context, read_pairs
from data.lexicon.building.synonyms import SURELY_NEAR, ranked
from data.lexicon.resources import synonyms


def test_the_lists_by_hand() -> None:
    found = read_pairs("read_synonyms.txt")
    assert found["a", "large"] == Chosen(["big"], [])
    assert found["a", "main"] == Chosen(["principal", "primary"], ["chief"])
    assert found["n", "world"].all == ()
    assert ("n", "perfidy") not in found
    assert len([one for one in found.values() if one.all]) > 300


def test_every_word_that_was_read_has_what_was_chosen_and_nothing_else() -> None:
    shipped = synonyms()
    for (part, word), others in read_pairs("read_synonyms.txt").items():
        tag = {"a": "JJ", "v": "VB", "r": "RB", "n": "NN"}[part]
        assert set(shipped.of(word, tag)) <= set(others.all), word


def test_a_word_that_nobody_read_gets_near_paraphrases_alone() -> None:
    shared = {"scent": 0.4, "odor": 0.3, "aroma": 0.5, "reek": 0.4}
    near = {("smell", "n", "scent"): 0.8, ("smell", "n", "odor"): 0.7, ("smell", "n", "aroma"): 0.5}
    also = {"smell": {"scent", "odor", "aroma"}, "smells": {"odors"}}
    assert ranked("smell", "n", shared, also, near) == Chosen(["scent"], ["odor"])
    assert ranked("smell", "n", shared, also, {}) == Chosen([], ["aroma", "odor", "scent"])


def test_nearness_in_context_is_a_cosine() -> None:
    near = in_context()
    assert len(near) > 5_000
    assert all(-0.2 < cosine <= 1 for cosine in near.values())
    assert near["movie", "n", "film"] > SURELY_NEAR
