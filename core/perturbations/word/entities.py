"""Named entities exchanged for others of their kind (Romero 2023, printed there as SwapSynWordEmbedding)."""

from core.english.entities import entities
from core.english.name_kinds import EntityKind, NameKinds
from core.english.sure_names import sure_names
from core.lexicon.gazetteer import OTHER_GENDER, Gazetteer
from core.lexicon.organisations import ORGANISATIONS, Organisations
from core.perturbations.sentence.budget import affordable_groups, of_romero
from core.perturbations.word.new_names import NewNames
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.text.analysed import AnalysedText


@of_romero(alters_meaning=True, section="3.3.2", needs_tags=True, designs=(Rules.PAPER,), all_fields=True)
def swap_named_entities(
    text: AnalysedText,
    amount: float,
    draws: Draws,
    *,
    gazetteer: Gazetteer,
    organisations: Organisations,
    name_kinds: NameKinds,
    rules: Rules = Rules.OURS,
) -> Rewrite | None:
    """Replaces names of persons, places and organisations by other random names of the same kind.

    The thesis describes a swap with neighbours in a word-embedding space, but what its program ran, and its tables
    print as SwapSynWordEmbedding, is this, of all entities whatever the severity: its 10, 20 and 30 % are three draws
    of one thing. An entity becomes the same other one wherever the sample names it, in all its texts: "Cam Newton" and
    "Newton" become "Eric Harris" and "Harris". A country becomes a country, a ball club one of its league. A name whose
    kind is not sure stays, and so does one that is also a part of another word or name ("Denver" beside
    "Denver-based"). Without capitals only listed places and first names are found. What is said of an entity may no
    longer hold, so this may change the label. A text that names none is not applicable.

    Paper rules: every entity is replaced, whatever the percentage, and every capitalised word that the tagger takes for
    a name. This can be the first word of a sentence: spaCy also takes many first words of tweets for names.
    """
    if rules is Rules.PAPER:
        return _replace_all(text, draws, gazetteer, name_kinds)
    mentions = sure_names(text, gazetteer, organisations, name_kinds)
    groups = NewNames(text, mentions, gazetteer, organisations, draws).edits() if mentions else []
    return affordable_groups(groups, amount, text, draws)


def _replace_all(text: AnalysedText, draws: Draws, gazetteer: Gazetteer, kinds: NameKinds) -> Rewrite | None:
    tokens, source = text.tokens, text.source
    cased = str.lower if source.islower() else str.upper if source.isupper() else str
    edits: list[Piece] = []
    for first, end, kind in entities(text, gazetteer, kinds):
        start, stop = tokens[first].start, tokens[end - 1].end
        others = [name for name in _names(kind, gazetteer) if cased(name) != source[start:stop]]
        edits.append(Piece(start, stop, cased(draws.choice(others))))
    return Rewrite.of(source, edits) if edits else None


def _names(kind: EntityKind, gazetteer: Gazetteer) -> tuple[str, ...]:
    if kind is EntityKind.ORGANISATION:
        return ORGANISATIONS
    kinds = OTHER_GENDER if kind is EntityKind.PERSON else ("country", "region", "city")
    return tuple(target.text for target_kind in kinds for target in gazetteer.targets.get(target_kind, ()))
