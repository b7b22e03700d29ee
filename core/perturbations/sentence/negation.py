"""Negation (Moradi & Samwald 2021, section 4.2): positive verbs made negative, negative verbs made positive."""

from core.english.chats import chats
from core.english.clauses import OPERATORS, SINGULAR, VERBAL, Sentence
from core.english.every_verb import negated
from core.english.inflection import Inflector
from core.english.negation_added import injected
from core.english.negation_natural import natural_edit
from core.english.negation_removed import removed
from core.perturbations.word.words import of_moradi
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.text.analysed import AnalysedText

MAY_CHANGE = OPERATORS | {"never"}


@of_moradi(alters_meaning=True, needs_tags=True, rules={Rules.CAREFUL: {}, Rules.PAPER: {}}, unbounded=(Rules.PAPER,))
def negation(
    text: AnalysedText, amount: int, draws: Draws, *, inflector: Inflector, rules: Rules = Rules.OURS
) -> Rewrite | None:
    """Makes random positive verbs negative and negative verbs positive.

    Finite verbs and orders in clauses of any kind take part; each is one edit. "can" becomes "cannot" ("can not" in
    text cut into tokens). A clause with a negative word of another kind ("no", "nobody") is left alone, so that nothing
    is negated twice. A text with no verb to change is not applicable.

    Careful: changes only verbs that a careful writer could negate. In a statement this is the verb of the main clause,
    or of what somebody says or thinks there, if nothing else depends on it ("but", "because", a second action). In a
    text of several sentences, only the last one changes. "There is a way" becomes "there is no way", "some" becomes
    "any", and "also" becomes "either". Flinch leaves alone what nobody would deny in this way: single events at a known
    time, what a picture shows ("two dogs play"), exact amounts, parts of a whole ("most of them are"), what "and"
    joins, and posts of a chat. Questions change only if they ask for a reason ("Why isn't …?"), for what people may or
    should do, or for some of several things ("What foods do not contain iron?"). Others would make no sense ("What is
    not the capital of France?") or ask the same ("Isn't it good?").

    Paper rules: every finite verb changes at any PPS, by its tag and the word after it, as in the authors' script. Be,
    modals, and have before a participle get "not"; all others get "does not" and the like, so the "does" of a question
    becomes "does not do". A "not" right after such a verb is removed. Words that the script loses stay here, and "'s"
    gets "not"; in the script it becomes "does not '".
    """
    if rules is Rules.PAPER:
        all_ = negated(Sentence(text), inflector)
        return Rewrite.of(text.source, all_) if all_ else None
    pieces = changes(text, inflector, rules)
    return Rewrite.of(text.source, draws.sample(pieces, amount)) if pieces else None


def changes(text: AnalysedText, inflector: Inflector, rules: Rules) -> list[Piece]:
    """An edit for every verb that these rules negate or make positive, in reading order; none overlaps another."""
    sentence = Sentence(text)
    pieces: list[Piece] = []
    for i, (word, tag) in enumerate(zip(sentence.words, sentence.tags, strict=True)):
        if tag not in VERBAL and word not in MAY_CHANGE and not (tag in SINGULAR and _may_order(sentence, i)):
            continue
        positive = removed(sentence, i, inflector)
        piece = positive or injected(sentence, i, inflector)
        if piece and rules is Rules.CAREFUL:
            piece = natural_edit(sentence, i, piece, removes=positive is not None)
        if piece and (not pieces or piece.start > pieces[-1].end):
            pieces.append(piece)
    return [] if pieces and rules is Rules.CAREFUL and chats(text.source) else pieces


def _may_order(sentence: Sentence, i: int) -> bool:
    """Whether the noun at i may open an order: "Name the organization", "Name one of King Arthur's knights"."""
    follows = ("DT", "PRP$", "CD", "NNP", "JJ") if sentence.words[i] == "name" else ("DT", "PRP$")
    return sentence.tag(i + 1) in follows and sentence.starts(i)
