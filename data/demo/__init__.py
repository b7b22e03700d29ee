"""The demo data sets, written by this project: frames of sentences, a grammar that fills them, what comes of it."""

from functools import cache

from core.records import DatasetCard, Sample, Task, TextField
from data.datasets.stored import dataset_cards, save_dataset
from data.demo.grammar import SentenceGrammar
from data.demo.splits import SIZES, sentences
from data.workspace import Workspace

SEED = 20260101
_OURS = {"source": "Written by the Flinch project", "licence": "MIT, as the project itself", "ours": True}
DEMO = {
    "demo-questions": DatasetCard(
        "demo-questions",
        Task.CLASSIFICATION,
        ("abbreviation", "description", "entity", "human", "location", "number"),
        ("text",),
        {},
        title="Demo: what kind of answer does the question want?",
        **_OURS,  # type: ignore[arg-type]
    ),
    "demo-sentiment": DatasetCard(
        "demo-sentiment",
        Task.CLASSIFICATION,
        ("negative", "positive"),
        ("text",),
        {},
        title="Demo: did the person like it?",
        **_OURS,  # type: ignore[arg-type]
    ),
}


@cache
def grammar(name: str) -> SentenceGrammar:
    """The grammar of a demo data set, read once."""
    return SentenceGrammar.load(name.removeprefix("demo-"))


def demo_samples(name: str) -> list[Sample]:
    """Every sample of this demo data set, split by split; the same in every process."""
    made = sentences(grammar(name), DEMO[name].labels, SEED)
    return [Sample(name, split, (TextField("text", text),), label) for split in SIZES for text, label, _ in made[split]]


def ensure_demo(workspace: Workspace) -> None:
    """Fill an empty workspace with the demo data sets; one that holds any data set already is left alone."""
    if dataset_cards(workspace):
        return
    for name, card in DEMO.items():
        save_dataset(workspace, card, demo_samples(name))
