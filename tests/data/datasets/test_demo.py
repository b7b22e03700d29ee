"""The demo data: enough, distinct, balanced, varied, the same everywhere, and nobody else's."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from core.identity import content_id
from core.randomness import Draws
from core.records import Sample
from data.datasets.stored import dataset_cards, read_samples
from data.demo import DEMO, SEED, demo_samples, ensure_demo, grammar
from data.demo.grammar import SentenceGrammar
from data.demo.splits import SIZES, DemoSentence, sentences
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
        assert 4 <= len(text.split()) <= 25, text
        assert text[0].isupper() and text[-1] in ".?!", text
        assert not re.search(r"[{}\[\]|@]|  | [.,?;]|\.\.|^ | $", text), text
        assert not re.search(r"(?i)\b(a [aeio]|an [bcdfgjkpqtvwyz])", re.sub(r"(?i)\ba (one|euro)", "", text)), text
        assert not re.search(r"\b(\w+) \1\b", text), text


def made(name: str) -> list[tuple[str, DemoSentence]]:
    """(split, sentence) of a whole set, each with the frame it was made of."""
    whole = sentences(grammar(name), DEMO[name].labels, SEED)
    return [(split, sentence) for split, rows in whole.items() for sentence in rows]


@pytest.mark.parametrize("name", NAMES)
def test_no_frame_is_more_than_one_in_a_hundred_sentences(name: str) -> None:
    """A frame is a sentence with its choices and slots cut out; how a sentence begins is looked at as well."""
    rows = [sentence for _, sentence in made(name)]
    frames = Counter(re.sub(r"\[[^\]]*\]|\{[^}]*\}", "_", row.frame) for row in rows)
    assert len(frames) > 400
    assert frames.most_common(1)[0][1] <= 0.01 * len(rows)
    masked = [re.sub(r"\b(?<!^)[A-Z]\w*|\d+", "_", row.text) for row in rows]
    starts = Counter(" ".join(text.split()[:5]) for text in masked)
    assert starts.most_common(1)[0][1] <= 0.01 * len(rows)


def test_no_frame_of_questions_is_in_two_splits() -> None:
    splits: dict[str, set[str]] = {}
    for split, sentence in made("demo-questions"):
        splits.setdefault(sentence.frame, set()).add(split)
    assert [frame for frame, found in splits.items() if len(found) > 1] == []


def test_a_tenth_of_the_reviews_frames_is_kept_from_training_with_their_twins() -> None:
    rules = grammar("demo-sentiment")
    trained = {sentence.frame for split, sentence in made("demo-sentiment") if split == "train"}
    tested = {sentence.frame for split, sentence in made("demo-sentiment") if split == "test"}
    kept = [
        {number for number, frame in enumerate(rules.frames[label]) if frame in tested - trained}
        for label in ("negative", "positive")
    ]
    assert len(kept[0] & kept[1]) >= 20


def test_the_two_sets_are_varied(demo: dict[str, list[Sample]]) -> None:
    for name in NAMES:
        words = [word for sample in demo[name] for word in re.findall(r"[\w'-]+", sample.text.lower())]
        assert len(set(words)) > 1600
        starts = Counter(" ".join(sample.text.split()[:3]) for sample in demo[name])
        assert starts.most_common(1)[0][1] < 0.05 * len(demo[name])
        assert max(Counter(words).values()) < 0.12 * len(words)


def test_negations_and_contrasts_are_there_for_both_labels(demo: dict[str, list[Sample]]) -> None:
    for label in DEMO["demo-sentiment"].labels:
        texts = [s.text for s in demo["demo-sentiment"] if s.label == label]
        assert sum(bool(re.search(r"\b(not|never|no|nobody|nothing)\b|n't\b", t, re.I)) for t in texts) > 0.2 * len(
            texts
        )
        assert sum(bool(re.search(r"\b(but|yet)\b", t)) for t in texts) > 0.1 * len(texts)


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


def test_a_grammar_fills_slots_alike_choices_and_others() -> None:
    rules = SentenceGrammar({"pet": ("owl", "{big} cat"), "big": ("wild",)}, {})
    text = rules.sentence("{pet} and {pet:2}, {pet} and {pet:2} [|]stay [here|here].", Draws(1))
    assert text in ("Owl and wild cat, owl and wild cat stay here.", "Wild cat and owl, wild cat and owl stay here.")
    assert sorted(rules.sentences("[A|B|A] {big} day.", 5, Draws(2))) == ["A wild day.", "B wild day."]


def test_too_few_frames_are_named() -> None:
    with pytest.raises(ValueError, match="the frames of 'yes' make only 0 of 2040 sentences for train"):
        sentences(SentenceGrammar({}, {"yes": ("[One|Two] is a small number.",)}), ["yes"], 0)


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
