"""Write chosen/in_context.txt.xz: `python -m tools.lexicon.in_context LISTS_FOLDER WORDNET_FOLDER EWT.conllu MASC.zip`.

How near a word is to each other lemma of its senses, and to what broad.py would offer for it, where the word stands:
the cosine of the encoder's vectors (all-MiniLM-L6-v2) of the word before and of the other after the exchange, in per
cent, the mean of four sentences of EWT and MASC (of most pairs that share a sense also of NLTK's part of the Penn
Treebank). Of 4,875 pairs that a person read it tells the good from the bad with an AUC of .88; WordNet's counts, .84.
"""

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tools.lexicon.broad import offered
from tools.lexicon.packed import write_lines
from tools.lexicon.read_pairs import CHOSEN, Paraphrases, paraphrases
from tools.lexicon.synonyms import forms, own_senses, plain, share
from tools.lexicon.tagger import Tagged, masc_sentences, sentences
from tools.lexicon.wordnet import opened

TARGET = CHOSEN / "in_context.txt.xz"
SENTENCES = 4  # a word
LENGTHS = range(7, 25)  # of them, in tokens
MET = 3  # times at least in the corpora; of the other word 2
MAIN = 0.08  # of a word's use at least has the sense they share
Pair = tuple[str, str, str]


class InPlace(NamedTuple):
    """A token of a sentence, and what stands there."""

    pair: Pair  # the other is "" for the word itself
    words: Sequence[str]
    at: int


def pairs(wordnet: Any, met: Mapping[tuple[str, str], int], also: Paraphrases) -> Iterator[Pair]:
    """(word, part of speech, other) for words that share a sense or paraphrase each other, and are met in the
    corpora."""
    for pos in "nvar":
        for lemma in sorted(filter(plain, set(wordnet.all_lemma_names(pos)))):
            if uses(lemma, pos, met) >= MET:
                senses = [s for s, _ in own_senses(wordnet, lemma, pos) if share(wordnet, s, lemma, pos) >= MAIN]
                others = {name for sense in senses for name in sense.lemma_names() if name.isalpha() and name.islower()}
                others |= {name for name in offered(wordnet, lemma, pos, also) if "_" not in name}
                yield from ((lemma, pos, other) for other in sorted(others - {lemma}) if uses(other, pos, met) > 1)


def uses(lemma: str, pos: str, met: Mapping[tuple[str, str], int]) -> int:
    return sum(met[form, tag] for tag, form in forms(lemma, pos).items())


def places(word_pairs: Sequence[Pair], corpora: Sequence[Tagged]) -> Iterator[InPlace]:
    """Each word in sentences drawn at random, and each of its others in its place."""
    of = defaultdict(list)
    for pair in word_pairs:
        of[pair[:2]].append(pair)
    words: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for lemma, pos in of:
        for tag, form in forms(lemma, pos).items():
            words[form, tag].append((lemma, pos))
    seen: Counter[tuple[str, str]] = Counter()
    for sentence in random.Random(1).sample(corpora, len(corpora)):
        if len(sentence) not in LENGTHS:
            continue
        for at, (word, tag) in enumerate(sentence):
            for key in words.get((word.lower(), tag), ()):
                if seen[key] < SENTENCES and (at == 0 or not word[0].isupper()):
                    seen[key] += 1
                    yield from exchanged(sentence, at, tag, of[key])


def exchanged(sentence: Tagged, at: int, tag: str, word_pairs: Sequence[Pair]) -> Iterator[InPlace]:
    words = [word for word, _ in sentence]
    yield InPlace((*word_pairs[0][:2], ""), words, at)
    for pair in word_pairs:
        made = forms(pair[2], pair[1]).get(tag)
        if made:
            yield InPlace(pair, [*words[:at], made, *words[at + 1 :]], at)


def vectors(occurrences: Sequence[InPlace]) -> Iterator[Any]:
    """The unit vector of each place's token, of its pieces the mean; None where the encoder cut it off."""
    import torch
    from transformers import AutoModel, AutoTokenizer

    from core.hints.similarity import default_model

    tokenizer = AutoTokenizer.from_pretrained(str(default_model()))
    model = AutoModel.from_pretrained(str(default_model())).eval()
    for part in (occurrences[i : i + 128] for i in range(0, len(occurrences), 128)):
        given = tokenizer(
            [list(place.words) for place in part],
            is_split_into_words=True, padding=True, truncation=True, max_length=64, return_tensors="pt",
        )  # fmt: skip
        with torch.inference_mode():
            hidden = model(**given).last_hidden_state.numpy()
        for row, place in enumerate(part):
            pieces = [i for i, word in enumerate(given.word_ids(row)) if word == place.at]
            vector = hidden[row, pieces].mean(0) if pieces else None
            yield None if vector is None else vector / np.linalg.norm(vector)


def build(lists: Path, folder: Path, ewt: Path, masc: Path) -> None:
    """Write the file beside the others of its folder; an hour on one core."""
    corpora = [*([(word, tag) for word, tag, _ in s] for s in sentences(ewt)), *masc_sentences(masc)]
    met = Counter((word.lower(), tag) for sentence in corpora for word, tag in sentence)
    occurrences = sorted(
        places(list(pairs(opened(folder), met, paraphrases(lists))), corpora), key=lambda place: len(place.words)
    )
    near: dict[Pair, list[float]] = defaultdict(list)
    original = None
    for place, vector in zip(occurrences, vectors(occurrences), strict=True):
        if not place.pair[2]:
            original = vector
        elif original is not None and vector is not None:
            near[place.pair].append(float(original @ vector))
    rows = ("\t".join((*pair, str(round(100 * np.mean(cosines))))) for pair, cosines in near.items())
    write_lines(TARGET, sorted(rows))


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
