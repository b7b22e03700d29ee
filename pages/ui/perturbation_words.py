"""Perturbations and severities in the words of the pages."""

import re
from collections import Counter
from collections.abc import Sequence

from core.perturbations.registry import Perturbation, perturbations
from core.severity import Severity, Unit

COUNTED = {
    Unit.PPS: "Perturbations per sample, at most (PPS)",
    Unit.PERCENT_CHARACTERS: "Percent of characters",
    Unit.PERCENT_WORDS: "Percent of words",
    Unit.PROBABILITY: "Probability",
    Unit.WORD_CLASS: "Word class",
}
SPELLED_OUT = {
    "ocr": "OCR",
    "insert_adv": "insert adverbs",
    "swap_num": "swap numbers",
    "swap_syn_wordnet": "swap synonyms (WordNet)",
    "swap_syn_word_embedding": "swap synonyms (embedding)",
}
_PAPER = re.compile(r".*?\d{4}")
_AUTHOR = re.compile(r"\w+")


def words(name: str) -> str:
    """ "word deletion" for "word_deletion"."""
    return SPELLED_OUT.get(name) or name.replace("_", " ")


def heading(name: str) -> str:
    """ "Word deletion"."""
    spaced = words(name)
    return spaced[:1].upper() + spaced[1:]


def paper(perturbation: Perturbation) -> str:
    """Who published it and when: "Moradi & Samwald 2021"."""
    found = _PAPER.match(perturbation.source)
    return found.group() if found else perturbation.source


def section(perturbation: Perturbation) -> str:
    """Where in the paper it stands: "section 4.2"; "" where that is not said."""
    return perturbation.source.removeprefix(paper(perturbation)).strip(", ")


def author(perturbation: Perturbation) -> str:
    """The first author's name, by which people know the paper."""
    found = _AUTHOR.match(perturbation.source)
    return found.group() if found else ""


def label(perturbation: Perturbation) -> str:
    """What a selector shows: "word deletion · Moradi"; typing either finds it."""
    return f"{words(perturbation.name)} · {author(perturbation)}"


def by_paper() -> dict[str, list[Perturbation]]:
    """Every perturbation under its paper; the papers with the most of them first."""
    known = perturbations()
    counts = Counter(map(paper, known))
    return {name: [p for p in known if paper(p) == name] for name in sorted(counts, key=lambda name: -counts[name])}


def counted(values: Sequence[float | str], unit: Unit) -> str:
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
        case Unit.WORD_CLASS:
            return listed


def severity_said(severity: Severity) -> str:
    """One severity: "PPS 2", "5 % of characters"."""
    return counted((severity.value,), severity.unit)


def on_label(perturbation: Perturbation) -> str:
    """What it may do to the gold label."""
    return "may change the label" if perturbation.alters_meaning else "the label is kept"
