"""Places and first names replaced by others that a model may hold in less esteem (Romero 2023, section 3.3.3)."""

from collections.abc import Mapping, Sequence

from core.english.articles import article_before, goes_with
from core.english.name_company import in_company
from core.english.naming import TODAY, Named, comma_between, describes, names_in
from core.lexicon.gazetteer import AREAS, Gazetteer, Target
from core.perturbations.sentence.as_romero import moved_to_africa
from core.perturbations.sentence.budget import affordable_groups, of_romero
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.text.analysed import AnalysedText


@of_romero(alters_meaning=True, section="3.3.3 and annex I", needs_tags=True, all_fields=True)
def prejudice(
    text: AnalysedText, amount: float, draws: Draws, *, gazetteer: Gazetteer, rules: Rules = Rules.OURS
) -> Rewrite | None:
    """Replaces places by places in poorer parts of the world, and first names by names of the other gender.

    A country becomes a country, a city a city, a region a region; a city and the area after its comma stay together
    ("Paris, France": "Lagos, Nigeria"), and what the sample names twice is replaced alike. Nationalities are no
    places, and a place that is as poor is left as it is: it would show no contrast. Names that may be other words or
    parts of longer names ("Turkey", "New York Times") are replaced only where they are surely places. Pronouns are not
    touched: where one may refer to a name, the name stays, and so it does where another word tells the sex or where it
    is: a place stays beside other names. A person with a surname stays, for readers may know who it is, unless the
    text introduces one ("Ann Lee, a lawyer"). Names in posts, of sports, and first names among works of art
    stay. What is asked or claimed about the place or the person may no longer hold, so this may change the label. A
    text that names none is not applicable.

    Paper rules: only places, written as in our list, are replaced, by any country or city in Africa. The last token of
    a text is never part of a place. The thesis's low shares (0.5 % of CoLA) come from a fault in its search: it skips
    most of a text and finds about a quarter of the places. We do not copy this fault, so our shares are about four
    times as high.
    """
    if rules is Rules.PAPER:
        return moved_to_africa(text, draws, gazetteer)
    mentions = names_in(text, gazetteer)
    replaceable = in_company(text, mentions, gazetteer) if mentions else []
    if not replaceable:
        return None
    source = text.source
    cased = str.upper if source.isupper() else str.lower if source.islower() else str
    chosen = _targets(text, replaceable, gazetteer, draws)
    edits = [_edits(text, mention, cased(new)) for mention, new in zip(replaceable, chosen, strict=True) if new]
    return affordable_groups(edits, amount, text, draws)


def _targets(text: AnalysedText, mentions: Sequence[Named], gazetteer: Gazetteer, draws: Draws) -> list[str]:
    """What each name becomes, "" where nothing is left: alike for the same name, different for different ones."""
    present = text.source.lower()
    left = {
        kind: [target for target in gazetteer.targets.get(kind, ()) if target.text.lower() not in present]
        for kind in {mention.name.kind for mention in mentions}
    }
    targets: dict[tuple[str, ...], Target] = {}
    new: list[str] = []
    city: Named | None = None
    for mention in mentions:
        if city and mention.name.kind in AREAS and comma_between(text.tokens, city.end, mention.first):
            new.append(targets[city.name.words].country)
            continue
        before = article_before(text.tokens, mention.first)
        adjectives = gazetteer.adjectives if describes(text.tokens, mention.end, mention.name) else None
        target = targets.get(mention.name.words) or _draw_target(left[mention.name.kind], before, draws, adjectives)
        name = (target.text if adjectives is None else adjectives.get(target.text, "")) if target else ""
        if target and name and goes_with(before, name):
            targets[mention.name.words] = target
            new.append(name)
        else:
            new.append("")
        city = mention if new[-1] and target and target.country else None
    return new


def _draw_target(left: list[Target], before: str, draws: Draws, adjectives: Mapping[str, str] | None) -> Target | None:
    """One of the targets that are left and go with the article, as an adjective if given; it is then no longer left."""
    pool = [t for t in left if goes_with(before, (adjectives or {}).get(t.text, t.text))] if before else left
    if not pool:
        return None
    target = draws.choice(pool)
    left.remove(target)
    return target


def _edits(text: AnalysedText, mention: Named, new: str) -> list[Piece]:
    """The edit, and that of the "the" of "the Netherlands"; it stays where it belongs to a noun behind."""
    tokens = text.tokens
    start, end = tokens[mention.first].start, tokens[mention.end - 1].end
    before = tokens[mention.first - 1] if mention.first else None
    after = tokens[mention.end] if mention.end < len(tokens) else None
    follows = after and after.tag[:2] in ("NN", "JJ") and after.text.lower() not in TODAY
    if tokens[mention.end - 1].text[-1] == "." and mention.end == len(tokens):
        new += "."  # the full stop of "U.S." also ended the sentence
    the = mention.name.article and before and before.text.lower() == "the" and not follows
    return [Piece(before.start, start, ""), Piece(start, end, new)] if before and the else [Piece(start, end, new)]
