"""Train the model of the kinds of names: `python -m tools.lexicon.name_kinds wikigold.conll.txt [WORDNET]`.

Every fifth sentence of wikigold (Balasuriya et al. 2009, CC BY 4.0) is left for measuring. The names of WordNet, and of
our own lists, are names without neighbours to it.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from core.english.entities import ROLES, name_runs
from core.english.name_kinds import KINDS, NO_KIND, EntityKind, name_features, own_features
from core.english.sure_names import SURE
from core.lexicon.gazetteer import OTHER_GENDER, PLACES
from core.text.tokens import Token
from data.lexicon import LEXICON
from data.lexicon.resources import gazetteer, name_kinds, organisations, tagger
from tools.lexicon.wordnet import opened

TARGET = LEXICON / "name_kinds.npz"
SAID = {"I-PER": EntityKind.PERSON, "I-LOC": EntityKind.PLACE, "I-ORG": EntityKind.ORGANISATION}
LEXNAMES = {"noun.person": EntityKind.PERSON, "noun.location": EntityKind.PLACE, "noun.group": EntityKind.ORGANISATION}
OUT_OF_CONTEXT = 0.3  # the weight of a name without neighbours
LEAST = 2  # sentences that a feature is in
STRENGTH = 1.0  # of the regularisation, inverse
WEAKEST = 0.08
SCALE = 100

MEASURED = 5  # every so many sentences are not learnt from

Sentence = list[tuple[str, str]]
Example = tuple[list[str], str]


def wikigold(path: Path, measured: bool = False) -> list[Sentence]:
    """(word, kind) for each sentence of the training part, or of the part for measuring."""
    blocks = path.read_text(encoding="utf-8").strip().split("\n\n")
    sentences = [[(line.split()[0], line.split()[1]) for line in block.split("\n")] for block in blocks]
    return [sentence for number, sentence in enumerate(sentences) if (number % MEASURED == 0) is measured]


def examples(sentence: Sentence) -> Iterator[tuple[tuple[int, int], list[Token], str]]:
    """Each run of names, the tokens it is in and its kind: none where its ends are not those of the entity."""
    words = [word for word, _ in sentence]
    tokens = [Token(0, 0, word, tag) for word, tag in zip(words, tagger()(words), strict=True)]
    gold = ["O", *(kind for _, kind in sentence), "O"]
    for first, end in name_runs(tokens):
        kinds = set(gold[first + 1 : end + 1])
        role = first > 0 and words[first - 1].lower().rstrip(".") in ROLES
        whole = len(kinds) == 1 and kinds.isdisjoint({gold[end + 1]} | (set() if role else {gold[first]}))
        yield (first, end), tokens, SAID.get(kinds.pop(), NO_KIND) if whole else NO_KIND


def in_context(sentences: Sequence[Sentence]) -> Iterator[Example]:
    """The features of each run of names, and its kind."""
    for sentence in sentences:
        for (first, end), tokens, kind in examples(sentence):
            yield name_features(tokens, first, end, gazetteer()), kind


def listed(wordnet: Path | None) -> Iterator[Example]:
    """The names of lists that are of one kind only."""
    kinds: dict[str, set[str]] = {}
    for synset in opened(wordnet).all_synsets("n"):
        if synset.instance_hypernyms():
            for lemma in synset.lemma_names():
                name = lemma.replace("_", " ")
                kind = LEXNAMES.get(synset.lexname(), NO_KIND)
                kinds.setdefault(name, set()).add(kind)
                if kind is EntityKind.PERSON and " " in name:
                    kinds.setdefault(name.rsplit(" ", 1)[1], set()).add(kind)
    for names in gazetteer().starting.values():
        for entry in names:
            if entry.kind in OTHER_GENDER or entry.kind in PLACES:
                kind = EntityKind.PERSON if entry.kind in OTHER_GENDER else EntityKind.PLACE
                kinds.setdefault(" ".join(entry.words), set()).add(kind)
    for entries in organisations().starting.values():
        for words, _ in entries:
            kinds.setdefault(" ".join(words), set()).add(EntityKind.ORGANISATION)
    for name, of in sorted(kinds.items()):
        if len(of) == 1 and name[0].isupper():
            yield own_features(name.split(" "), gazetteer()), of.pop()


def train(gold: Path, wordnet: Path | None) -> None:
    """Learn from both and write the weights small."""
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    seen, alone = list(in_context(wikigold(gold))), list(listed(wordnet))
    print(f"{len(seen)} names in sentences, {len(alone)} of lists")
    vectors = DictVectorizer(dtype=np.float32)
    rows = vectors.fit_transform([dict.fromkeys(features, 1) for features, _ in (*seen, *alone)])
    often = np.asarray(rows.sum(0)).ravel() >= LEAST
    weights = [1.0] * len(seen) + [OUT_OF_CONTEXT] * len(alone)
    model = LogisticRegression(C=STRENGTH, max_iter=300)
    model.fit(rows[:, often], [kind for _, kind in (*seen, *alone)], weights)
    values = np.vstack([model.coef_[list(model.classes_).index(kind)] for kind in KINDS]).T
    names = np.array(vectors.feature_names_)[often]
    bias = np.array([model.intercept_[list(model.classes_).index(kind)] for kind in KINDS])
    values[names == "bias"] += bias
    strong = np.abs(values - values.mean(1, keepdims=True)).max(1) >= WEAKEST
    whole = np.rint((values - values.mean(1, keepdims=True))[strong] * SCALE).astype(np.int16)
    text = np.frombuffer("\n".join(names[strong]).encode(), np.uint8)
    np.savez_compressed(TARGET, features=text, values=whole)
    left = [(features, kind) for features, kind in in_context(wikigold(gold, measured=True)) if kind != NO_KIND]
    kinds = name_kinds()
    predictions = [(kinds.probabilities(features), kind) for features, kind in left]
    sure = [(chances, kind) for chances, kind in predictions if max(chances.values()) >= SURE]
    right = sum(chances[kind] >= SURE for chances, kind in sure) / len(sure)
    print(f"of {len(left)} names not learnt from it is sure of {len(sure)}, and right in {right:.1%} of these")
    print(f"{TARGET.name}: {strong.sum()} features, {TARGET.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    train(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
