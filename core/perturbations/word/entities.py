"""Named entities exchanged for others of their kind (Romero 2023, printed there as SwapSynWordEmbedding)."""

from core.english.entities import EntityKind, entities
from core.lexicon.gazetteer import OTHER_GENDER, Gazetteer
from core.lexicon.organisations import ORGANISATIONS
from core.papers import ROMERO
from core.perturbations.registry import Level, perturbation
from core.perturbations.sentence.budget import affordable
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.severity import Unit
from core.text.analysed import AnalysedText


@perturbation(
    level=Level.WORD,
    unit=Unit.PERCENT_WORDS,
    alters_meaning=True,
    paper=ROMERO,
    section="3.3.2",
    values=(100,),
    needs_tags=True,
    rules={Rules.PAPER: {}},
    designs=(Rules.PAPER,),
)
def swap_named_entities(
    text: AnalysedText, amount: float, draws: Draws, *, gazetteer: Gazetteer, rules: Rules = Rules.OURS
) -> Rewrite | None:
    """Replaces persons, places and organisations by random others of their kind.

    The thesis describes a swap with neighbours in a word-embedding space, but what its program ran, and its tables
    print as SwapSynWordEmbedding, is this, of all entities whatever the severity: its 10, 20 and 30 % are three draws
    of one thing. The program has spaCy find the entities; ours are those of our lists, and runs of capitalised words
    that the tagger takes for names, so that without capitals only listed ones are found. What is said of an entity may
    no longer hold, so this may change the label. A text that names none is not applicable.

    Paper rules: every entity, whatever the percentage, and every capitalised word that the tagger takes for a name,
    though it may have its capital from the beginning of a sentence, as spaCy takes many a first word of a tweet.
    """
    tokens, source = text.tokens, text.source
    cased = str.lower if source.islower() else str.upper if source.isupper() else str
    edits: list[Piece] = []
    for first, end, kind in entities(text, gazetteer, sure=rules is not Rules.PAPER):
        start, stop = tokens[first].start, tokens[end - 1].end
        others = [name for name in _names(kind, gazetteer) if cased(name) != source[start:stop]]
        edits.append(Piece(start, stop, cased(draws.choice(others))))
    chosen = edits if rules is Rules.PAPER else affordable(edits, amount, text, draws)
    return Rewrite.of(source, chosen) if chosen else None


def _names(kind: EntityKind, gazetteer: Gazetteer) -> tuple[str, ...]:
    if kind is EntityKind.ORGANISATION:
        return ORGANISATIONS
    kinds = OTHER_GENDER if kind is EntityKind.PERSON else ("country", "region", "city")
    return tuple(target.text for one in kinds for target in gazetteer.targets.get(one, ()))
