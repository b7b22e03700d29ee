"""Where cues come from: the lists that ship, a file of one's own, and what is refused."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import BadInput
from core.experiments.cues import LabelWords, Paraphrases, cued
from core.experiments.registry import ExperimentRequest
from core.records import DatasetCard, Task
from data.experiments.cues import OPINIONS, PPDB, cues_of
from data.experiments.files import experiment_named, outcomes
from data.jobs.job import run_inline
from data.workspace import Workspace
from pages.ui.experiments.taking import as_csv
from tests.command_line import command_line
from tests.data.runs.run_data import CNN, reviews
from tools.lexicon.opinions import opinions
from tools.lexicon.paraphrases import paraphrases

ASKED = ExperimentRequest("word_classes", "films", (CNN,), ("word_class_removal@ADJ",), (1.0,))
FILMS = DatasetCard("films", Task.CLASSIFICATION, ("negative", "positive"), ("text",), {})
TOPICS = replace(FILMS, labels=("sport", "trade"))
PAIRS = replace(FILMS, task=Task.PAIR_CLASSIFICATION, labels=("different", "paraphrase"))
NUMBERS = replace(FILMS, task=Task.SIMILARITY, labels=())


def written(folder: Path, text: str) -> ExperimentRequest:
    path = folder / "own.txt"
    path.write_text(text, encoding="utf-8")
    return replace(ASKED, lexicon=str(path))


def test_the_lists_that_ship() -> None:
    [words] = cues_of(FILMS, ASKED)
    assert isinstance(words, LabelWords) and words.source == OPINIONS
    assert words.left(("a superb study",), "positive") == words.left(("an awful one",), "negative") == 1
    pairs, overlap = cues_of(PAIRS, ASKED)
    assert isinstance(pairs, Paraphrases) and pairs.source == PPDB
    assert pairs.left(("He said so", "she says no"), "different") == pairs.left(("says", "said"), "different") == 1
    texts = "The old dog was seen.", "A dog had seen the river."
    assert overlap.left(texts, "different") == pytest.approx(2 / 3)  # of old, dog, seen: dog, seen
    [short] = cues_of(replace(FILMS, labels=("neg", "pos")), ASKED)
    assert short.left(("a superb study",), "pos") == 1


def test_where_no_list_fits_none_is_taken() -> None:
    assert cues_of(TOPICS, ASKED) == cues_of(NUMBERS, ASKED) == ()
    assert cues_of(FILMS, replace(ASKED, experiment="word_order")) == ()


def test_a_file_of_words_and_labels(tmp_path: Path) -> None:
    [found] = cues_of(
        TOPICS, written(tmp_path, "ball\tsport\nbank\ttrade\t1\ngoal\ttrade\t0\nrun\tsport\nrun\ttrade\n")
    )
    assert isinstance(found, LabelWords) and found.source == "own.txt"
    assert found.label_of == {"ball": "sport", "bank": "trade"}  # 0: not so; "run" speaks for both
    [nrc] = cues_of(replace(FILMS, labels=("neg", "pos")), written(tmp_path, "joy\tjoy\t1\njoy\tpositive\t1\n"))
    assert isinstance(nrc, LabelWords) and nrc.label_of == {"joy": "pos"}


def test_a_file_of_pairs_of_words(tmp_path: Path) -> None:
    rows = "film movie\n[NN] ||| car ||| automobile ||| PPDB2.0Score=4\n[NP] ||| the car ||| auto ||| x\nsame same\n"
    found, _ = cues_of(PAIRS, written(tmp_path, rows))
    assert isinstance(found, Paraphrases)
    pairs = {"film": {"movie"}, "movie": {"film"}, "car": {"automobile"}, "automobile": {"car"}}
    assert found.of == pairs


@pytest.mark.parametrize(
    ("card", "experiment", "text", "told"),
    [
        (
            TOPICS,
            "word_classes",
            "ball\tgames\n",
            "has no word with exactly one label; write a word, a tab and one of sport or trade",
        ),
        (PAIRS, "word_classes", "one\n", "has no pair of words; give two words on each line"),
        (NUMBERS, "word_classes", "a b\n", "is to give a number for a pair, so it has no right answers"),
        (
            FILMS,
            "word_order",
            "ball\tpositive\n",
            "Only the experiment word_classes uses a lexicon, not word_order; leave the lexicon out",
        ),
    ],
)
def test_what_a_lexicon_is_refused_for(
    tmp_path: Path, card: DatasetCard, experiment: str, text: str, told: str
) -> None:
    with pytest.raises(BadInput, match=told):
        cues_of(card, replace(written(tmp_path, text), experiment=experiment))
    with pytest.raises(BadInput, match="can't be read; name a text file in UTF-8"):
        cues_of(FILMS, replace(ASKED, lexicon=str(tmp_path / "nothing.txt")))


def test_an_experiment_counts_the_cues_of_its_answers(workspace: Workspace, tmp_path: Path) -> None:
    reviews(workspace.prepare())
    own = written(tmp_path, "lovely\tgood\nfine\tgood\nawful\tbad\ndull\tbad\n").lexicon
    asked = replace(ASKED, dataset="reviews", train_samples=80, test_samples=20, lexicon=own)
    found = outcomes(workspace, run_inline(workspace, "experiment", "t", asked.arguments()))
    assert experiment_named(workspace, "latest").cues == "own.txt"
    original, without = cued(found)
    assert original.right.n + original.wrong.n == without.right.n + without.wrong.n == 20
    assert original.right.value > 0.5 > without.right.value  # the cues are adjectives
    table = as_csv(found).splitlines()
    assert {"cues_words_right", "cues_words_right_low", "cues_words_right_n", "accuracy_change"} < set(
        table[0].split(",")
    )
    lines = [
        line
        for line in command_line("experiments", "latest").stdout.splitlines()
        if line.startswith("cues_words_right")
    ]
    assert lines[0].split("\t")[:4] == ["cues_words_right", "CNN", "", f"{original.right.n}"] and len(lines) == 2


def test_how_the_lists_are_made_of_their_sources() -> None:
    assert opinions(["; a comment", "good", "both"], ["", "bad", "both"]) == {"positive": ["good"], "negative": ["bad"]}
    assert paraphrases(["movie film", "film movie", "a a", "two-part film"]) == {"film": ["movie"]}
