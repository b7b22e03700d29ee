"""Tables of other libraries as samples, and their pipelines as models."""

from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest
from datasets import ClassLabel, Dataset, Features, List, Value
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

import flinch
from core.errors import BadInput
from core.records import Task

WAYS = ("word", "char")
ROWS = {"text": ["so fine", "so dull", "so fine"], "label": ["good", "bad", "good"]}


@pytest.mark.parametrize("made", [pd.DataFrame, pa.table, Dataset.from_dict])
def test_a_table_gives_the_samples_that_its_lists_give(made: object) -> None:
    assert callable(made)
    assert flinch.samples(made(ROWS)) == flinch.samples(ROWS["text"], ROWS["label"])


def test_labels_that_are_numbers_with_names_get_their_names() -> None:
    features = Features({"sentence": Value("string"), "label": ClassLabel(names=["bad", "good"])})
    table = Dataset.from_dict({"sentence": ["so fine", "so dull"], "label": [1, 0]}, features=features)
    assert [one.label for one in flinch.samples(table, text="sentence")] == ["good", "bad"]


def test_two_columns_make_pairs_and_no_column_of_labels_none() -> None:
    [one] = flinch.samples(pd.DataFrame({"a": ["x"], "b": ["y"]}), text=("a", "b"), dataset="pairs", split="dev")
    assert (one.fields, one.label, one.dataset, one.split) == ((("a", "x"), ("b", "y")), "", "pairs", "dev")


def test_what_is_no_text_or_no_column_is_named() -> None:
    with pytest.raises(BadInput, match="no column 'review'; name one of text, label"):
        flinch.samples(pd.DataFrame(ROWS), text="review")
    with pytest.raises(BadInput, match="nan is not a text"):
        flinch.samples(pd.DataFrame({"text": ["a", float("nan")]}))


def test_a_table_and_a_pipeline_are_evaluated(tmp_path: Path) -> None:
    def pipeline(text: str) -> list[dict[str, object]]:
        """Says what a text-classification pipeline with top_k=None does: all labels, the likeliest first."""
        good = 0.9 if "fine" in text else 0.2
        said = [{"label": "good", "score": good}, {"label": "bad", "score": 1 - good}]
        return sorted(said, key=lambda one: -float(str(one["score"])))

    run = flinch.evaluate(pd.DataFrame(ROWS), pipeline, "word_deletion@1", workspace=tmp_path)
    rows = flinch.predictions(run, workspace=tmp_path).to_pylist()
    assert [row["label"] for row in rows] == ROWS["label"]
    assert run.labels == ("bad", "good") and rows[1]["probabilities"] == pytest.approx([0.8, 0.2])


def test_a_pipeline_that_names_one_label_gives_that(tmp_path: Path) -> None:
    def pipeline(text: str) -> list[dict[str, object]]:
        return [{"label": "good" if "fine" in text else "bad", "score": 0.7}]

    run = flinch.evaluate(pd.DataFrame(ROWS), pipeline, "word_deletion@1", workspace=tmp_path)
    assert [row["label"] for row in flinch.predictions(run, workspace=tmp_path).to_pylist()] == ROWS["label"]


WORDS = [["Ada", "met", "Bob"], ["nobody", "came"]]
TAGS = [["B-PER", "O", "B-PER"], ["O", "O"]]


