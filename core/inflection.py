"""The finite forms of English verbs, and the way back from a form to its verb."""

from collections.abc import Iterable
from typing import NamedTuple


class Verb(NamedTuple):
    """A verb's base form, third person singular and past tense: go, goes, went."""

    base: str
    third: str
    past: str


class Inflector:
    """Verb forms looked up in a table; a word that is not in it has no forms, so nobody inflects a guess.

    The table is made by lemminflect when the project is built (`data.lexicon.build_verbs`): loading the library itself
    takes over a second and 50 MB. A form of two verbs is read as the first one's ("found" is find, not found).
    """

    def __init__(self, verbs: Iterable[Verb]) -> None:
        self._verbs: dict[str, Verb] = {}
        self._lemmas: dict[str, dict[str, str]] = {"VB": {}, "VBP": {}, "VBZ": {}, "VBD": {}}
        for verb in verbs:
            self._verbs[verb.base] = verb
            for tag, form in zip(self._lemmas, (verb.base, *verb), strict=True):
                self._lemmas[tag].setdefault(form, verb.base)

    def lemma(self, word: str, tag: str) -> str:
        """The base form of this lower-case word read as VB, VBP, VBZ or VBD; "" where the table has no such form."""
        return self._lemmas[tag].get(word, "") if tag in self._lemmas else ""

    def inflect(self, lemma: str, tag: str) -> str | None:
        """The verb's form for VB, VBP, VBZ or VBD, US spelling first; None for other tags and unknown verbs."""
        verb = self._verbs.get(lemma)
        if verb is None or tag not in self._lemmas:
            return None
        return verb.third if tag == "VBZ" else verb.past if tag == "VBD" else verb.base
