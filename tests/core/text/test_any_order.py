"""What a perturbation makes of a text depends on that text alone, not on the texts that were read before it."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random

import pytest

from core.english.retagging import with_verbs
from core.perturbations.perturber import Perturber
from core.perturbations.registry import perturbations, under_other_rules
from core.text.tagging import PerceptronTagger
from data.demo import DEMO, demo_samples
from data.lexicon.resources import inflector, perceptron, resources
from tests.real_texts import samples

READS_TAGS = [p for p in (*perturbations(), *under_other_rules()) if p.needs_tags or "penn_tags" in p.resources]
FIRSTS = ("well", "self", "two", "Anglo", "X", "vice", "co", "12")
LASTS = ("known", "presidents", "ran", "American", "slowly", "up", "and", "qzx", "measures", "the")
FRAMES = (  # with words beside it that may have several tags
    "A {} man.",
    "{} prices cut the cost of books",
    "Her {} plans set out what {} works need .",
    "What did the {} record show in 1987-88 ?",
    "They {} fast and {} hard drives run like that",
)


def fresh() -> Perturber:
    """One that has not read anything."""
    unaided = PerceptronTagger(perceptron()._weights)
    return Perturber(with_verbs(unaided, inflector(), unaided.lead), resources())


def rewritten(texts: Sequence[str]) -> dict[str, list[str]]:
    """The tags of each text and what every perturbation makes of it, read in this order by one perturber."""
    perturber = fresh()
    found: dict[str, list[str]] = {}
    for text in texts:
        made = [perturber.text(text, p.name, p.severities[-1], 0, text) for p in READS_TAGS]
        tags = " ".join(token.tag for token in perturber.analyse(text).tokens)
        found[text] = [tags, *(rewrite.perturbed if rewrite else "" for rewrite in made)]
    return found


def otherwise_in_another_order(texts: list[str]) -> list[str]:
    """The texts of which something else is made where others are read before them."""
    alone = {text: made for text in texts for made in rewritten([text]).values()}
    found: list[str] = []
    for order in (texts, texts[::-1], Random(0).sample(texts, len(texts))):
        made = rewritten(order)
        found += [text for text in texts if made[text] != alone[text]]
    return found


@pytest.mark.slow
def test_texts_with_hyphens_and_demo_texts_read_the_same_in_any_order_and_alone() -> None:
    hyphened = [frame.format(f"{a}-{b}", f"{b}-{a}") for frame, a, b in product(FRAMES, FIRSTS, LASTS)]
    demo = [sample.fields[0].text for name in DEMO for sample in demo_samples(name)[::80]]
    texts = [*dict.fromkeys([*hyphened[::3], *demo])]
    assert len(texts) > 200 and len(READS_TAGS) > 15
    assert otherwise_in_another_order(texts) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sst5_cased", "trec_fine", "mrpc", "wikigold"])
def test_real_texts_read_the_same_in_any_order_and_alone(shared: Path, name: str) -> None:
    texts = [field.text for sample in samples(shared / "datasets", name) for field in sample.fields]
    hyphened = [*dict.fromkeys(text for text in texts if "-" in text)][:400]
    assert hyphened
    assert otherwise_in_another_order(hyphened) == []
