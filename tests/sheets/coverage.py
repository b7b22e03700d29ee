"""How many texts get an edit by which rules: `python -m tests.sheets.coverage SHARED` writes coverage.tsv.

SHARED is the folder of real data sets. A row has the rules, a data set, its texts, and how many of them get an edit.
"""

import sys
from csv import reader, writer
from pathlib import Path
from typing import NamedTuple

from core.severity import pps
from data.lexicon.resources import perturber
from tests.sheets.edits import Row
from tests.sheets.lines import text_of

TARGET = Path(__file__).with_name("coverage.tsv")
SYNONYMS = ("synonym_replacement.careful", "synonym_replacement", "synonym_replacement.broad")
CAREFUL = ("negation.careful", "negation", "verb_tense.careful", "verb_tense")
MOST = 500  # texts of a data set
FILES = {
    **{"trec6": "TREC.test.all", "sst2": "stsa.binary.test", "sst5_cased": "sst_test.txt", "mrpc": "msr-para-test.tsv"},
    **{"rte_glue": "dev.tsv", "stsb": "sts-test.csv", "cola": "in_domain_dev.tsv", "hsol": "labeled_data.csv"},
}
READING = ("agnews", "mnli", "reviews", "squad_q")


class Coverage(NamedTuple):
    """Of so many texts of a data set so many get an edit by these rules, at one perturbation a text."""

    rules: str
    dataset: str
    texts: int
    changed: int


def measured(shared: Path) -> list[Coverage]:
    """Of the first texts of each data set; the first line of some is a head."""
    found: list[Coverage] = []
    for dataset, file in (*FILES.items(), *(("reading", f"{name}.jsonl") for name in READING)):
        texts = [
            text for n in range(2, MOST + 2) if (text := _text(shared, Row(dataset, f"{file}:{n}", "", 0, "", "", "")))
        ]
        for rules in (*SYNONYMS, *CAREFUL):
            changed = sum(bool(perturber().text(text, rules, pps(1), 0)) for text in texts)
            found.append(Coverage(rules, dataset if file in FILES.values() else file[:-6], len(texts), changed))
    return found


def _text(shared: Path, row: Row) -> str:
    try:
        return text_of(shared / "datasets", row)
    except (IndexError, ValueError):  # past the end
        return ""


def rows() -> list[Coverage]:
    """The file."""
    with TARGET.open(encoding="utf-8", newline="") as file:
        _, *lines = reader(file, delimiter="\t")
    return [Coverage(rules, dataset, int(texts), int(changed)) for rules, dataset, texts, changed in lines]


def main(shared: str) -> None:
    with TARGET.open("w", encoding="utf-8", newline="") as file:
        writer(file, delimiter="\t", lineterminator="\n").writerows([Coverage._fields, *measured(Path(shared))])


if __name__ == "__main__":
    main(*sys.argv[1:])
