"""The edits that were read: real sentences by file and line, and what a perturbation makes of them."""

from collections.abc import Iterator
from csv import reader
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from core.rewrite import Rewrite
from core.severity import pps
from data.lexicon.resources import perturber

SHEET = Path(__file__).with_name("verb_edits.tsv")


class Row(NamedTuple):
    """One edit at PPS 1 as the sheet has it; `digest` is of the perturbed text that was read."""

    dataset: str
    sentence: str  # file:line
    perturbation: str
    seed: int
    digest: str
    verdict: str  # good or bad
    reason: str  # of a bad one


def rows() -> list[Row]:
    """The sheet."""
    with SHEET.open(encoding="utf-8", newline="") as file:
        _, *lines = reader(file, delimiter="\t")
    return [Row(d, sentence, p, int(seed), was, verdict, why) for d, sentence, p, seed, was, verdict, why in lines]


def sentences(shared: Path) -> dict[str, dict[str, str]]:
    """Data set -> "file:line" -> sentence. Of CoLA only what its authors marked as acceptable."""
    folder = shared / "datasets"
    found: dict[str, dict[str, str]] = {"sst5_cased": {}, "cola": {}, "trec6": {}}
    for path in sorted((folder / "sst5_cased").glob("*.txt")):
        found["sst5_cased"].update((line_id, line.partition("\t")[2]) for line_id, line in _lines(path))
    for path in sorted((folder / "cola").glob("*.tsv")):
        cells = ((line_id, line.split("\t")) for line_id, line in _lines(path))
        found["cola"].update((line_id, cell[3]) for line_id, cell in cells if cell[1] == "1")
    for path in sorted((folder / "trec6").glob("TREC.*.all")):
        found["trec6"].update((line_id, line.partition(" ")[2]) for line_id, line in _lines(path, "latin-1"))
    return found


def _lines(path: Path, encoding: str = "utf-8") -> Iterator[tuple[str, str]]:
    for number, line in enumerate(path.read_text(encoding=encoding).split("\n"), 1):
        if line:
            yield f"{path.name}:{number}", line


def edited(perturbation: str, sentence: str, text: str, seed: int) -> Rewrite | None:
    """What the perturbation makes of a sentence, with one edit at most."""
    return perturber().text(text, perturbation, pps(1), seed, key=sentence)


def digest(rewrite: Rewrite) -> str:
    """Eight hexadecimal digits that change when the perturbed text does."""
    return blake2b(rewrite.perturbed.encode(), digest_size=4).hexdigest()


def marked(rewrite: Rewrite) -> str:
    """The text with its edits in brackets: "What [does|do] it measure"."""
    return "".join(part.new if part.kept else f"[{part.old}|{part.new}]" for part in rewrite.segments)
