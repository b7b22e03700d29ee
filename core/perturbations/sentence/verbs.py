"""Singular and plural verbs, and verb tense (Moradi & Samwald 2021, section 4.2; Romero 2023, section 3.3.3)."""

from collections.abc import Callable, Sequence
from functools import partial

from core.english.chats import chats
from core.english.clauses import Sentence
from core.english.every_verb import other_numbers, other_tenses
from core.english.inflection import Inflector
from core.english.tense_natural import holding
from core.english.verb_finite import Finite, finite_verbs
from core.english.verb_forms import other_number, other_tense
from core.perturbations.sentence.as_romero import with_other_forms
from core.perturbations.sentence.budget import affordable, of_romero
from core.perturbations.word.words import of_moradi
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.text.analysed import AnalysedText

Change = Callable[[Sentence, Finite, Inflector], Piece | None]
Groups = dict[int, list[Piece]]
of_verbs = partial(of_moradi, alters_meaning=False, needs_tags=True, unbounded=(Rules.PAPER,))


@of_verbs()
def singular_plural_verbs(
    text: AnalysedText, amount: int, draws: Draws, *, inflector: Inflector, rules: Rules = Rules.OURS
) -> Rewrite | None:
    """Puts random singular verbs in the plural form, and random plural verbs in the singular form.

    Only verbs of a third person that show their number: the simple present, is and are, was and were, has and have,
    does and do, also before their subject ("what do a barometer measure"). The clitics 's and 're stay: "they 's" and
    "it 're" are errors of spelling before they are errors of number. Coordinated verbs change together as far as the
    amount allows. A text with no such verb is not applicable.

    Paper rules: every form of do and be and every verb of the present changes at any PPS, whatever its subject, as in
    the authors' script. "'s" becomes "'re"; in the script it becomes "'".
    """
    if rules is Rules.PAPER:
        return _rewrite_or_none(text, other_numbers(Sentence(text), inflector))
    return _draw_groups(text, amount, draws, _changes(text, inflector, other_number))


@of_verbs(rules={Rules.CAREFUL: {}, Rules.PAPER: {}})
def verb_tense(
    text: AnalysedText, amount: int, draws: Draws, *, inflector: Inflector, rules: Rules = Rules.OURS
) -> Rewrite | None:
    """Puts random present verbs (simple or continuous) into the past, and random past verbs into the present.

    A form of be, have or do changes in its own place and brings its participle or infinitive along: "is going" and
    "was going", "are called" and "were called", "does not know" and "did not know". Left alone are perfects and modals,
    which are neither simple nor continuous ("would" is more often a condition than a past); what its sentence holds in
    its tense ("if I were", "two days ago", "you will know it when you see it"); and a past verb whose subject is not
    plain, for nobody knows whether its present ends in s. The clitics 's, 're and 'm become "was" and "were" where they
    stand for be. Coordinated verbs change together as far as the amount allows; the tenses of a text may clash. A text
    with no such verb is not applicable.

    Careful: a verb changes only if the rest of its text still fits. All verbs of a sentence change together, if the
    text has no other verb of their tense; or the verb of what is said changes ("she said it is late"). Quotations keep
    their tense. General truths and definitions stay in the present. Verbs with a date, "first" or "during the war" stay
    in the past. Flinch leaves alone questions, posts of a chat, verbs without a subject ("feels like a film") and
    sentences with a word that may be an unseen verb.

    Paper rules: every verb of the present and past changes at any PPS, as in the authors' script, which does not find
    subjects. A present verb gets an s if the text's first pronoun or noun is in the third person singular ("was"
    becomes "am" after "we"). In a text without pronoun and noun, the script loses past verbs; here they stay.
    """
    if rules is Rules.PAPER:
        return _rewrite_or_none(text, other_tenses(Sentence(text), inflector))
    if rules is Rules.OURS:
        return _draw_groups(text, amount, draws, _changes(text, inflector, other_tense))
    sentence = Sentence(text)
    verbs = finite_verbs(sentence, inflector)
    changed = {verb.at: piece for verb in verbs if (piece := other_tense(sentence, verb, inflector))}
    together = [group for group in holding(sentence, changed) if len(group) <= amount]
    return _draw_groups(text, amount, draws, dict(enumerate(together)) if together and not chats(text.source) else {})


@of_romero(needs_tags=True)
def swap_verb_tense(
    text: AnalysedText, amount: float, draws: Draws, *, inflector: Inflector, rules: Rules = Rules.OURS
) -> Rewrite | None:
    """Puts every present verb into the past, and every past verb into the present.

    The verbs are those that verb_tense finds. The thesis takes TextFlint's transformation, which changes each verb on
    its own and knows no subject ("establish a slow sigh" for "gave a slow sigh"); here the present agrees with it. With
    less than 100 percent the verbs that the share pays for are drawn at random.

    Paper rules: verbs of any form become any other form of the same verb ("sleep" becomes "sleeping"), up to a tenth of
    the text's tokens, at least one and at most ten. The list of verbs is ours, all verbs of WordNet.
    """
    if rules is Rules.PAPER:
        return with_other_forms(text, draws, inflector)
    groups = _changes(text, inflector, other_tense)
    return affordable([piece for group in groups.values() for piece in group], amount, text, draws)


def _rewrite_or_none(text: AnalysedText, edits: Sequence[Piece]) -> Rewrite | None:
    return Rewrite.of(text.source, edits) if edits else None


def _changes(text: AnalysedText, inflector: Inflector, change: Change) -> Groups:
    """An edit for every verb that can change, by the group of coordinated verbs it belongs to."""
    sentence = Sentence(text)
    groups: Groups = {}
    for verb in finite_verbs(sentence, inflector):
        piece = change(sentence, verb, inflector)
        if piece:
            groups.setdefault(verb.group, []).append(piece)
    return groups


def _draw_groups(text: AnalysedText, amount: int, draws: Draws, groups: Groups) -> Rewrite | None:
    """At most `amount` edits: whole groups of coordinated verbs in random order, and parts of them for what is left."""
    if not groups:
        return None
    chosen: list[Piece] = []
    left_over: list[list[Piece]] = []
    for group in draws.sample(list(groups.values()), len(groups)):
        if len(chosen) + len(group) <= amount:
            chosen += group
        else:
            left_over.append(group)
    for group in left_over:
        chosen += group[: amount - len(chosen)]
    return Rewrite.of(text.source, chosen)