def test_lists_of_words_and_tags_are_tagged_samples() -> None:
    named = List(ClassLabel(names=["O", "B-PER"]))
    features = Features({"text": List(Value("string")), "ner_tags": named})
    table = Dataset.from_dict({"text": WORDS, "ner_tags": [[1, 0, 1], [0, 0]]}, features=features)
    made = flinch.samples(WORDS, TAGS)
    assert [(one.text, list(one.tags), one.label) for one in made] == [
        ("Ada met Bob", TAGS[0], ""), ("nobody came", TAGS[1], ""),
    ]  # fmt: skip
    assert flinch.samples(table, label="ner_tags") == made


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        ([["O"], ["O", "O"]], "'Ada met Bob' has 3 words and 1 tags; give one tag for each word"),
        ([["O", "O", "person"], ["O", "O"]], "The tag 'person' of 'Ada met Bob' is not O, B-… or I-…"),
        ([["O", "O", "O"], "nobody"], "Some labels are lists of tags and others are not; give labels of one kind"),
    ],
)
def test_tags_that_do_not_fit_are_named(labels: list[object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        flinch.samples(WORDS, labels)


def test_the_spans_of_a_pipeline_are_tags_and_several_draws_have_their_worst(tmp_path: Path) -> None:
    def pipeline(text: str) -> list[dict[str, object]]:
        """Says what a token-classification pipeline with aggregation_strategy="simple" does."""
        return [
            {"entity_group": "PER", "start": at, "end": at + len(name)}
            for name in ("Ada", "Bob") if (at := text.find(name)) >= 0
        ]  # fmt: skip

    rows = flinch.samples(WORDS, TAGS)
    run = flinch.evaluate(rows, pipeline, "keyboard@40", draws=6, workspace=tmp_path)
    assert run.labels == ("O", "B-PER")
    assert [row["label"] for row in flinch.predictions(run, workspace=tmp_path).to_pylist()] == ["B-PER O B-PER", "O O"]
    worst = flinch.worst(run, workspace=tmp_path)
    assert (worst.kept[5].value, worst.right[5].value) == (0.5, 0.5)  # a typo in a name loses it; no name, none lost
    assert "## Worst of 6 draws" in flinch.card(run, workspace=tmp_path)


def test_pairs_with_decimal_numbers_are_a_similarity(tmp_path: Path) -> None:
    table = pd.DataFrame({"a": ["so fine", "so dull"], "b": ["fine", "a cat"], "score": [4.5, 1.0]})
    rows = flinch.samples(table, text=("a", "b"), label="score", dataset="alike")

    def shared(one: str, other: str) -> float:
        return float(len({*one.split()} & {*other.split()}))

    run = flinch.evaluate(rows, shared, "word_deletion@1", workspace=tmp_path)
    assert run.task is Task.SIMILARITY and run.labels == ()


def test_a_classifier_of_scikit_learn_is_a_model(tmp_path: Path) -> None:
    texts, labels = ["so fine", "so dull"] * 10, [1, 0] * 10
    for classifier in (LogisticRegression(), LinearSVC()):
        fitted = make_pipeline(CountVectorizer(), classifier).fit(texts, labels)
        run = flinch.evaluate(flinch.samples(texts, labels), fitted, "word_deletion@1", workspace=tmp_path)
        assert run.models[0].name == type(classifier).__name__ and run.labels == ("0", "1")
        rows = flinch.predictions(run, workspace=tmp_path).to_pylist()
        assert [row["label"] for row in rows] == [*map(str, labels)]


def test_two_classifiers_of_one_class_are_told_apart_by_the_names_they_are_given(tmp_path: Path) -> None:
    texts, labels = ["so fine", "so dull"] * 10, ["1", "0"] * 10
    both = [make_pipeline(CountVectorizer(analyzer=by), LogisticRegression()).fit(texts, labels) for by in WAYS]
    films = flinch.samples(texts, labels)
    with pytest.raises(BadInput, match=r'flinch.model\("another"\)\(mine\) gives a function or classifier another'):
        flinch.evaluate(films, both, "word_deletion@1", workspace=tmp_path)
    for name, one in zip(WAYS, both, strict=True):
        assert flinch.model(name)(one) is one
    run = flinch.evaluate(films, both, "word_deletion@1", workspace=tmp_path)
    assert [model.name for model in run.models] == ["word", "char"]
    assert flinch.predict("char", ["so fine"], run=run, workspace=tmp_path)[0].label == "1"
    with pytest.raises(BadInput, match="There is no model 5"):
        flinch.model("five")(5)  # type: ignore[type-var]


def test_one_text_or_rows_of_texts_are_no_data_set(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="'so fine' is one text; give a list of texts"):
        flinch.samples("so fine")
    with pytest.raises(BadInput, match="is not a data set; give a data set's name, or samples"):
        flinch.grid(["so fine"], tmp_path / "out", "keyboard@5", workspace=tmp_path)
    for nothing in (pd.DataFrame({"text": [], "label": []}), []):
        with pytest.raises(BadInput, match="is not a data set; give a data set's name, or samples"):
            flinch.evaluate(nothing, "cnn", "keyboard@5", workspace=tmp_path)


def test_a_table_is_perturbed(tmp_path: Path) -> None:
    grid = flinch.grid(pd.DataFrame(ROWS), tmp_path / "out", "word_deletion@1", workspace=tmp_path)
    assert [file.counts.samples for file in grid.files] == [3]
