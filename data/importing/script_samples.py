"""Texts or tables that a script holds, as samples and as a data set of the workspace."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.errors import BadInput
from core.identity import Occurrences
from core.records import Bounds, DatasetCard, Sample, Task, TextField
from core.text.checked import checked_texts
from core.text.entity_tags import tagged_tokens
from data.datasets.stored import card_or_none, sample_ids, save_dataset
from data.importing.labelling import bio, ordered, similarity
from data.workspace import Workspace


def is_table(given: object) -> bool:
    """Whether it is a table of pandas, Arrow, Polars or `datasets`, by its names of columns."""
    return not isinstance(given, str) and (hasattr(given, "column_names") or hasattr(given, "columns"))


def samples_in(table: Any, text: str | Sequence[str], label: str, dataset: str, split: str) -> list[Sample]:
    """A sample of each row of such a table, in order; `text` names one column or two, `label` that of the gold labels.

    Texts and labels are as in `samples_of`; without such a column each has the label "". Labels that `datasets` has as
    numbers with names get their names. Raises BadInput for a text column that is not there, and what `samples_of` does.
    """
    columns = columns_of(table)
    fields = (text,) if isinstance(text, str) else tuple(text)
    if missing := next((name for name in fields if name not in columns), None):
        raise BadInput(f"The table has no column {missing!r}; name one of {', '.join(map(str, columns))} as text.")
    feature = getattr(table, "features", {}).get(label)
    names = getattr(getattr(feature, "feature", feature), "names", None)
    gold = [_label_or_tags(value, names) for value in column_of(table, label)] if label in columns else []
    return _samples({name: column_of(table, name) for name in fields}, gold, dataset, split)


def samples_of(texts: Iterable[str], labels: Iterable[Any], dataset: str, split: str) -> list[Sample]:
    """Samples in order, of one text each, or of pairs. A text may be a list of its words, with a list of tags as label.

    Raises BadInput for what is no text, unless there are no labels, or as many as texts, and for tags that don't fit.
    """
    if isinstance(texts, str):
        checked_texts(texts)  # says that one text is no list
    if isinstance(texts, Mapping | bytes) or not isinstance(texts, Iterable):
        raise BadInput(f"{texts!r:.60} is not a list of texts; give a list, or a table of pandas, Arrow or Polars.")
    rows, gold = list(texts), [_label_or_tags(value, None) for value in labels]
    if gold and len(gold) != len(rows):
        raise BadInput(
            f"There are {len(rows)} texts and {len(gold)} labels; give one label for each text, or no labels."
        )
    if not any(isinstance(row, list | tuple) for row in rows) or any(isinstance(label, tuple) for label in gold):
        return _samples({"text": rows}, gold, dataset, split)
    if odd := next((row for row in rows if not isinstance(row, list | tuple) or len(row) != 2), None):
        raise BadInput(f"{odd!r:.60} is not a text pair; give two texts per row, or words with a list of tags.")
    first, second = zip(*rows, strict=True)
    return _samples({"first": [*first], "second": [*second]}, gold, dataset, split)


def given_samples(given: "str | Iterable[Sample] | Any") -> "str | list[Sample]":
    """The name of a data set as it is, and samples or those of a table's columns "text" and "label" as a list.

    Raises BadInput for what is neither.
    """
    if isinstance(given, str):
        return given
    held = samples_in(given, "text", "label", "mine", "test") if is_table(given) else given
    rows = [*held] if isinstance(held, Iterable) else []
    if not rows or not all(isinstance(row, Sample) for row in rows):
        raise BadInput(
            f"{rows or given!r:.60} is not a data set; give a data set's name, or samples made by flinch.samples."
        )
    return rows


def dataset_of(workspace: Workspace, samples: Iterable[Sample]) -> str:
    """The name of the data set that these samples make: stored under the name that they give, unless it is there.

    Pairs whose labels are all numbers, one at least with a decimal point, are scores; their scale is from the lowest to
    the highest. Raises BadInput for samples of several data sets, and where another one has its name.
    """
    rows = [*samples]
    name, fields = rows[0].dataset, tuple(field.name for field in rows[0].fields)
    if odd := next((r for r in rows if (r.dataset, tuple(f.name for f in r.fields)) != (name, fields)), None):
        raise BadInput(
            f"Samples of {name!r} and of {odd.dataset!r} can't form one data set; give all samples the same name and "
            "fields."
        )
    if card := card_or_none(workspace, name):
        ids = {split: {r.id for r in rows if r.split == split} for split in dict.fromkeys(r.split for r in rows)}
        same = ids.keys() == card.splits.keys()
        if same and all({*sample_ids(workspace, name, split)} == own for split, own in ids.items()):
            return name
        raise BadInput(f"The workspace already has a different data set {name!r}; give your samples another name.")
    task = _task(rows)
    labels = {label for row in rows for label in row.tags or (row.label,)} - {""}
    numbers = sorted(map(float, labels)) if task is Task.SIMILARITY else []
    scale = Bounds(numbers[0], numbers[-1]) if numbers and numbers[0] < numbers[-1] else None
    listed = () if task is Task.SIMILARITY else ordered([*labels])
    return save_dataset(workspace, DatasetCard(name, task, listed, fields, {}, scale=scale), rows).name


def _task(rows: Sequence[Sample]) -> Task:
    if rows[0].tags:
        return Task.TAGGING
    if len(rows[0].fields) < 2:
        return Task.CLASSIFICATION
    labels = [row.label for row in rows if row.label]
    scores = any("." in label for label in labels) and not any(similarity(label)[1] for label in labels)
    return Task.SIMILARITY if scores else Task.PAIR_CLASSIFICATION


def columns_of(table: Any) -> list[Any]:
    """The names of such a table's columns."""
    return list(getattr(table, "column_names", None) or table.columns)


