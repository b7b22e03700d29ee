"""Texts that a script gives: perturbed one by one, or made samples."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from core.design import Condition
from core.errors import BadInput
from core.identity import Occurrences
from core.perturbations.conditions import parse_condition
from core.records import Sample, TextField
from core.rewrite import Rewrite
from data.lexicon.resources import perturber


def perturbed_texts(texts: Iterable[str], condition: str, seed: int) -> list[Rewrite | None]:
    """What the condition makes of each text, None where it is not applicable; the n-th copy of one draws as the n-th.

    Raises BadInput for a condition that does not exist, and for what is no text.
    """
    rows = checked_texts(texts)
    rewrite, occurrences = perturber().prepared(*parse_condition(condition), seed), Occurrences()
    return [rewrite(one, occurrences.id("", one)) for one in rows]


def drawing(text: str) -> Callable[[Condition, int], Rewrite | None]:
    """What `perturbed_texts` makes of this text alone, by condition and seed; raises BadInput for what is no text."""
    [checked] = checked_texts([text])
    key = Occurrences().id("", checked)
    return lambda condition, seed: perturber().text(checked, *condition, seed, key)


def checked_texts(texts: Iterable[str]) -> list[str]:
    """The texts; raises BadInput for what is none."""
    rows = list(texts)
    for one in rows:
        if not isinstance(one, str):
            raise BadInput(f"{one!r:.60} is not a text; give a str, or a list of them.")
    return rows


def is_table(given: object) -> bool:
    """Whether it is a table of pandas, Arrow, Polars or `datasets`, by its names of columns."""
    return not isinstance(given, str) and (hasattr(given, "column_names") or hasattr(given, "columns"))


def samples_in(table: Any, text: str | Sequence[str], label: str, dataset: str, split: str) -> list[Sample]:
    """A sample of each row of such a table, in order; `text` names one column or two, `label` that of the gold labels.

    Without such a column each has the label "". Labels that `datasets` has as numbers with names get their names.
    Raises BadInput for a text column that is not there, and for a row without a text.
    """
    known = columns_of(table)
    fields = (text,) if isinstance(text, str) else tuple(text)
    if missing := next((name for name in fields if name not in known), None):
        raise BadInput(f"The table has no column {missing!r}; name one of {', '.join(map(str, known))} as text.")
    columns = [checked_texts(column_of(table, name)) for name in fields]
    names = getattr(getattr(table, "features", {}).get(label), "names", None)
    gold = [_named(value, names) for value in column_of(table, label)] if label in known else [""] * len(columns[0])
    occurrences, made = Occurrences(), []
    for *texts, of in zip(*columns, gold, strict=True):
        rows = tuple(TextField(name, one) for name, one in zip(fields, texts, strict=True))
        made.append(Sample(dataset, split, rows, of, occurrences.number("\x1f".join(texts), of)))
    return made


def columns_of(table: Any) -> list[Any]:
    """The names of such a table's columns."""
    return list(getattr(table, "column_names", None) or table.columns)


def column_of(table: Any, name: Any) -> list[Any]:
    """The values of a column of such a table."""
    column = table[name]
    return list(column.to_pylist() if hasattr(column, "to_pylist") else column)


def _named(value: Any, names: Sequence[str] | None) -> str:
    return names[value] if names and isinstance(value, int) and 0 <= value < len(names) else str(value)


def samples_of(texts: Iterable[str], labels: Iterable[str], dataset: str, split: str) -> list[Sample]:
    """Samples of one text each, in order. Raises BadInput unless there are no labels, or as many as texts."""
    rows, gold, occurrences = list(texts), list(labels), Occurrences()
    if gold and len(gold) != len(rows):
        raise BadInput(f"There are {len(rows)} texts and {len(gold)} labels; give one label for each text, or none.")
    return [
        Sample(dataset, split, (TextField("text", text),), label, occurrences.number(text, label))
        for text, label in zip(rows, gold or [""] * len(rows), strict=True)
    ]
