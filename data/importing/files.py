"""A file becomes a split of a data set: looked at first, checked row by row, stored whole or not at all."""

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import BadInput
from core.models.tasks import LABELLING
from core.records import Bounds, DatasetCard, Task
from data.datasets.merging import may_import, merged_card
from data.datasets.positive import positive_second
from data.datasets.stored import card_or_none, read_samples
from data.datasets.writer import DatasetWriter, folder_name
from data.formats import BadRow, Format, Table, format_named, not_text, open_table
from data.importing.checking import CheckReport, ImportPlan, open_planned, preview, refusal, samples_of
from data.importing.labelling import ordered
from data.workspace import Workspace


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
    encoding: str = "utf-8",
    replace: bool = False,
    title: str = "",
    source: str = "",
    scale: Bounds | None = None,
    unlabelled: bool = False,
    positive: str = "",
    before_storing: Callable[[CheckReport], None] | None = None,
) -> ImportResult:
    """Store a file as a split of a data set, new or there already; columns that are not named are guessed.

    `positive` is the one of two labels by which a binary F1 goes; else the names tell it, or the second is taken. An
    `unlabelled` split has no gold labels, whatever its columns hold: no model can be trained on it. `before_storing`
    is called with what was found once every row was read, and may raise to store nothing.

    Raises BadInput when the file or a column can't be used, when the data set has the split already and
    `replace` is not set, and for bad rows unless `on_bad` is "skip"; nothing is stored then.
    """
    if on_bad not in ("refuse", "skip"):
        raise BadInput(f"on_bad can't be {on_bad!r}; give 'refuse' or 'skip'.")
    chosen = format_named(format) if isinstance(format, str) else format
    plan = ImportPlan(
        Path(path), name, task_named(task), split, tuple(text_columns), label_column or "", chosen,
        dict(label_names or {}), None, encoding, title, source, scale, unlabelled, positive,
    )  # fmt: skip
    return import_planned(
        workspace, with_guesses(plan), skip_bad=on_bad == "skip", replace_split=replace, before_storing=before_storing
    )


def shared_texts(workspace: Workspace, plan: ImportPlan) -> dict[str, int]:
    """How many texts of the plan's file each other split of its data set has, of those that share any."""
    card = card_or_none(workspace, plan.name)
    others = [split for split in card.splits if split != plan.split] if card else []
    texts = {sample.texts for sample in samples_of(plan, open_planned(plan), CheckReport())} if others else set()
    shared = {
        split: len(texts & {sample.texts for sample in read_samples(workspace, plan.name, split)}) for split in others
    }
    return {split: n for split, n in shared.items() if n}


def import_planned(
    workspace: Workspace,
    plan: ImportPlan,
    skip_bad: bool = False,
    replace_split: bool = False,
    before_storing: Callable[[CheckReport], None] | None = None,
) -> ImportResult:
    """Do what the plan says; what it raises is said at `import_file`."""
    folder_name(plan.split, "split")
    folder_name(plan.name, "data set")
    old = card_or_none(workspace, plan.name)
    may_import(old, plan.name, plan.task, plan.fields, plan.split, replace_split)
    table, report = open_planned(plan), CheckReport()
    with DatasetWriter(workspace, plan.name, plan.fields) as writer:
        for sample in samples_of(plan, table, report):
            if skip_bad or not report.bad:
                writer.add(sample)
        if report.bad and not skip_bad:
            raise BadInput(refusal(report))
        if not report.good:
            raise BadInput(
                refusal(report) if report.bad else f"{plan.path.name!r} holds no rows; nothing was imported."
            )
        if before_storing:
            before_storing(report)
        labels = tuple(dict.fromkeys(plan.label_names.values())) or ordered(list(report.labels))
        labels = positive_second(labels, plan.positive) if plan.task in LABELLING else labels
        card = writer.join(lambda now: merged_card(now, _card(plan, labels), plan.split))
    return ImportResult(card, report.good, tuple(report.bad_rows), report.bad)


def with_guesses(plan: ImportPlan) -> ImportPlan:
    """The plan with the text columns and the label column filled in from the file where it names none."""
    if plan.text_columns and (plan.label_column or plan.unlabelled):
        return plan
    seen = preview(plan.path, plan.format, header=plan.header, encoding=plan.encoding)
    texts = plan.text_columns or seen.guess.text_columns
    if not texts or not (plan.label_column or seen.guess.label_column or plan.unlabelled):
        what = "label" if texts else "text"
        raise BadInput(
            f"Flinch can't tell which column of {plan.path.name!r} holds the {what}; name one of "
            f"{', '.join(seen.columns)}" + (". If there are no labels, say so (unlabelled)." if texts else ".")
        )
    return dataclasses.replace(plan, text_columns=texts, label_column=plan.label_column or seen.guess.label_column)


def text_column(
    path: Path, column: str, format: Format | str | None = None, encoding: str = "utf-8"
) -> Iterator[tuple[str, str]]:
    """(id, text) of each row: what its column "id" holds, and "" where the file has none.

    Raises BadInput when the file or the column can't be used and, when it comes to it, for the first bad row.
    """
    table = open_table(path, format_named(format) if isinstance(format, str) else format, None, encoding)
    if column not in table.columns:
        raise BadInput(f"{path.name!r} has no column {column!r}; its columns are {', '.join(table.columns)}.")
    if held := not_text(path, table.format, column, encoding):
        raise BadInput(f"The column {column!r} of {path.name!r} holds {held}, not text; name a column that holds text.")
    return _texts(table, column)


def _texts(table: Table, column: str) -> Iterator[tuple[str, str]]:
    for row in table.rows():
        if isinstance(row, BadRow):
            raise BadInput(f"{row}; fix the file and try again.")
        yield row.values.get("id") or "", row.values.get(column, "")


def task_named(task: Task | str) -> Task:
    """The task of this name; raises BadInput that lists them all."""
    try:
        return Task(task)
    except ValueError:
        raise BadInput(f"There is no task {task!r}; the tasks are {', '.join(Task)}.") from None


def _card(plan: ImportPlan, labels: tuple[str, ...]) -> DatasetCard:
    labels = () if plan.task is Task.SIMILARITY else labels
    return DatasetCard(
        plan.name, plan.task, labels, plan.fields, {}, plan.title or plan.name, plan.source or plan.path.name,
        scale=plan.scale,
    )  # fmt: skip
