"""The forms of English verbs, and the way back from a form to its verb."""

from collections.abc import Iterable
from typing import NamedTuple


class Verb(NamedTuple):
    """A verb's base, third person singular, past tense, past participle and gerund: go, goes, went, gone, going."""

    base: str
    third: str
    past: str
    participle: str
    gerund: str


class Inflector:
    """Verb forms looked up in a table; a word that is not in it has no forms, so nobody inflects a guess.

    The table is made by lemminflect when the project is built (`tools.lexicon.verbs`): loading the library
    itself takes over a second and 50 MB. A form of two verbs is read as the first one's ("found" is find, not found).
    "be" and the modal verbs are not in it: their few forms stand where they are used (`core.english.verb_forms`).
    """

    def __init__(self, verbs: Iterable[Verb]) -> None:
        self._forms: dict[str, dict[str, str]] = {tag: {} for tag in ("VB", "VBP", "VBZ", "VBD", "VBN", "VBG")}
        self._lemmas: dict[str, dict[str, str]] = {tag: {} for tag in self._forms}
        columns = [(self._forms[tag], self._lemmas[tag]) for tag in ("VB", "VBZ", "VBD", "VBN", "VBG")]
        for verb in verbs:
            base = verb.base
            for (forms, lemmas), form in zip(columns, verb, strict=True):
                forms[base] = form
                lemmas.setdefault(form, base)
        self._forms["VBP"], self._lemmas["VBP"] = self._forms["VB"], self._lemmas["VB"]

    def lemma(self, word: str, tag: str) -> str:
        """The base form of this lower-case word read as the form of a verb's tag; "" where the table has none."""
        return self._lemmas[tag].get(word, "") if tag in self._lemmas else ""

    def inflect(self, lemma: str, tag: str) -> str | None:
        """The verb's form for a verb's tag, US spelling first; None for other tags and unknown verbs."""
        return self._forms[tag].get(lemma) if tag in self._forms else None
