"""Train the dependency parser on UD English EWT, measure it and keep it in the workspace, on the CPU and offline:
`python -m tools.parser TRAIN.conllu[.gz] DEV.conllu TEST.conllu [FOLDER]`.

The pipeline is spaCy's own (a tagger and a parser over hashed embeddings and the word vectors of MiniLM, reduced to 128
dimensions); the dev part chooses which of its states is kept. Train sentences come by ones and by threes, so that
sentence ends are learnt too, and a part of them in small letters. The tokens of the test part are the treebank's, its
sentences are not given. The figures are printed and kept beside the pipeline; copied to docs/parser.txt they are
those of docs/perturbations.md.
"""

import gzip
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import numpy as np
from safetensors.numpy import load_file
from spacy import blank
from spacy.cli.init_config import init_config
from spacy.scorer import Scorer
from spacy.tokens import Doc, DocBin
from spacy.training import Example
from spacy.training.converters.conllu_to_docs import conllu_to_docs
from spacy.training.initialize import init_nlp
from spacy.training.loop import train
from spacy.util import load_model
from spacy.vectors import Vectors
from thinc.api import NumpyOps, set_current_ops

from core.hints.similarity import default_model
from data.lexicon.parser import FOLDER
from data.workspace import Workspace
from tools.bench.bench import machine
from tools.bench.printed import Printed, git

SEED = 0
STEPS, EVERY = 6_000, 250  # batches in all, and between two looks at dev
DIMENSIONS = 128  # of a word vector
LOWER = 0.15  # of the train texts, in small letters
PRINTED = {"TAG": 97.25, "UAS": 91.75, "LAS": 89.87}  # en_core_web_sm 3.7.1, of its model card: OntoNotes 5, not EWT
COLUMNS = {"TAG": "tag_acc", "UAS": "dep_uas", "LAS": "dep_las"}


def texts(path: Path, sentences: int) -> list[Doc]:
    """The treebank's sentences as texts of so many each, with tags, heads and labels."""
    if not path.is_file():
        raise SystemExit(
            f"There is no file {str(path)!r}; name a part of UD English EWT, such as en_ewt-ud-test.conllu."
        )
    packed = path.read_bytes()
    text = (gzip.decompress(packed) if path.suffix == ".gz" else packed).decode("utf-8")
    return list(conllu_to_docs(text, n_sents=sentences, no_print=True))  # type: ignore[no-untyped-call]


def vectors(folder: Path) -> Path:
    """An empty pipeline, kept in the folder, with MiniLM's vectors of whole words by their principal components."""
    weights = load_file(default_model() / "model.safetensors")["embeddings.word_embeddings.weight"]
    pieces = (default_model() / "vocab.txt").read_text(encoding="utf-8").splitlines()
    kept = [number for number, piece in enumerate(pieces) if not piece.startswith(("##", "["))]
    left, spread, _ = np.linalg.svd((weights - weights.mean(0))[kept], full_matrices=False)
    rows = left[:, :DIMENSIONS] * spread[:DIMENSIONS]
    nlp = blank("en")
    words = [pieces[number] for number in kept]
    data = (rows / rows.std()).astype(np.float32)
    nlp.vocab.vectors = Vectors(strings=nlp.vocab.strings, data=data, keys=words, name="minilm", attr="LOWER")
    nlp.to_disk(folder)
    return folder


