"""The demo data: enough, distinct, balanced, varied, the same everywhere, and nobody else's."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from core.identity import content_id
from core.records import Sample
from data.datasets.stored import dataset_cards, read_samples
from data.demo import DEMO, demo_samples, ensure_demo, grammar
from data.demo.grammar import SentenceGrammar, article
from data.demo.splits import SIZES
from data.workspace import Workspace

NAMES = tuple(DEMO)


@pytest.fixture(scope="module")
def demo() -> dict[str, list[Sample]]:
    return {name: demo_samples(name) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_there_are_enough_distinct_sentences_and_no_split_shares_one(name: str, demo: dict[str, list[Sample]]) -> None:
    sizes = Counter(sample.split for sample in demo[name])
    assert sizes["train"] >= 2000 and sizes["dev"] >= 500 and sizes["test"] >= 700
    assert len({_bare(sample.text) for sample in demo[name]}) == len(demo[name])


@pytest.mark.parametrize("name", NAMES)
def test_each_label_is_as_frequent_as_the_others(name: str, demo: dict[str, list[Sample]]) -> None:
    for split in SIZES:
        counted = Counter(sample.label for sample in demo[name] if sample.split == split)
        assert set(counted) == set(DEMO[name].labels)
        assert len(set(counted.values())) == 1


@pytest.mark.parametrize("name", NAMES)
def test_every_sentence_looks_like_one(name: str, demo: dict[str, list[Sample]]) -> None:
    for sample in demo[name]:
        text = sample.text
        assert 5 <= len(text.split()) <= 25, text
        assert text[0].isupper() and text[-1] in ".?!", text
        assert not re.search(r"[{}\[\]|@]|  | [.,?;]|\.\.", text), text
        assert not re.search(r"(?i)\b(a [aeio]|an [bcdfgjkpqtvwyz])", re.sub(r"(?i)\ba (one|euro)", "", text)), text
        assert not re.search(r"\b(\w+) \1\b", text), text


def test_the_two_sets_are_varied(demo: dict[str, list[Sample]]) -> None:
    for name in NAMES:
        assert sum(len(templates) for templates in grammar(name).templates.values()) >= 60
        words = [word for sample in demo[name] for word in re.findall(r"[\w'-]+", sample.text.lower())]
        assert len(set(words)) > 800
        starts = Counter(" ".join(sample.text.split()[:3]) for sample in demo[name])
        assert starts.most_common(1)[0][1] < 0.15 * len(demo[name])
        assert max(Counter(words).values()) < 0.12 * len(words)


def test_negations_and_contrasts_are_there_for_both_labels(demo: dict[str, list[Sample]]) -> None:
    for label in DEMO["demo-sentiment"].labels:
        texts = [s.text for s in demo["demo-sentiment"] if s.label == label]
        assert sum(bool(re.search(r"\b(not|never|no|nobody|nothing)\b|n't\b", t, re.I)) for t in texts) > 0.2 * len(
            texts
        )
        assert sum(bool(re.search(r"\b(but|yet)\b", t)) for t in texts) > 0.1 * len(texts)


def test_training_does_not_see_every_template_or_word(demo: dict[str, list[Sample]]) -> None:
    whole = grammar("demo-sentiment")
    seen = whole.trimmed()
    for label, templates in whole.templates.items():
        assert 0.7 < len(seen.templates[label]) / len(templates) < 0.9
    words = {split: set() for split in SIZES}  # type: dict[str, set[str]]
    for sample in demo["demo-sentiment"]:
        words[sample.split] |= set(re.findall(r"\w+", sample.text.lower()))
    assert len(words["test"] - words["train"]) > 30


def test_another_process_makes_the_same_samples(demo: dict[str, list[Sample]]) -> None:
    code = (
        "from data.demo import *; from core.identity import content_id; import json;"
        "print(json.dumps([content_id(*(s.id for s in demo_samples(n))) for n in DEMO]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [content_id(*(s.id for s in demo[name])) for name in NAMES]


def test_an_empty_workspace_is_filled_with_data_marked_as_ours(workspace: Workspace) -> None:
    ensure_demo(workspace)
    cards = dataset_cards(workspace)
    assert [(card.name, card.ours) for card in cards] == [(name, True) for name in NAMES]
    assert all("Flinch" in card.source and "MIT" in card.licence for card in cards)
    assert sum(1 for _ in read_samples(workspace, "demo-questions", "train")) == SIZES["train"]


def test_a_workspace_with_data_is_left_alone(workspace: Workspace) -> None:
    ensure_demo(workspace)
    (folder,) = workspace.datasets.glob("demo-questions")
    before = (folder / "card.json").stat().st_mtime_ns
    ensure_demo(workspace)
    assert (folder / "card.json").stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("word", "expected"),
    [("owl", "an"), ("hour", "an"), ("honest", "an"), ("university", "a"), ("one", "a"), ("useful", "a"),
     ("unforgettable", "an"), ("uninspired", "an"), ("unique", "a"), ("European", "a"), ("wolf", "a")],
)  # fmt: skip
def test_articles_follow_the_sound(word: str, expected: str) -> None:
    assert article(word) == expected


def test_a_grammar_fills_slots_alike_choices_and_forms() -> None:
    from core.randomness import Draws

    rules = SentenceGrammar({"pet": (("owl", "owls"),), "is": (("was",),)}, {})
    text = rules.sentence("@ {pet} {is} [here], and {pet.s} [|] stay {5..5} days.", Draws(1))
    assert text == "An owl was here, and owls stay 5 days."


def test_no_sentence_is_in_the_real_data_sets(shared: Path, demo: dict[str, list[Sample]]) -> None:
    real: set[str] = set()
    for pattern in (
        "trec6/*.all",
        "sst2/stsa*",
        "sst5_cased/*.txt",
        "cola/*.tsv",
        "stsb/*.csv",
        "mrpc/*.tsv",
        "rte_glue/*.tsv",
    ):
        for path in shared.glob(f"datasets/{pattern}"):
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                real |= {_bare(cell) for cell in line.split("\t")} | {_bare(line.partition(" ")[2])}
    ours = {_bare(sample.text): sample.text for samples in demo.values() for sample in samples}
    assert [ours[text] for text in ours.keys() & real] == []


def _bare(text: str) -> str:
    """Letters and digits only, so that spacing, case and punctuation hide no copy."""
    return re.sub(r"[\W_]+", "", text.lower())
