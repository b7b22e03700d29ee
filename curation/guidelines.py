"""What to ask oneself before deciding: the rules of Moradi & Samwald 2021, section 5.1, in our own words."""

from core.rules import plain_name

RULES = (
    "Keep a text if it still makes sense and its label in the data set is still right.",
    "Relabel a text if it still makes sense but another label is now right.",
    "Discard a text if it no longer makes sense, or if none of the task's labels is right. Choose the reason.",
    "Judge the text as a reader who has not seen the original. Bad style is no reason to discard; nonsense is.",
    "Hints never decide. A low similarity or a grammar issue is only a reason to read the text again.",
)
_SYNONYMS = (
    "Words were replaced by synonyms. Check that the chosen meaning fits this sentence. A "
    "synonym of another sense of the word (“bank” as “shore”) can make the text nonsense or change its label."
)
_NEIGHBOURS = (
    "Words were replaced by words used in similar contexts. They may be opposites, such as “good” and "
    "“bad”. Check for a reversed feeling, a changed fact, or a word that does not fit."
)
_WORDS_MOVED = (
    "The words are in another order. Ask whether a reader can still understand who does what. If two "
    "persons or things changed their roles, the label may change. If the text has no meaning now, no label is right."
)
_PARTS_MOVED = (
    "Parts of words or single characters were reordered. Ask whether a reader can still recognise the words "
    "that decide the label. If nobody can read the text, no label is right."
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
    "word_deletion": "Words were removed. Ask whether the rest still says enough for the label. Without a “not”, a "
    "subject or an emotion word, the label often changes, or there is nothing to judge.",
    "word_class_removal": "All words of a word class were removed. Ask whether the rest still says enough for the "
    "label. A text without nouns or verbs often says nothing; one without adjectives may lose its sentiment.",
    "negation": "A negation was added or removed. The sentiment usually reverses (relabel). The topic of a question "
    "usually stays the same (keep). Two negations that cancel each other count as no negation.",
    "synonym_replacement": _SYNONYMS,
    "swap_syn_wordnet": _SYNONYMS,
    "swap_syn_word_embedding": _NEIGHBOURS,
    "swap_num": "Numbers were replaced by others. If the label depends on a number (an amount, a date, whether two "
    "sentences say the same), the label may have changed. Otherwise it stays the same.",
    "swap_named_entities": "Persons, places or organisations were replaced by random others of the same kind. The "
    "label should not depend on them. Relabel or discard only if the text now says something different, such as a fact "
    "that is no longer true.",
    "prejudice": "Places or first names were replaced. The label should not depend on them. Relabel or discard only "
    "if the text now has another meaning, that is, if it asks about another place or states a fact that is no longer "
    "true.",
    **dict.fromkeys(_ORDERS, _WORDS_MOVED),
    **{f"{part}_{move}": _PARTS_MOVED for part in ("subword", "character") for move in _MOVES},
}


def guidelines(perturbation: str) -> tuple[str, ...]:
    """Short paragraphs for the annotator: what is special about this perturbation, if anything, then the rules."""
    about = ABOUT.get(plain_name(perturbation))
    return (about, *RULES) if about else RULES