def column_of(table: Any, name: Any) -> list[Any]:
    """The values of a column of such a table."""
    column = table[name]
    return list(column.to_pylist() if hasattr(column, "to_pylist") else column)


def _label_or_tags(value: Any, names: Sequence[str] | None) -> str | tuple[str, ...]:
    """The label as text, or each of several tags."""
    if not isinstance(value, str) and isinstance(value, Iterable):
        return tuple(_name(tag, names) for tag in value)
    return _name(value, names)


def _name(value: Any, names: Sequence[str] | None) -> str:
    return names[value] if names and isinstance(value, int) and 0 <= value < len(names) else str(value)


def _samples(
    columns: dict[str, list[Any]], gold: Sequence[str | tuple[str, ...]], dataset: str, split: str
) -> list[Sample]:
    texts = [checked_texts(map(_text, column)) for column in columns.values()]
    if len({isinstance(of, tuple) for of in gold}) > 1:
        raise BadInput("Some labels are lists of tags and others are not; give labels of one kind.")
    occurrences, made = Occurrences(), []
    for row, of in zip(zip(*texts, strict=True), gold or [""] * len(texts[0]), strict=True):
        fields = tuple(map(TextField, columns, row))
        label, tags = ("", _tags(row[0], of)) if isinstance(of, tuple) else (of, ())
        made.append(Sample(dataset, split, fields, label, occurrences.number("\x1f".join(row), label, *tags), tags))
    return made


def _text(given: Any) -> Any:
    """The words of a list with spaces between; anything else as it is."""
    words = [] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)
    return " ".join(words) if words and all(isinstance(word, str) for word in words) else given


def _tags(text: str, given: tuple[str, ...]) -> tuple[str, ...]:
    if len(given) != (words := len(tagged_tokens(text))):
        raise BadInput(f"{text!r:.60} has {words} words and {len(given)} tags; give one tag for each word.")
    tags, wrong = bio(given)
    if wrong is not None:
        raise BadInput(f"The tag {wrong!r:.40} of {text!r:.60} is not O, B-… or I-…; use only these.")
    return tags
