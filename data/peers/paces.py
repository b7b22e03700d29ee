"""Sentences per CPU-second of a library's perturbations, a JSON line each: `python paces.py LIBRARY < sentences.json`.

Run by an environment that has the library, not by Flinch's (see `data.bench_peers`). What is loaded from disk is loaded
before the clock starts, and every augmenter is asked for as many edits as ours: one, where ours makes one.
"""

import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from time import process_time
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

LONGEST = 4.0  # CPU-seconds for each, then the rest of the sentences is left out
ENOUGH = 0.5  # a run shorter than this is repeated
REPEATS = 3


class Peer(NamedTuple):
    """`ours` does the same; `make` loads what is needed and returns what takes a text."""

    ours: str
    name: str
    make: Callable[[], Callable[[str], object]]


def nlpaug() -> Iterator[Peer]:
    """One edit a text, as ours at the lowest severity; `augment` with a list would run the same loop over it."""
    char, word = import_module("nlpaug.augmenter.char"), import_module("nlpaug.augmenter.word")
    wordnet_without_download()
    one = {"aug_char_min": 1, "aug_char_max": 1, "aug_word_min": 1, "aug_word_max": 1}

    def peer(ours: str, make: Callable[..., Any], **options: Any) -> Peer:
        told = options.get("action") or options.get("aug_src") or ""
        name = " ".join(filter(None, ("nlpaug", make.__name__, str(told))))
        return Peer(ours, name, lambda: make(**options).augment)

    yield peer("keyboard", char.KeyboardAug, **one)
    yield peer("ocr", char.OcrAug, **one)
    yield peer("character_insertion", char.RandomCharAug, action="insert", **one)
    yield peer("character_deletion", char.RandomCharAug, action="delete", **one)
    yield peer("character_replacement", char.KeyboardAug, include_special_char=False, include_numeric=False, **one)
    yield peer("character_swapping", char.RandomCharAug, action="swap", **one)
    yield peer("spelling_error", word.SpellingAug, aug_max=1)
    yield peer("common_misspelled_words", word.SpellingAug, aug_max=1)
    yield peer("synonym_replacement", word.SynonymAug, aug_src="wordnet", aug_max=1)
    yield peer("swap_syn_wordnet", word.SynonymAug, aug_src="wordnet", aug_p=0.1, aug_max=None)
    yield peer("word_deletion", word.RandomWordAug, action="delete", aug_max=1)
    yield peer("word_order", word.RandomWordAug, action="swap", aug_max=1)


def checklist() -> Iterator[Peer]:
    """Its perturbations that take a text; those that take spaCy's analysis need a model, which is no package.

    Its import wants IPython for a widget, and corpora for the tenses of its negation; neither is measured.
    """
    for absent, holds in (
        ("pattern", ""),
        ("pattern.en", "tenses"),
        ("checklist.viewer.template_editor", "TemplateEditor"),
    ):
        sys.modules[absent] = module = ModuleType(absent)
        setattr(module, holds or "__path__", [])
    perturb = import_module("checklist.perturb").Perturb
    yield Peer("character_swapping", "checklist add_typos", lambda: perturb.add_typos)
    yield Peer("contraction", "checklist contract", lambda: perturb.contract)
    yield Peer(
        "swap_num", "checklist change_number, on words", lambda: lambda text: perturb.change_number(_Words(text), n=1)
    )


class _Words:
    """What its `change_number` reads of an analysed text, without the time that spaCy takes."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __iter__(self) -> Iterator[SimpleNamespace]:
        return (SimpleNamespace(text=word) for word in self.text.split())


def pace(perturb: Callable[[str], object], texts: Sequence[str]) -> float:
    """Texts per CPU-second: the best of three short runs, or one long run cut off after a few seconds."""
    best = 0.0
    for _ in range(REPEATS):
        began = process_time()
        done = 0
        for done, text in enumerate(texts, 1):
            perturb(text)
            if not done % 100 and process_time() - began > LONGEST:
                break
        spent = process_time() - began
        best = max(best, done / max(spent, 1e-9))
        if spent > ENOUGH:
            break
    return best


def wordnet_without_download() -> None:
    """NLTK's reader takes WordNet as Debian packages it, without its map to other versions, which nobody reads."""
    reader = import_module("nltk.corpus.reader.wordnet").WordNetCorpusReader
    reader.map_wn = lambda self, version="wordnet": None


def main(library: str) -> None:
    texts = json.load(sys.stdin)
    random.seed(0)
    for ours, name, make in {"nlpaug": nlpaug, "checklist": checklist}[library]():
        told: dict[str, object] = {"ours": ours, "peer": name}
        try:
            perturb = make()
            perturb(texts[0])
            told["pace"] = pace(perturb, texts)
        except Exception as error:  # whatever another library raises is its figure
            told["failed"] = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
