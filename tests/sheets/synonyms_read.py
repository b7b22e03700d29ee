"""Real sentences whose synonyms were read, of data sets that nobody tuned on, by file and line.

Verdicts: an edit is good when a strict reader takes the new sentence for English that says the same; else the reason:
wrong sense, near word (its meaning is another), part of a name or term, ill-formed, wrong tag.
"""

from csv import reader
from pathlib import Path
from zipfile import ZipFile

from core.severity import Severity, Unit, pps
from data.lexicon.resources import perturber
from tests.sheets.edits import Row, digest

SHEET = Path(__file__).with_name("synonym_edits.tsv")


def rows() -> list[Row]:
    """The sheet."""
    with SHEET.open(encoding="utf-8", newline="") as file:
        _, *lines = reader(file, delimiter="\t")
    return [Row(d, sentence, p, int(seed), was, verdict, why) for d, sentence, p, seed, was, verdict, why in lines]


def text_of(datasets: Path, row: Row) -> str:
    """The sentence that a row names."""
    name, _, number = row.sentence.rpartition(":")
    if row.dataset == "movie_reviews_long":
        with ZipFile(datasets / row.dataset / "movie_reviews.zip") as packed:
            return packed.read(f"movie_reviews/{name}").decode("latin-1").split("\n")[int(number) - 1].strip()
    path = datasets / row.dataset / name
    if row.dataset == "mrpc":
        return path.read_text(encoding="utf-8-sig").split("\n")[int(number) - 1].rstrip("\r").split("\t")[3]
    lines = path.read_text(encoding="utf-8").split("\n")[int(number) - 1 :]
    if row.dataset == "wikigold":  # a token a line; an empty line ends the sentence
        return " ".join(line.split()[0] for line in lines[: lines.index("")])
    return lines[0].partition("\t")[2]


def digest_now(row: Row, text: str) -> str:
    """Of what the row's perturbation makes of the text now; "" where it is not applicable."""
    severity = Severity(Unit.PERCENT_WORDS, 10) if row.perturbation.startswith("swap") else pps(1)
    made = perturber().text(text, row.perturbation, severity, row.seed, key=row.sentence)
    return digest(made) if made else ""
