"""Make more sentences for the tagger to learn from:
`python -m tools.lexicon.teacher TRAIN.conllu[.gz] DEV.conllu MASC.zip MORE.conllu.gz`.

MiniLM learns to tag from UD English EWT, in capitals and small letters and in small letters only, and then tags the
texts of MASC (Ide et al. 2010; free of restrictions), whose own tags are not looked at. It is right in 97.2 % of the
tokens of EWT test, 96.8 % in lower case (its first 600 sentences), and takes a quarter of an hour on one core.
"""

import gzip
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from core.hints.similarity import default_model
from core.text.tagging import shape
from tools.lexicon.tagger import Tagged, hyphens_joined, sentences

SHAPES = ["", "x", "x-x", "0", "X", "XX", "Xx", "xX", ".", "0.", "X-", "x."]  # "" for the marks of MiniLM's own
ROUNDS, BATCH, PIECES = 3, 16, 8
RATES = (1.5e-4, 1e-3)  # of MiniLM, and of what is new
SHORTEST, LONGEST = 3, 60  # tokens of a sentence of MASC


class Teacher:
    """MiniLM with a tag for each word; the shape of a word, which it does not see, is added to what it reads."""

    def __init__(self, tags: Sequence[str]) -> None:
        import torch
        from transformers import AutoModel, AutoTokenizer

        torch.manual_seed(0)
        folder = default_model()
        self.tags = list(tags)
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.model = AutoModel.from_pretrained(folder, add_pooling_layer=False)
        width = self.model.config.hidden_size
        self.shapes, self.out = torch.nn.Embedding(len(SHAPES), width), torch.nn.Linear(width, len(tags))
        torch.nn.init.zeros_(self.shapes.weight)

    def scores(self, batch: Sequence[Sequence[str]]) -> Any:
        """Words x tags, the words of all sentences one after the other."""
        import torch

        encoded = [self._encode_words(words) for words in batch]
        longest = max(len(ids) for ids, _, _ in encoded)
        ids, shapes = (
            torch.tensor([entry[part] + [0] * (longest - len(entry[part])) for entry in encoded]) for part in (0, 1)
        )
        mask = torch.tensor([[1] * len(ids) + [0] * (longest - len(ids)) for ids, _, _ in encoded])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            read = self.model.embeddings.word_embeddings(ids) + self.shapes(shapes)
            hidden = self.model(inputs_embeds=read, attention_mask=mask).last_hidden_state
            scores = self.out(torch.nn.functional.dropout(hidden, 0.1, self.model.training))
        places = [(row, at) for row, (_, _, firsts) in enumerate(encoded) for at in firsts]
        return scores.float()[[row for row, _ in places], [at for _, at in places]]

    def _encode_words(self, words: Sequence[str]) -> tuple[list[int], list[int], list[int]]:
        """(pieces, the shape of the word of each, where each word begins)."""
        ids, shapes, firsts = [self.tokenizer.cls_token_id], [0], []
        for word in words:
            pieces = self.tokenizer.encode(word, add_special_tokens=False) or [self.tokenizer.unk_token_id]
            firsts.append(len(ids))
            ids += pieces[:PIECES]
            shapes += [SHAPES.index(shape(word))] * len(pieces[:PIECES])
        return [*ids, self.tokenizer.sep_token_id], [*shapes, 0], firsts


def taught(paths: Sequence[Path]) -> Teacher:
    """A teacher that has read these files."""
    import torch

    corpus = [sentence for path in paths for sentence in sentences(path)]
    teacher = Teacher(sorted({tag for sentence in corpus for _, tag, _ in sentence}))
    new = [*teacher.out.parameters(), *teacher.shapes.parameters()]
    optimizer = torch.optim.AdamW([{"params": teacher.model.parameters()}, {"params": new}], weight_decay=0.01)
    rng = random.Random(0)
    total = ROUNDS * (len(corpus) // BATCH + 1)
    teacher.model.train()
    steps = (batch for _ in range(ROUNDS) for batch in _batches([_copy(sentence, rng) for sentence in corpus], rng))
    for step, batch in enumerate(steps):
        for group, rate in zip(optimizer.param_groups, RATES, strict=True):
            group["lr"] = rate * min(1, step / 100) * max(0.02, 1 - step / total)
        gold = torch.tensor([teacher.tags.index(tag) for sentence in batch for _, tag in sentence])
        scores = teacher.scores([[word for word, _ in sentence] for sentence in batch])
        loss = torch.nn.functional.cross_entropy(scores, gold, label_smoothing=0.05)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(teacher.model.parameters(), 1.0)
        optimizer.step()
    teacher.model.eval()
    return teacher


def _copy(sentence: list[tuple[str, str, bool]], rng: random.Random) -> Tagged:
    """The sentence as it stands, with hyphenated words as one, or in lower case."""
    chance = rng.random()
    if chance < 0.45:
        return [(word, tag) for word, tag, _ in sentence]
    joined = hyphens_joined(sentence)
    return joined if chance < 0.6 else [(word.lower(), tag) for word, tag in joined]


def _batches(copies: list[Tagged], rng: random.Random) -> Iterator[list[Tagged]]:
    """Batches of sentences about as long as each other, in random order."""
    rng.shuffle(copies)
    copies.sort(key=lambda copy: len(copy) // 4)
    batches = [copies[i : i + BATCH] for i in range(0, len(copies), BATCH)]
    rng.shuffle(batches)
    yield from batches


def masc(path: Path) -> list[tuple[str, ...]]:
    """The words of the different sentences in NLTK's MASC, a zip of texts of word_TAG."""
    unique: dict[tuple[str, ...], None] = {}
    with ZipFile(path) as texts:
        for name in sorted(name for name in texts.namelist() if name.endswith(".txt") and "categories" not in name):
            for line in texts.read(name).decode(errors="replace").split("\n"):
                words = tuple(word for token in line.split() if (word := token.rpartition("_")[0]))
                if SHORTEST <= len(words) <= LONGEST:
                    unique[words] = None
    return list(unique)


def main(*arguments: str) -> None:
    import torch

    *paths, zipped, target = map(Path, arguments)
    teacher, texts = taught(paths), masc(zipped)
    with torch.no_grad(), gzip.open(target, "wt", encoding="utf-8") as file:
        for i in range(0, len(texts), 64):
            batch = texts[i : i + 64]
            tags = iter(teacher.scores(batch).argmax(1).tolist())
            for words in batch:
                rows = [f"{n}\t{word}\t_\t_\t{teacher.tags[next(tags)]}" for n, word in enumerate(words, 1)]
                file.writelines(row + "\t_" * 5 + "\n" for row in rows)
                file.write("\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
