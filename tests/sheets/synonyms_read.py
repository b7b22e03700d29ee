"""Real sentences whose synonyms were read, of data sets that nobody tuned on, by file and line.

Verdicts: an edit is good when a strict reader takes the new sentence for English that says the same; else the reason:
wrong sense, near word (its meaning is another), part of a name or term, ill-formed, wrong tag.
"""

from csv import reader
from pathlib import Path

from core.severity import Severity, Unit, pps
from data.lexicon.resources import perturber
from tests.sheets.edits import Row, digest

SHEET = Path(__file__).with_name("synonym_edits.tsv")


def rows() -> list[Row]:
    """The sheet."""
    with SHEET.open(encoding="utf-8", newline="") as file:
        _, *lines = reader(file, delimiter="\t")
    return [Row(d, sentence, p, int(seed), was, verdict, why) for d, sentence, p, seed, was, verdict, why in lines]


def digest_now(row: Row, text: str) -> str:
    """Of what the row's perturbation makes of the text now; "" where it is not applicable."""
    severity = Severity(Unit.PERCENT_WORDS, 10) if row.perturbation.startswith("swap") else pps(1)
    made = perturber().text(text, row.perturbation, severity, row.seed, key=row.sentence)
    return digest(made) if made else ""
