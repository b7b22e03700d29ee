"""nlpaug's synonyms for a JSON list of texts, as JSON lists: `python synonyms.py < texts.json`, by its own environment.

The first line holds the texts with one word replaced each, the second those with a tenth of the words.
"""

import json
import random
import sys
from importlib import import_module

import numpy


def main() -> None:
    reader = import_module("nltk.corpus.reader.wordnet").WordNetCorpusReader
    reader.map_wn = lambda self, version="wordnet": None  # Debian's WordNet lacks the map; nothing here reads it
    augmenter = import_module("nlpaug.augmenter.word").SynonymAug
    texts = json.load(sys.stdin)
    for options in ({"aug_max": 1}, {"aug_p": 0.1, "aug_max": None}):
        random.seed(0)
        numpy.random.seed(0)
        synonyms = augmenter(aug_src="wordnet", **options)
        print(json.dumps([(synonyms.augment(text) or [text])[0] for text in texts]), flush=True)


if __name__ == "__main__":
    main()
