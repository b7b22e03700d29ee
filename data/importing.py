"""A file becomes a split of a data set: looked at first, checked row by row, stored whole or not at all."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import BadInput
from core.records import DatasetCard, Task
from data.checking import Plan, Preview, Tally, check, open_planned, preview, refusal, samples_of
from data.datasets import dataset_cards
from data.drafts import Draft, folder_name
from data.formats import BadRow, Format, Table, format_named, not_text, open_table
from data.labelling import ordered, parse_label_names
from data.merging import may_import, merged_card
from data.workspace import Workspace

__all__ = [
    "ImportResult",
    "Plan",
    "Preview",
    "check",
    "import_file",
    "parse_label_names",
    "preview",
    "run",
    "task_named",
    "text_column",
    "with_guesses",
]


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The card of the data set as it is now, how many samples came in, and the rows that did not.

    `bad_rows` names the first thousand; `bad` counts them all.
    """

    card: DatasetCard
    imported: int
    bad_rows: tuple[BadRow, ...]
    bad: int


def import_file(
    workspace: Workspace,
    path: Path | str,
    name: str,
    task: Task | str,
    split: str,
    text_columns: Sequence[str] = (),
    label_column: str | None = None,
    format: Format | str | None = None,
    label_names: Mapping[str, str] | None = None,
    on_bad: str = "refuse",
    *,
    header: bool | None = None,
    encoding: str = "utf-8",
    replace: bool = False,
    title: str = "",
    source: str = "",
    licence: str = "",
) -> ImportResult:
    """Store a file as a split of a data set, new or there already; columns that are not named are guessed.

    Raises BadInput when the file or a column can't be used, when the data set has the split already and
    `replace` is not set, and for bad rows unless `on_bad` is "skip"; nothing is stored then.
    """
    if on_bad not in ("refuse", "skip"):
        raise BadInput(f"Bad rows can be 'refuse'd or 'skip'ped, not {on_bad!r}.")
    chosen = format_named(format) if isinstance(format, str) else format
    plan = Plan(
        Path(path), name, task_named(task), split, tuple(text_columns), label_column or "", chosen,
        dict(label_names or {}), header, encoding, title, source, licence,
    )  # fmt: skip
    return run(workspace, with_guesses(plan), skip_bad=on_bad == "skip", replace_split=replace)


def run(workspace: Workspace, plan: Plan, skip_bad: bool = False, replace_split: bool = False) -> ImportResult:
    """Do what the plan says; what it raises is said at `import_file`."""
    folder_name(plan.split, "split")
    folder_name(plan.name, "data set")
    old = next((card for card in dataset_cards(workspace) if card.name == plan.name), None)
    may_import(old, plan.name, plan.task, plan.fields, plan.split, replace_split)
    table, tally = open_planned(plan), Tally()
    with Draft(workspace, plan.name, plan.fields) as draft:
        for sample in samples_of(plan, table, tally):
            if skip_bad or not tally.bad:
                draft.add(sample)
        if tally.bad and not skip_bad:
            raise BadInput(refusal(tally))
        if not tally.good:
            raise BadInput(refusal(tally) if tally.bad else f"{plan.path.name!r} holds no rows; nothing was imported.")
        labels = tuple(dict.fromkeys(plan.label_names.values())) or ordered(list(tally.labels))
        card = draft.join(lambda now: merged_card(now, _card(plan, labels), plan.split))
    return ImportResult(card, tally.good, tuple(tally.bad_rows), tally.bad)


def with_guesses(plan: Plan) -> Plan:
    """The plan with the text columns and the label column filled in from the file where it names none."""
    if plan.text_columns and plan.label_column:
        return plan
    seen = preview(plan.path, plan.format, header=plan.header, encoding=plan.encoding)
    texts = plan.text_columns or seen.guess.text_columns
    if not texts or not (plan.label_column or seen.guess.label_column):
        what = "label" if texts else "text"
        raise BadInput(
            f"Can't tell which column of {plan.path.name!r} holds the {what}; name one of {', '.join(seen.columns)}."
        )
    return dataclasses.replace(plan, text_columns=texts, label_column=plan.label_column or seen.guess.label_column)


def text_column(
    path: Path, column: str, format: Format | str | None = None, encoding: str = "utf-8"
) -> Iterator[tuple[str, str]]:
    """(id, text) of each row: its column "id" where the file has one, else the line it begins on.

    Raises BadInput when the file or the column can't be used and, when it comes to it, for the first bad row.
    """
    table = open_table(path, format_named(format) if isinstance(format, str) else format, None, encoding)
    if column not in table.columns:
        raise BadInput(f"{path.name!r} has no column {column!r}; its columns are {', '.join(table.columns)}.")
    if held := not_text(path, table.format, column, encoding):
        raise BadInput(f"The column {column!r} of {path.name!r} holds {held}, no text; name a column of text.")
    return _texts(table, column)


def _texts(table: Table, column: str) -> Iterator[tuple[str, str]]:
    for row in table.rows():
        if isinstance(row, BadRow):
            raise BadInput(f"{row}; mend the file and try again.")
        yield row.values.get("id") or str(row.line), row.values.get(column, "")


def task_named(task: Task | str) -> Task:
    """The task of this name; raises BadInput that lists them all."""
    try:
        return Task(task)
    except ValueError:
        raise BadInput(f"There is no task {task!r}; the tasks are {', '.join(Task)}.") from None


def _card(plan: Plan, labels: tuple[str, ...]) -> DatasetCard:
    labels = () if plan.task is Task.SIMILARITY else labels
    return DatasetCard(
        plan.name, plan.task, labels, plan.fields, (), plan.title or plan.name, plan.source or plan.path.name,
        plan.licence,
    )  # fmt: skip
