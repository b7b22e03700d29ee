"""The sentences that the benches take: of a file, or our own."""

from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from core.errors import BadInput

SENTENCES = 10_000


def read_sentences(path: Path) -> list[str]:
    """The first 10,000 lines that hold anything; what stands before a tab is left out, as labels are.

    Raises BadInput for a file that can't be read.
    """
    try:
        with path.open(encoding="utf-8", errors="replace") as lines:
            texts = (line.rstrip("\n").rpartition("\t")[2].strip() for line in lines)
            return list(islice(filter(None, texts), SENTENCES))
    except OSError as error:
        raise BadInput(f"{str(path)!r} can't be read ({error.strerror}); give a file of sentences.") from error


def demo_sentences() -> list[str]:
    """10,000 of our demo sentences, repeated from the first when there are no more."""
    from data.datasets.stored import dataset_cards, read_samples
    from data.demo import ensure_demo
    from data.workspace import Workspace

    with TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder)).prepare()
        ensure_demo(workspace)
        splits = [(card.name, split) for card in dataset_cards(workspace) for split in card.splits]
        texts = [sample.text for name, split in splits for sample in read_samples(workspace, name, split)]
    return (texts * (SENTENCES // len(texts) + 1))[:SENTENCES]
