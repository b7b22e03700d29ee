"""Every verb of a text negated, or in the other number or tense, as Moradi & Samwald's scripts go by tag and neighbour.

Nothing is drawn. What the scripts damage is not rebuilt: words between a "not" that goes and its verb stay, so does a
past verb whose subject they don't find, forms are spelled rightly ("uses" is a form of "use", not of "us"), clitics
are changed as the verbs they stand for, and a verb that opens the text is changed as within it.
"""

from collections.abc import Sequence

from core.english.clauses import BE, DO, HAVE, NOT, REACH, Sentence
from core.english.finite_signs import SUPPORT
from core.english.inflection import Inflector
from core.rewrite import Piece
from core.text.casing import loud, match_case

IN_FULL = {"ca": "can", "wo": "will", "sha": "shall"}
OTHER_NUMBER = {"do": "does", "does": "do", "is": "are", "are": "is", "was": "were", "were": "was", "am": "are"}
OTHER_CLITIC = {"'s": "'re", "'re": "'s", "'m": "'re", "'ve": "'s"}
PAST = {"is": "was", "am": "was", "'s": "was", "'m": "was", "are": "were", "'re": "were", "'ve": "had"}
BASES = {"has": "have", "'s": "be", "had": "have", "does": "do", "did": "do"}
THIRD_PERSON = frozenset({"it", "this", "that", "he", "she"})
OTHER_PERSONS = frozenset({"i", "we", "you", "they", "these", "those"})


def negated(s: Sentence, inflector: Inflector) -> list[Piece]:
    """An edit or two for every finite verb: "not" put in, with a do where the verb takes one, or taken out.

    A "does" of a question is a verb like others: "what does not do it measure".
    """
    edits: list[Piece] = []
    at = 0
    for i in range(len(s.words)):
        if i < at:
            continue
        pieces, at = _remove_not(s, i, inflector) if s.word(i + 1) in NOT else (_add_not(s, i, inflector), i + 1)
        edits += pieces
    return edits


def _add_not(s: Sentence, i: int, inflector: Inflector) -> list[Piece]:
    """ "is not", "does not measure", "cannot"."""
    token, word, tag = s.tokens[i], s.words[i], s.tags[i]
    clitic = word[0] == "'" and tag in SUPPORT
    if tag == "MD" or word in BE or clitic or (word in HAVE and s.tag(i + 1) == "VBN"):
        return [Piece(token.end, token.end, loud("not" if word == "can" else " not", token.text))]
    if tag not in SUPPORT or word in NOT or word == "ai":
        return []
    text = f"{SUPPORT[tag]} {_base(word, tag, inflector)}"
    return [Piece(token.start, token.end, match_case(text, token.text))]


def _remove_not(s: Sentence, i: int, inflector: Inflector) -> tuple[Sequence[Piece], int]:
    """The edits that make the verb at i positive, which "not" follows, and where to go on; none where it is no verb."""
    token, word, tag = s.tokens[i], s.words[i], s.tags[i]
    last = s.tokens[i + 1]
    verb = next((at for at in range(i + 2, min(len(s.tags), i + REACH)) if s.tags[at] in ("VB", "VBP")), 0)
    if word in DO and verb:
        form = _inflect_like_do(word, s.words[verb], inflector)
        if verb == i + 2:
            return [s.replaced(i, verb, match_case(form, token.text))], verb + 1
        after = Piece(s.tokens[verb].start, s.tokens[verb].end, match_case(form, s.tokens[verb].text))
        return [Piece(token.start, s.tokens[i + 2].start, ""), after], verb + 1
    helped = s.past_adverbs(i + 2)
    then = helped + 1 if s.tag(helped) in ("VB", "VBN") else i + 2  # "should have left": that have is no verb to negate
    if word in IN_FULL:
        return [Piece(token.start, last.end, match_case(IN_FULL[word], token.text))], then
    if word in DO | BE | HAVE or tag == "MD" or (word[0] == "'" and tag in SUPPORT):
        return [Piece(token.end, last.end, "")], then
    return [], i + 1


def _inflect_like_do(do: str, verb: str, inflector: Inflector) -> str:
    """The verb in the form of the do that goes: "did not go" is "went"."""
    if do == "do":
        return verb
    if verb == "be":
        return "is" if do == "does" else "was"
    return _third_person_form(verb, inflector) if do == "does" else inflector.inflect(verb, "VBD") or verb


def other_numbers(s: Sentence, inflector: Inflector) -> list[Piece]:
    """An edit for every do, be and verb of the present: its singular form where it has the plural one, or that."""
    forms = (_other_number(s, i, inflector) for i in range(len(s.words)))
    return [s.written(i, form) for i, form in enumerate(forms) if form and form != s.words[i]]


def _other_number(s: Sentence, i: int, inflector: Inflector) -> str:
    word, tag = s.words[i], s.tags[i]
    if word in OTHER_NUMBER:
        return OTHER_NUMBER[word]
    helps = word in ("has", "have") and (s.tag(i + 1) == "VBN" or s.word(i + 1) in NOT)
    if tag not in ("VBZ", "VBP") and not helps:
        return ""
    if word[0] == "'":
        return OTHER_CLITIC.get(word, "")
    plural = word == "have" or (tag == "VBP" and word != "has")
    return _third_person_form(word, inflector) if plural else _base(word, "VBZ", inflector)


def other_tenses(s: Sentence, inflector: Inflector) -> list[Piece]:
    """An edit for every verb of the present or past, in the other of the two.

    Whether a present has an s goes by the text's first pronoun or noun; where there is neither, past verbs stay.
    """
    third = _is_third_person(s)
    forms = (_other_tense(s, i, third, inflector) for i in range(len(s.words)))
    return [s.written(i, form) for i, form in enumerate(forms) if form and form != s.words[i]]


def _other_tense(s: Sentence, i: int, third: bool | None, inflector: Inflector) -> str:
    word, tag = s.words[i], s.tags[i]
    if word in ("was", "were"):
        return "are" if word == "were" else {True: "is", False: "am", None: ""}[third]
    if word in PAST and (word[0] != "'" or tag in SUPPORT):
        return PAST[word]
    if tag not in SUPPORT or word[0] == "'" or word == "ai":
        return ""
    base = _base(word, tag, inflector)
    if tag != "VBD":
        return inflector.inflect(base, "VBD") or ""
    return "" if third is None else _third_person_form(base, inflector) if third else base


def _is_third_person(s: Sentence) -> bool | None:
    """Whether the first pronoun or noun that says so is of the third person singular; None where none does."""
    for word, tag in zip(s.words, s.tags, strict=True):
        if word in THIRD_PERSON or tag in ("NN", "NNP"):
            return True
        if word in OTHER_PERSONS:
            return False
    return None


def _base(word: str, tag: str, inflector: Inflector) -> str:
    """The verb's base; a verb that is not known loses its s."""
    if lemma := BASES.get(word) or inflector.lemma(word, tag):
        return lemma
    if tag != "VBZ" or not word.endswith("s"):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("oes", "ches", "ses", "shes", "xes", "zes")) else word[:-1]


def _third_person_form(base: str, inflector: Inflector) -> str:
    """The form of the third person singular; a verb that is not known takes an s."""
    if form := inflector.inflect(base, "VBZ"):
        return form
    return base + ("es" if base.endswith(("ch", "s", "sh", "x", "z")) else "s")
