"""What `python cli.py bench` measures, and on which sentences. Each figure names what was measured on what machine."""

import os
import platform
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from core.errors import BadInput

BENCHES: Mapping[str, str] = {
    "perturb": "data.bench_perturb",
    "hints": "data.bench_hints",
    "store": "data.bench_store",
    "desk": "data.bench_desk",
}
WITH_SENTENCES = {"perturb", "hints"}
SENTENCES = 10_000
Say = Callable[[str], None]


def measure(names: Sequence[str], sentences: Path | None, out: Say) -> None:
    """Run these benches one after another; raises BadInput for a file of sentences that can't be read."""
    out(f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    texts: list[str] = []
    if WITH_SENTENCES & set(names):
        texts = read_sentences(sentences) if sentences else demo_sentences()
        out(f"{len(texts):,} sentences: {sentences.name if sentences else 'our own demo sentences, repeated'}")
    for name in names:
        out(f"\n{name}")
        run = import_module(BENCHES[name]).run
        if name in WITH_SENTENCES:
            run(texts, out)
        else:
            run(out)


def read_sentences(path: Path) -> list[str]:
    """The first 10,000 lines that hold anything; what stands before a tab is left out, as labels are."""
    try:
        with path.open(encoding="utf-8", errors="replace") as lines:
            texts = (line.rstrip("\n").rpartition("\t")[2].strip() for line in lines)
            return list(islice(filter(None, texts), SENTENCES))
    except OSError as error:
        raise BadInput(f"{str(path)!r} can't be read ({error.strerror}); give a file of sentences.") from error


def demo_sentences() -> list[str]:
    """10,000 of our demo sentences, the last of them for the second time."""
    from data.datasets import dataset_cards, read_samples
    from data.demo import ensure_demo
    from data.workspace import Workspace

    with TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder)).prepare()
        ensure_demo(workspace)
        splits = [(card.name, split.name) for card in dataset_cards(workspace) for split in card.splits]
        texts = [sample.text for name, split in splits for sample in read_samples(workspace, name, split)]
    return (texts * (SENTENCES // len(texts) + 1))[:SENTENCES]
