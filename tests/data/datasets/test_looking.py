"""What is in a split, counted by hand; rows found by their words, across row groups."""

import pytest

from core.errors import BadInput
from core.records import DatasetCard, Sample, Task, TextField
from data.datasets.looking import label_counts, rows_with, samples_at, text_lengths
from data.datasets.stored import save_dataset
from data.datasets.writer import GROUP_ROWS
from data.workspace import Workspace
from tests.data.datasets.test_datasets import CARD, pet

PAIRS = DatasetCard("pairs", Task.PAIR_CLASSIFICATION, ("no", "yes"), ("a", "b"), {})
TAGGED = DatasetCard("tagged", Task.TAGGING, (), ("text",), {})


def pair(a: str, b: str, label: str) -> Sample:
    return Sample("pairs", "test", (TextField("a", a), TextField("b", b)), label)


@pytest.fixture
def pairs(workspace: Workspace) -> Workspace:
    made = [pair("  One  two\tthree ", "É", "yes"), pair("50 % off", "Two", "no"), pair(".", "a.b", "yes")]
    save_dataset(workspace, PAIRS, made)
    return workspace


def test_labels_are_counted_the_commonest_first(pairs: Workspace) -> None:
    assert list(label_counts(pairs, "pairs", "test").items()) == [("yes", 2), ("no", 1)]


def test_tags_are_counted_where_there_are_no_labels(workspace: Workspace) -> None:
    text = (TextField("text", "In New York"),)
    save_dataset(workspace, TAGGED, [Sample("tagged", "test", text, "", 0, ("O", "B-LOC", "I-LOC"))])
    assert label_counts(workspace, "tagged", "test") == {"B-LOC": 1, "I-LOC": 1, "O": 1}


def test_lengths_are_words_of_each_text(pairs: Workspace) -> None:
    lengths = text_lengths(pairs, "pairs", "test")
    assert {field: list(words) for field, words in lengths.items()} == {"a": [3, 3, 1], "b": [1, 1, 1]}


@pytest.mark.parametrize(
    ("words", "rows"), [("two", [0, 1]), ("é", [0]), ("50 %", [1]), (".", [2]), ("A.B", [2]), ("three one", [])]
)
def test_rows_are_found_by_their_words_as_typed(pairs: Workspace, words: str, rows: list[int]) -> None:
    assert list(rows_with(pairs, "pairs", "test", words)) == rows
    assert [sample.fields[1].text for sample in samples_at(pairs, "pairs", "test", rows)] == [
        ("É", "Two", "a.b")[row] for row in rows
    ]


def test_rows_are_found_across_row_groups(workspace: Workspace) -> None:
    samples = [pet(i) for i in range(2 * GROUP_ROWS + 10)]
    save_dataset(workspace, CARD, samples)
    # "number 81" begins 81, 810 to 819 and 8100 to 8199; 8192 rows fill two groups
    found = rows_with(workspace, "pets", "train", "NUMBER 81")
    assert list(found) == [81, *range(810, 820), *range(8100, 8200)]
    assert samples_at(workspace, "pets", "train", list(found[-12:])) == samples[8188:8200]
    assert sum(label_counts(workspace, "pets", "train").values()) == len(samples)
    assert len(text_lengths(workspace, "pets", "train")["text"]) == len(samples)


def test_an_unknown_split_is_named(pairs: Workspace) -> None:
    with pytest.raises(BadInput, match="no split 'train'"):
        label_counts(pairs, "pairs", "train")
