"""What to ask oneself before deciding: the rules of Moradi & Samwald 2021, section 5.1, in our own words."""

from core.rules import plain_name

RULES = (
    "Keep it when the changed text still makes sense and the label in the data set is still right.",
    "Relabel a text that makes sense if another label is now the right one.",
    "Discard it when the text no longer makes sense, or when none of the task's labels fits, and say which reason "
    "applies.",
    "Judge the text as a reader who never saw the original; clumsy is fine, nonsense is not.",
    "Hints never decide: a low similarity or a grammar issue is a reason to look twice, nothing more.",
)
_SYNONYMS = (
    "Words were replaced by synonyms. Check that the chosen meaning fits this sentence. A "
    "synonym of another sense of the word (“bank” as “shore”) can make the text nonsense or change its label."
)
_NEIGHBOURS = (
    "Words were replaced by words used in similar contexts. They may be opposites: “good” and “bad” are near "
    "neighbours. Check for a reversed feeling, a changed fact, or a word that does not fit."
)
_WORDS_MOVED = (
    "The words are in another order. Ask whether a reader can still tell what is said about whom. If the text swaps "
    "who did what to whom, the label may change. If no meaning is left, there is no label."
)
_PARTS_MOVED = (
    "Parts of words or single characters were reordered. Ask whether a reader could still recognise the words "
    "that decide the label; a text that can't be read has no label."
)
_MOVES = ("full_shuffle", "phrase_shuffle", "neighbour_flip")
_ORDERS = (
    *(f"word_{move}" for move in (*_MOVES, "reversal", "derangement")),
    *(f"{block}_shuffle" for block in ("first_half", "second_half", "bigram", "trigram", "fourgram")),
    *(f"{words}_shuffle" for words in ("noun", "verb", "function_word")),
    *(f"{words}_swap" for words in ("noun_verb", "noun_adjective", "adverb_verb")),
    *("noun_verb_mismatch", "conjunction_reversal", "verb_front", "root_rotation", "shuffle_word"),
    *(f"tree_{order}" for order in ("preorder", "inorder", "postorder")),
)
ABOUT = {
    "word_deletion": "Words were taken out. Ask whether what is left still says enough for the label: a lost “not”, "
    "a lost subject or a lost emotion word often changes the label or leaves nothing to judge.",
    "word_class_removal": "All words of a word class were removed. Ask whether what is left still says enough for the "
    "label. A text without nouns or verbs often says nothing; one without adjectives may lose its sentiment.",
    "negation": "A negation was added or removed. Sentiment usually reverses (relabel); the topic of a question "
    "usually stays (keep); two negations that cancel each other out count as none.",
    "synonym_replacement": _SYNONYMS,
    "swap_syn_wordnet": _SYNONYMS,
    "swap_syn_word_embedding": _NEIGHBOURS,
    "swap_num": "Numbers were replaced by others. If the label depends on a number (an amount, a date, whether two "
    "sentences say the same), the label may have changed; otherwise it stays.",
    "swap_named_entities": "Persons, places or organisations were replaced by random others of their kind. The label "
    "should not depend on them; relabel or discard only if the text now says something different, such as a fact that "
    "is no longer true.",
    "prejudice": "Places or first names were replaced. The label should not depend on them. Relabel or discard only "
    "if the text now has another meaning: it asks about another place, or states a fact that is no longer true.",
    **dict.fromkeys(_ORDERS, _WORDS_MOVED),
    **{f"{part}_{move}": _PARTS_MOVED for part in ("subword", "character") for move in _MOVES},
}


def guidelines(perturbation: str) -> tuple[str, ...]:
    """Short paragraphs for the annotator: what is special about this perturbation, if anything, then the rules."""
    about = ABOUT.get(plain_name(perturbation))
    return (about, *RULES) if about else RULES
