"""What each name of a text becomes: alike for the same name, different for different ones."""

from collections.abc import Iterable, Sequence

from core.english.articles import article_before, goes_with
from core.english.naming import OWN, comma_between
from core.english.sure_names import FIRM_NAME, PERSON, SureName, listed_place
from core.lexicon.gazetteer import AREAS, FAMILY, OTHER_GENDER, Gazetteer
from core.lexicon.organisations import Organisation, Organisations
from core.randomness import Draws
from core.rewrite import Piece
from core.text.analysed import AnalysedText
from core.text.casing import match_case

FIRMS = "technology company"


class NewNames:
    """Other names for the sure names of a text, drawn as they are met."""

    def __init__(
        self,
        text: AnalysedText,
        mentions: Sequence[SureName],
        gazetteer: Gazetteer,
        organisations: Organisations,
        draws: Draws,
    ) -> None:
        self._text, self._mentions, self._draws = text, mentions, draws
        self._gazetteer, self._organisations = gazetteer, organisations
        self._taken = text.source.lower()
        words = {token.text.lower() for token in text.tokens}
        self._genders = [gender for gender in OWN if not words.isdisjoint(OWN[gender])] or list(OWN)
        if any(mention.kind.endswith("club") for mention in mentions):
            self._genders = ["man"]  # who is named beside the clubs of these leagues
        full = [self._words(person) for person in mentions if person.kind == PERSON and person.end > person.first + 1]
        self._families = {words[0]: words[-1] for words in full}
        self._last = set(self._families.values())
        self._drawn: dict[tuple[str, str], str] = {}
        self._countries: dict[str, str] = {}
        self._clubs: dict[str, Organisation] = {}

    def edits(self) -> list[list[Piece]]:
        """The edits for each entity; nothing for one that no name is left for or whose article no name fits."""
        groups: dict[str, list[Piece]] = {}
        dropped: set[str] = set()
        for number, mention in enumerate(self._mentions):
            entity, new = self._entity_and_name(number, mention)
            if new:
                groups.setdefault(entity, []).extend(self._pieces(mention, new))
            else:
                dropped.add(entity)
        return [pieces for entity, pieces in groups.items() if entity not in dropped]

    def _entity_and_name(self, number: int, mention: SureName) -> tuple[str, str]:
        """(what the entity is known by, the new name for this mention of it)."""
        words, before = self._words(mention), article_before(self._text.tokens, mention.first)
        name = " ".join(words)
        if mention.organisation:
            return mention.organisation.whole, self._other_organisation(mention.organisation, name, before)
        if mention.kind in (PERSON, *OTHER_GENDER):
            return self._families.get(words[0], words[-1]), self._other_person(words, before)
        if mention.kind == FIRM_NAME:
            names = [firm.whole for firm in self._organisations.of_kind[FIRMS]]
            return name, self._replacement_name(FIRM_NAME, words[0], names, before)
        return name.title(), self._other_place(number, mention, words, before)

    def _other_person(self, words: Sequence[str], before: str) -> str:
        listed = words[0] in self._families or self._gender(words[0])
        if len(words) == 1 and (words[0] in self._last or not listed):
            return self._replacement_name(FAMILY, words[0], self._names(FAMILY), before)
        gender = self._gender(words[0]) or self._draws.choice(self._genders)
        given = self._replacement_name(PERSON, words[0], self._names(OTHER_GENDER[gender]), before)
        if len(words) == 1:
            return given
        family = self._replacement_name(FAMILY, words[-1], self._names(FAMILY), "")
        return f"{given} {family}" if given and family else ""

    def _gender(self, word: str) -> str:
        names = self._gazetteer.starting.get(word.title(), ())
        return next((name.kind for name in names if name.kind in OTHER_GENDER), "")

    def _other_place(self, number: int, mention: SureName, words: Sequence[str], before: str) -> str:
        tokens, name = self._text.tokens, " ".join(words).title()
        area = self._mentions[number + 1] if number + 1 < len(self._mentions) else None
        city = self._mentions[number - 1] if number else None
        if mention.kind in AREAS and city and city.kind == "city" and comma_between(tokens, city.end, mention.first):
            return self._countries.get(" ".join(self._words(city)).title(), "")
        if area and mention.kind == "city" and area.kind in AREAS and comma_between(tokens, mention.end, area.first):
            targets = self._gazetteer.targets["city"]
            new = self._replacement_name("city", name, [target.text for target in targets], before)
            self._countries[name] = next((target.country for target in targets if target.text == new), "")
            return new
        return self._replacement_name(mention.kind, name, self._gazetteer.alike.get(mention.kind, ()), before)

    def _other_organisation(self, old: Organisation, name: str, before: str) -> str:
        new = self._clubs.get(old.whole)
        if not new:
            left = [
                other
                for other in self._organisations.of_kind[old.kind]
                if other.article == old.article
                and bool(other.part) == bool(old.part)
                and other not in self._clubs.values()
                and (other.part or other.whole).lower() not in self._taken
            ]
            left = [other for other in left if goes_with(before, other.part if name == old.part else other.whole)]
            if not left:
                return ""
            new = self._clubs[old.whole] = self._draws.choice(left)
        text = new.part if name == old.part else new.whole
        return text if goes_with(before, text) else ""

    def _replacement_name(self, kind: str, old: str, names: Iterable[str], before: str) -> str:
        """What this word of this kind becomes, drawn when it is met first; "" where it does not go with the article."""
        new = self._drawn.get((kind, old))
        if new is None:
            used = set(self._drawn.values())
            left = [name for name in names if name.lower() not in self._taken and name not in used]
            left = [name for name in left if goes_with(before, name)]
            new = self._drawn[kind, old] = self._draws.choice(left) if left else ""
        return new if new and goes_with(before, new) else ""

    def _names(self, kind: str) -> list[str]:
        return [target.text for target in self._gazetteer.targets.get(kind, ())]

    def _words(self, mention: SureName) -> list[str]:
        return [token.text for token in self._text.tokens[mention.first : mention.end] if token.text != "."]

    def _pieces(self, mention: SureName, new: str) -> list[Piece]:
        """The edits that put the new name: its "the" goes from "the Netherlands", and "Inc." stays."""
        tokens, source = self._text.tokens, self._text.source
        last = mention.end - 1 - (mention.kind == FIRM_NAME)
        start, end = tokens[mention.first].start, tokens[last].end
        old = source[start:end]
        words = self._words(mention)
        listed = listed_place([word.title() for word in words] if source.islower() else words, self._gazetteer)
        if source.islower():
            new = new.lower()
        elif mention.organisation is None and len(old) > 4 and "." not in old:
            new = match_case(new, old)
        if old[-1] == "." and (mention.end == len(tokens) or tokens[mention.end].start == end):
            new += "."  # the full stop of "U.S." also ended the sentence
        before = tokens[mention.first - 1] if mention.first else None
        if listed and listed.article and mention.organisation is None and before and before.text.lower() == "the":
            return [Piece(before.start, start, ""), Piece(start, end, new)]
        return [Piece(start, end, new)]
