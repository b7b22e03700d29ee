"""Adverbs put in before verbs (Romero 2023, section 3.3.3)."""

from core.english.adverb_places import Kind, Place, adverb_places
from core.english.clauses import ADVERB, Sentence
from core.english.inflection import Inflector
from core.perturbations.sentence.as_romero import with_adverbs
from core.perturbations.sentence.budget import affordable, of_romero
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.text.analysed import AnalysedText

CERTAIN = ("really", "clearly", "certainly", "definitely", "truly", "actually", "obviously", "undoubtedly", "indeed")
OPENING = ("definitely", "certainly", "clearly", "truly", "really")  # "indeed" would want a comma there
NEUTRAL = ("really", "actually", "truly")
EXACT = ("exactly", "precisely", "actually", "really")
MANNER = ("quickly", "quietly", "calmly", "eagerly", "happily", "carefully")
QUICK = ("quickly",)
ABLE = ("quickly", "easily")
ORDERED = ("simply", "just")
ALL_ADVERBS = {*CERTAIN, *OPENING, *NEUTRAL, *EXACT, *MANNER, *QUICK, *ABLE, *ORDERED}
ANIMATE = frozenset({"i", "you", "he", "she", "we", "they", "who"})
MOTIONS = frozenset({"attack", "climb", "cross", "enter", "escape", "grab", "jump", "leave", "pull", "push", "return"})
ACTIONS = MOTIONS | frozenset(
    {"answer", "ask", "build", "buy", "chase", "clean", "close", "cook", "dance", "drink", "drive", "eat", "fix", "hug"}
    | {"kick", "kiss", "lift", "move", "open", "pack", "paint", "repair", "reply"}
    | {"ride", "run", "sell", "send", "sign"}
    | {"sing", "speak", "steal", "swim", "talk", "throw", "touch", "visit", "walk", "wash", "whisper", "write"}
)


@of_romero(needs_tags=True)
def insert_adv(
    text: AnalysedText, amount: float, draws: Draws, *, inflector: Inflector, rules: Rules = Rules.OURS
) -> Rewrite | None:
    """Adds an adverb to verbs, at its usual place: "he quickly jumped", "he has really gone", "it is truly so".

    One adverb for each finite verb: before a full verb, after the first auxiliary or a form of "be", in a question
    after its word ("What exactly is an atom?"). The thesis does not name its adverbs: ours confirm what is said, so
    that the label can stay, and verbs of action may get one of manner instead. None makes a statement weaker or turns
    it around, and none comes twice while others are left. A text without a finite verb is not applicable.

    Paper rules: a neutral adverb from a list is added before every verb, also before auxiliaries, infinitives and
    participles, even where English has none ("to soon go", "it was locally made"). We do not have the program's 228
    adverbs; ours are about as many and as neutral.
    """
    if rules is Rules.PAPER:
        return with_adverbs(text, draws)
    sentence = Sentence(text)
    places = adverb_places(sentence)
    if not places:
        return None
    used = ALL_ADVERBS.intersection(sentence.words)
    edits = [_edit(sentence, place, _adverb(sentence, place, inflector, used, draws)) for place in places]
    return affordable(edits, amount, text, draws)


def _adverb(sentence: Sentence, place: Place, inflector: Inflector, used: set[str], draws: Draws) -> str:
    """An adverb that suits the place, if possible one that the text does not hold yet."""
    suited = _suitable_adverbs(sentence, place, inflector)
    adverb = draws.choice([adverb for adverb in suited if adverb not in used] or suited)
    used.add(adverb)
    return adverb


def _suitable_adverbs(sentence: Sentence, place: Place, inflector: Inflector) -> tuple[str, ...]:
    if place.kind is Kind.ASKED:
        before = sentence.word(place.at - 1)
        return EXACT if before in ("what", "who") else EXACT[:2] if sentence.tag(place.at - 1) == "WRB" else EXACT[:1]
    if place.kind is Kind.ORDERED:
        return ORDERED
    if sentence.starts(place.at):
        return OPENING
    return _manner_adverbs(sentence, place, inflector) or (CERTAIN if place.kind is Kind.STATED else NEUTRAL)


def _manner_adverbs(sentence: Sentence, place: Place, inflector: Inflector) -> tuple[str, ...]:
    """Adverbs of manner for a verb of action that has none; people have more manners than things."""
    verb, before = place.verb, place.at - 1
    tag = {"VBN": "VBD"}.get(sentence.tag(verb), sentence.tag(verb))
    lemma = inflector.lemma(sentence.word(verb), tag) if verb >= 0 else ""
    if lemma not in ACTIONS or ADVERB & set(sentence.tags[verb : verb + 4]):
        return ()
    if sentence.word(before) in ("can", "could"):
        return ABLE
    if sentence.word(before) in ANIMATE or sentence.tag(before) == "NNP":
        return MANNER
    return QUICK if lemma in MOTIONS else ()


def _edit(sentence: Sentence, place: Place, adverb: str) -> Piece:
    token = sentence.tokens[place.at]
    if sentence.source.isupper():
        return Piece(token.start, token.start, f"{adverb.upper()} ")
    if sentence.starts(place.at) and token.text.istitle():
        return Piece(token.start, token.end, f"{adverb.title()} {token.text.lower()}")
    return Piece(token.start, token.start, f"{adverb} ")
