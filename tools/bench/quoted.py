"""Throughput of other libraries that the bench does not run, as measured once on another machine of two cores."""

from typing import NamedTuple


class Quoted(NamedTuple):
    """`throughput` is sentences per CPU-second, of the fastest library that does what `ours` does."""

    ours: str
    library: str
    throughput: int


QUOTED = (
    Quoted("character_insertion", "nlpaug", 8_900),
    Quoted("character_deletion", "nlpaug", 8_500),
    Quoted("character_swapping", "checklist", 74_900),
    Quoted("keyboard", "NL-Augmenter", 18_900),
    Quoted("spelling_error", "nlpaug", 10_800),
    Quoted("common_misspelled_words", "nlpaug", 10_800),
    Quoted("leet_letters", "NL-Augmenter", 52_400),
    Quoted("visual_attack_letters", "NL-Augmenter", 44_900),
    Quoted("whitespace", "NL-Augmenter", 44_700),
    Quoted("insert_abbreviation", "NL-Augmenter", 17_200),
    Quoted("synonym_replacement", "nlpaug", 620),
    Quoted("swap_syn_wordnet", "nlpaug", 620),
    Quoted("word_deletion", "NL-Augmenter", 75_000),
    Quoted("word_order", "nlpaug", 7_800),
    Quoted("contraction", "NL-Augmenter", 17_800),
    Quoted("singular_plural_verbs", "Moradi's script", 1_540),
)
