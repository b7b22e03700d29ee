"""Which Penn tags a dictionary allows a word: `allowed()`, for the tagger's features.

All forms of the words in lemminflect's dictionary, which was made from the NIH's SPECIALIST lexicon.
"""

import gzip
from collections import defaultdict
from pathlib import Path

LETTERS = {
    "NN": "n", "NNS": "s", "VB": "b", "VBZ": "z", "VBD": "d", "VBN": "p", "VBG": "g",
    "JJ": "j", "JJR": "c", "JJS": "t", "RB": "r", "RBR": "e", "RBS": "u",
}  # fmt: skip


def allowed() -> dict[str, str]:
    """Lower-case word -> the letters of its tags, in alphabetical order; "dn" is "saw"."""
    import lemminflect

    with gzip.open(Path(lemminflect.__file__).parent / "resources/infl_lu.csv.gz", "rt", encoding="utf-8") as lines:
        lemmas = sorted({line.split(",")[0] for line in lines})
    by_form: dict[str, set[str]] = defaultdict(set)
    for lemma in lemmas:
        for tag, forms in lemminflect.getAllInflections(lemma).items():
            for form in (form.lower() for form in forms):
                if tag in LETTERS and form.isalpha() and form.isascii():
                    by_form[form].add(LETTERS[tag])
    return {form: "".join(sorted(letters)) for form, letters in by_form.items()}
