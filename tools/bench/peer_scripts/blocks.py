"""Times a library's perturbations on blocks of texts: `python blocks.py LIBRARY`, JSON lines in and out.

Run by an environment that has the library, not by Flinch's (see `tools.bench.peer_process`). The first line out lists
the perturbations, `[{"ours": …, "name": …}, …]`. Then each line in, `{"peer": index, "texts": […]}`, is answered by
`{"seconds": CPU seconds}` or `{"failed": why}`. What is loaded from disk is loaded before the clock starts, and every
augmenter is asked for as many edits as ours: one, where ours makes one.
"""

import gc
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from time import process_time
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

Perturb = Callable[[str], object]


class Peer(NamedTuple):
    """`ours` does the same; `load` reads what is needed and returns what takes a text."""

    ours: str
    name: str
    load: Callable[[], Perturb]


def nlpaug() -> Iterator[Peer]:
    """One edit a text, as ours at the lowest severity; `augment` with a list would run the same loop over it."""
    char, word = import_module("nlpaug.augmenter.char"), import_module("nlpaug.augmenter.word")
    wordnet_without_download()
    one_edit = {"aug_char_min": 1, "aug_char_max": 1, "aug_word_min": 1, "aug_word_max": 1}

    def peer(ours: str, make: Callable[..., Any], **options: Any) -> Peer:
        kind = str(options.get("action") or options.get("aug_src") or "")
        name = " ".join(filter(None, ("nlpaug", make.__name__, kind)))
        return Peer(ours, name, lambda: make(**options).augment)

    yield peer("keyboard", char.KeyboardAug, **one_edit)
    yield peer("ocr", char.OcrAug, **one_edit)
    yield peer("character_insertion", char.RandomCharAug, action="insert", **one_edit)
    yield peer("character_deletion", char.RandomCharAug, action="delete", **one_edit)
    yield peer("character_replacement", char.KeyboardAug, include_special_char=False, include_numeric=False, **one_edit)
    yield peer("character_swapping", char.RandomCharAug, action="swap", **one_edit)
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


def cpu_seconds(perturb: Perturb, texts: Sequence[str]) -> float:
    """What perturbing each of these texts once takes of the processor's time."""
    gc.collect()
    began = process_time()
    for text in texts:
        perturb(text)
    return process_time() - began


def wordnet_without_download() -> None:
    """NLTK's reader takes WordNet without the map to its other versions, which nobody here reads."""
    reader = import_module("nltk.corpus.reader.wordnet").WordNetCorpusReader
    reader.map_wn = lambda self, version="wordnet": None


def main(library: str) -> None:
    answers, sys.stdout = sys.stdout, sys.stderr  # whatever the library prints is no answer

    def answer(value: object) -> None:
        print(json.dumps(value), file=answers, flush=True)

    random.seed(0)
    peers = list({"nlpaug": nlpaug, "checklist": checklist}[library]())
    answer([{"ours": peer.ours, "name": peer.name} for peer in peers])

    @cache
    def loaded(peer: int) -> Perturb:
        perturb = peers[peer].load()
        perturb("He bought two old cars , and they are n't new .")
        gc.freeze()  # what stays is not looked through again and again, as in ours
        return perturb

    for line in sys.stdin:
        block = json.loads(line)
        try:
            answer({"seconds": cpu_seconds(loaded(block["peer"]), block["texts"])})
        except Exception as error:  # whatever another library raises is its figure
            answer({"failed": f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"})


if __name__ == "__main__":
    main(sys.argv[1])