def settings(train_file: Path, dev_file: Path, vector_folder: Path, steps: int = STEPS) -> Any:
    """spaCy's small pipeline for the CPU, with our seed, our length, our vectors and no other corpus."""
    config = init_config(lang="en", pipeline=["tagger", "parser"], optimize="efficiency", gpu=False)
    config["paths"] |= {"train": str(train_file), "dev": str(dev_file), "vectors": str(vector_folder)}
    config["training"] |= {"seed": SEED, "max_steps": steps, "eval_frequency": min(EVERY, steps), "patience": 0}
    config["training"] |= {"dropout": 0.25}
    config["training"]["optimizer"]["use_averages"] = True
    config["training"]["batcher"]["size"] |= {"start": 200, "compound": 1.002}
    config["training"]["optimizer"]["learn_rate"] = {
        "@schedules": "warmup_linear.v1", "warmup_steps": 250, "total_steps": steps, "initial_rate": 0.0015,
    }  # fmt: skip
    config["components"]["tok2vec"]["model"]["encode"]["width"] = 128
    config["components"]["tok2vec"]["model"]["embed"] |= {
        "rows": [10_000, 2_000, 5_000, 5_000], "include_static_vectors": True
    }  # fmt: skip
    config["components"]["parser"]["min_action_freq"] = 10
    config["components"]["parser"]["model"] |= {"extra_state_tokens": True, "hidden_width": 128, "maxout_pieces": 3}
    config["training"]["score_weights"] = {"tag_acc": 0.2, "dep_uas": 0.0, "dep_las": 0.8}
    config["corpora"]["train"]["augmenter"] = {"@augmenters": "spacy.lower_case.v1", "level": LOWER}
    return config


def trained(train_texts: Sequence[Doc], dev_texts: Sequence[Doc], folder: Path, steps: int = STEPS) -> None:
    """Train, and keep the state that is best on dev in the folder."""
    set_current_ops(NumpyOps(use_blis=False))  # NumPy's own products are three times as fast here
    with TemporaryDirectory() as scratch:
        train_file, dev_file = Path(scratch) / "train.spacy", Path(scratch) / "dev.spacy"
        DocBin(docs=train_texts).to_disk(train_file)
        DocBin(docs=dev_texts).to_disk(dev_file)
        config = settings(train_file, dev_file, vectors(Path(scratch) / "vectors"), steps)
        train(init_nlp(config), Path(scratch), stdout=sys.stdout, stderr=sys.stderr)
        load_model(Path(scratch) / "model-best").to_disk(folder)


def measured(folder: Path, test: Sequence[Doc]) -> Mapping[str, float]:
    """Percent of the test part's tokens (marks left out of attachment), and sentences in a second of one core."""
    set_current_ops(NumpyOps(use_blis=False))
    nlp = load_model(folder)
    bare = [Doc(nlp.vocab, words=[t.text for t in doc], spaces=[bool(t.whitespace_) for t in doc]) for doc in test]
    parsed = list(nlp.pipe(bare))
    again = [Doc(nlp.vocab, words=[t.text for t in doc]) for doc in test] * 5
    scores = Scorer(nlp).score([Example(ours, gold) for ours, gold in zip(parsed, test, strict=True)])
    began = process_time()
    count = sum(1 for _ in nlp.pipe(again))
    spent = process_time() - began
    return {name: 100 * scores[column] for name, column in COLUMNS.items()} | {"sentences/s": count / spent}


def table(figures: Mapping[str, float], sentences: int) -> Iterator[str]:
    """The figures beside spaCy's own, which are of another treebank."""
    yield f"  {STEPS:,} batches, seed {SEED}, spaCy {version('spacy')}; {sentences:,} test sentences, read on one core"
    yield f"  {'':12} {'ours (EWT)':>12} {'en_core_web_sm (OntoNotes 5)':>30}"
    for name, value in figures.items():
        yield f"  {name:12} {value:12,.2f} {PRINTED.get(name, ''):>30}"


def main(train_path: str, dev: str, test: str, folder: str = "") -> None:
    """Train, measure, keep; the figures are printed and kept beside the pipeline."""
    target = Path(folder) if folder else Workspace.current().root / FOLDER
    test_texts = texts(Path(test), 1)
    trained([*texts(Path(train_path), 1), *texts(Path(train_path), 3)], texts(Path(dev), 1), target)
    printed = "\n".join(table(measured(target, test_texts), len(test_texts)))
    today = datetime.now(UTC).date().isoformat()
    Printed(today, git("rev-parse", "--short=10", "HEAD"), machine(), "", "", printed).write(target / "figures.txt")
    print(printed)


if __name__ == "__main__":
    if not 3 <= len(sys.argv[1:]) <= 4:
        raise SystemExit((__doc__ or "").partition("\n\n")[0])
    main(*sys.argv[1:])
