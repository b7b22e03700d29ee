"""What an annotator reads before deciding."""

from core.perturbations.registry import every_perturbation
from curation.guidelines import ABOUT, RULES, guidelines


def test_every_perturbation_that_may_alter_meaning_has_a_word_of_its_own_before_the_rules() -> None:
    altering = {p.name for p in every_perturbation() if p.alters_meaning}
    assert set(ABOUT) == altering
    for name in altering:
        assert guidelines(name) == (ABOUT[name], *RULES)
        assert len(ABOUT[name].split()) > 15


def test_the_rules_alone_are_read_for_the_others() -> None:
    assert guidelines("keyboard") == RULES
    assert [rule.split()[0] for rule in RULES] == ["Keep", "Relabel", "Discard", "Judge", "Hints"]


def test_perturbations_of_one_kind_share_their_word() -> None:
    assert ABOUT["synonym_replacement"] is ABOUT["swap_syn_wordnet"]
    assert ABOUT["word_full_shuffle"] is ABOUT["shuffle_word"] is not ABOUT["subword_full_shuffle"]
    assert ABOUT["character_neighbour_flip"] is ABOUT["subword_phrase_shuffle"]
