"""Reading lists for verb_edits.tsv: `python -m tests.sheets.draw SHARED SEED` draws anew, without SEED what went stale.

SHARED is the folder of real data sets. A list has the columns of the sheet and, last, the edited sentence; a reader
writes the verdict and leaves the sentence out. A row is stale when the perturbed text is no longer the one that was
read.

Verdicts: an edit is good when it changes a verb, and what stands there now is the right form, as grammatical in its
clause as the original was: for verb_tense the other tense, agreeing with its subject; for singular_plural_verbs the
other number and nothing else; for negation a negative (or positive) clause that a native speaker could write. The order
of tenses from clause to clause is not judged, since one edit may leave the next clause as it was.
"""

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from tests.sheets.edits import Row, digest, edited, marked, rows, sentences

WANTED = {"verb_tense": 60, "singular_plural_verbs": 54, "negation": 53}  # of each of three data sets


def drawn(shared: Path, seed: int) -> Iterator[tuple[Row, str]]:
    """Edits on random sentences, each with its marked text; no verdicts yet."""
    rng = Random(seed)
    for dataset, texts in sentences(shared).items():
        order = sorted(texts)
        for perturbation, wanted in WANTED.items():
            rng.shuffle(order)
            made = ((sentence, edited(perturbation, sentence, texts[sentence], seed)) for sentence in order)
            applied = ((sentence, rewrite) for sentence, rewrite in made if rewrite)
            for sentence, rewrite in islice(applied, wanted):
                yield Row(dataset, sentence, perturbation, seed, digest(rewrite), "", ""), marked(rewrite)


def stale(shared: Path) -> Iterator[tuple[Row, str]]:
    """The sheet's rows that must be read again, each with its marked text; "" where nothing is edited any more."""
    texts = sentences(shared)
    for row in rows():
        made = edited(row.perturbation, row.sentence, texts[row.dataset][row.sentence], row.seed)
        now = digest(made) if made else ""
        if now != row.digest:
            yield row._replace(digest=now), marked(made) if made else ""


def main(shared: str, seed: str = "") -> None:
    found = drawn(Path(shared), int(seed)) if seed else stale(Path(shared))
    print("\t".join((*Row._fields, "text")))
    for row, text in found:
        print(*row, text, sep="\t")


if __name__ == "__main__":
    main(*sys.argv[1:])
