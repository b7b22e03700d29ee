"""Perturbations and severities in the words of the pages."""

from collections.abc import Sequence

from core.design import Condition
from core.perturbations.registry import NO_PAPER, Perturbation, every_perturbation
from core.records import Cell
from core.rules import plain_name, rules_in_words
from core.severity import Severity, Unit
from core.text.casing import capitalised

COUNTED = {
    Unit.PPS: "Perturbations per sample, at most (PPS)",
    Unit.PERCENT_CHARACTERS: "Percentage of characters",
    Unit.PERCENT_WORDS: "Percentage of words",
    Unit.PROBABILITY: "Probability",
    Unit.WORD_CLASS: "Word class",
}
WORD_CLASSES = {
    "ADJ": "adjective",
    "ADV": "adverb",
    "CONJ": "conjunction",
    "DET": "determiner",
    "NOUN": "noun",
    "NUM": "number",
    "PRON": "pronoun",
    "VERB": "verb",
}
SHORT = {"synonym_replacement": "Synonyms"}
SPELLED_OUT = {
    "ocr": "OCR",
    "insert_adv": "insert adverbs",
    "swap_num": "swap numbers",
    "swap_syn_wordnet": "swap synonyms (WordNet)",
    "swap_syn_word_embedding": "swap synonyms (embedding)",
}


def class_names(tags: str) -> str:
    """ "noun and adjective" for "NOUN+ADJ"; what is no class of words stays as it is."""
    return " and ".join(WORD_CLASSES.get(tag, tag) for tag in tags.split("+"))


def words(name: str) -> str:
    """ "word deletion" for "word_deletion", "keyboard (paper rules)" for "keyboard.paper"."""
    return ", ".join(_words(step) for step in name.split(","))


def _words(name: str) -> str:
    plain = plain_name(name)
    return (SPELLED_OUT.get(plain) or plain.replace("_", " ")) + rules_in_words(name)


def heading(name: str) -> str:
    """ "Word deletion"."""
    return capitalised(words(name))


def short(name: str) -> str:
    """The same as short as the label of a row must be."""
    return SHORT.get(name, heading(name))


def label(perturbation: Perturbation) -> str:
    """What a selector shows: "word deletion · Moradi"; typing either finds it."""
    return f"{words(perturbation.name)} · {perturbation.author}"


def by_paper() -> dict[str, list[Perturbation]]:
    """Every perturbation under its paper as it is cited, the papers with the most of them first; then those of none."""
    groups = dict[str, list[Perturbation]]()
    for perturbation in every_perturbation():
        groups.setdefault(perturbation.cited, []).append(perturbation)
    return dict(sorted(groups.items(), key=lambda group: (group[0] == NO_PAPER, -len(group[1]))))


def severities_in_words(values: Sequence[float | str], unit: Unit) -> str:
    """The severities of one unit in a line: "PPS 1, 2, 3, 4", "1, 5, 10 % of characters"."""
    listed = ", ".join(f"{value:g}" if isinstance(value, int | float) else value for value in values)
    match unit:
        case Unit.PPS:
            return f"PPS {listed}"
        case Unit.PERCENT_CHARACTERS:
            return f"{listed} % of characters"
        case Unit.PERCENT_WORDS:
            return "every place it finds" if tuple(values) == (100,) else f"{listed} % of words"
        case Unit.PROBABILITY:
            return f"probability {listed}"
        case Unit.WORD_CLASS | Unit.CHAIN:
            return listed


def severities_and(values: Sequence[float | str], unit: Unit) -> str:
    """The severities of one unit within a sentence: "PPS 2, 3 and 4"."""
    return " and ".join(severities_in_words(values, unit).rsplit(", ", 1))


def all_severities(perturbation: Perturbation) -> str:
    """Its severities in a line, with what must be known of them: "probability 0.2, 0.5 (… the paper's are lost)"."""
    note = f" ({perturbation.note})" if perturbation.note else ""
    return severities_in_words(perturbation.values, perturbation.unit) + note


def severity_in_words(severity: Severity) -> str:
    """One severity: "PPS 2", "5 % of characters", "every place it finds (100 %)", which a heatmap's row calls 100 %.

    Those of a chain stand one after another, as in its rows.
    """
    if severity.unit is Unit.CHAIN:
        return str(severity)
    text = severities_in_words((severity.value,), severity.unit)
    return f"{text} (100 %)" if severity.unit is Unit.PERCENT_WORDS and severity.value == 100 else text


def mean_in_words(value: float, unit: Unit) -> str:
    """A severity as it came out, the mean over samples: "6.3 % of words", "1.7 edits per sample"."""
    match unit:
        case Unit.PERCENT_CHARACTERS:
            return f"{value:.1f} % of characters"
        case Unit.PERCENT_WORDS:
            return f"{value:.1f} % of words"
        case _:
            return f"{value:.1f} edits per sample"


def condition_in_words(condition: Condition) -> str:
    """ "word deletion, PPS 2"."""
    return f"{words(condition.perturbation)}, {severity_in_words(condition.severity)}"


def cell_in_words(cell: Cell) -> str:
    """ "trec (test): negation, PPS 2"."""
    return f"{cell.dataset} ({cell.split}): {condition_in_words(cell.condition)}"
