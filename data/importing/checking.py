"""A file is looked at and checked row by row before anything of it is stored."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from core.errors import BadInput
from core.records import Bounds, Sample, Task
from data.formats import BadRow, Format, Table, TableRow, format_named, open_table
from data.importing.guessing import Guess, guess
from data.importing.sampling import Sampler

MOST_LABELS = 1000
TEXTS, CHARACTERS = 2, 200  # of each label, shown before anything is stored
SHOWN = 1000  # bad rows kept with their reasons; the rest are counted


@dataclass(frozen=True, slots=True)
class Preview:
    """The first rows of a file, the bad rows among those looked at, and what the file seems to hold."""

    format: Format
    header: bool
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
    bad_rows: tuple[BadRow, ...]
    guess: Guess


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What is to become of a file. What is None is worked out from the file; no `label_names` means any label.

    `scale` bounds similarities; without it any number will do. An `unlabelled` split has no label column. `positive` is
    the one of two labels by which F1 goes, "" for the one that the names tell. With `drop_duplicates` a row whose texts
    an earlier row has is left out.
    """

    path: Path
    name: str
    task: Task
    split: str
    text_columns: tuple[str, ...]
    label_column: str
    format: Format | None = None
    label_names: Mapping[str, str] = field(default_factory=dict)
    header: bool | None = None
    encoding: str = "utf-8"
    title: str = ""
    source: str = ""
    scale: Bounds | None = None
    unlabelled: bool = False
    positive: str = ""
    drop_duplicates: bool = False

    @property
    def fields(self) -> tuple[str, ...]:
        """The texts' names in the data set: the columns' own, or "text" where a column has a number for a name."""
        columns = self.text_columns
        return tuple(
            (f"text{i}" if len(columns) > 1 else "text") if column.isdecimal() else column
            for i, column in enumerate(columns, 1)
        )


@dataclass(slots=True)
class CheckReport:
    """What was found while the rows went by."""

    good: int = 0
    bad: int = 0
    duplicates: int = 0
    """Samples whose texts an earlier one has: among the good ones, unless the plan drops them."""
    bad_rows: list[BadRow] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    texts: dict[str, list[str]] = field(default_factory=dict)
    """How the first two different texts of each label begin."""

    def refuse(self, row: BadRow) -> None:
        self.bad += 1
        if len(self.bad_rows) < SHOWN:
            self.bad_rows.append(row)

    def accept(self, sample: Sample, count_labels: bool) -> None:
        """Count the sample and its labels. Raises BadInput when there are more labels than any task has."""
        self.good += 1
        for label in (sample.tags or (sample.label,)) if count_labels else ():
            self.labels[label] = self.labels.get(label, 0) + 1
            texts = self.texts.setdefault(label, [])
            if len(texts) < TEXTS and (text := " / ".join(sample.texts)[:CHARACTERS]) not in texts:
                texts.append(text)
        if len(self.labels) > MOST_LABELS:
            raise BadInput(f"The label column has over {MOST_LABELS:,} different labels; choose another label column.")


def preview(
    path: Path, format: Format | str | None = None, n: int = 20, header: bool | None = None, encoding: str = "utf-8"
) -> Preview:
    """The first n good rows, the bad ones among the first 500 rows, and a guess at what is what; nothing is stored.

    Raises BadInput when the file can't be read at all.
    """
    table = open_table(Path(path), format_named(format) if isinstance(format, str) else format, header, encoding)
    rows = list(_first_rows(table))
    good = [row for row in rows if isinstance(row, TableRow)]
    bad = tuple(row for row in rows if isinstance(row, BadRow))
    return Preview(table.format, table.header, table.columns, tuple(good[:n]), bad, guess(table.columns, good))


def _first_rows(table: Table) -> Iterator[TableRow | BadRow]:
    """The first 500 rows, or fewer when they are very long."""
    characters = 0
    for row in islice(table.rows(), 500):
        characters += sum(map(len, row.values.values())) if isinstance(row, TableRow) else 0
        yield row
        if characters > 4_000_000:
            return


def check(plan: ImportPlan) -> CheckReport:
    """Read the whole file as the plan says and store nothing; returns what an import would find."""
    report = CheckReport()
    for _ in samples_of(plan, open_planned(plan), report):
        pass
    return report


def refusal(report: CheckReport) -> str:
    """One sentence that names the first bad rows and counts them all."""
    examples = "; ".join(map(str, report.bad_rows[:3]))
    more = f"; and {report.bad - 3:,} more" if report.bad > 3 else ""
    rows = f"{report.bad:,} of {report.bad + report.good:,} rows can't be used"
    return f"{rows} ({examples}{more}); fix them or choose to skip them."


def open_planned(plan: ImportPlan) -> Table:
    """The plan's file as a table; raises BadInput when it lacks a column, naming those it has, or needs labels."""
    if plan.unlabelled and plan.task is Task.TAGGING:
        raise BadInput("A split of tagged texts needs its tags; name the column that holds the tags.")
    wanted = (*plan.text_columns, *(() if plan.unlabelled else (plan.label_column,)))
    table = _open_with_columns(plan, wanted)
    for column in wanted:
        if column not in table.columns:
            raise BadInput(f"{plan.path.name!r} has no column {column!r}; its columns are {', '.join(table.columns)}.")
    return table


def _open_with_columns(plan: ImportPlan, wanted: Sequence[str]) -> Table:
    """The plan's file; where its first line does not look like a header but names these columns, it is one."""
    table = open_table(plan.path, plan.format, plan.header, plan.encoding)
    if plan.header is None and not table.header and not {*wanted} <= {*table.columns}:
        with suppress(BadInput):  # that line can't be a header
            headed = open_table(plan.path, plan.format, True, plan.encoding)
            return headed if {*wanted} <= {*headed.columns} else table
    return table


def samples_of(plan: ImportPlan, table: Table, report: CheckReport) -> Iterator[Sample]:
    """The samples in the file's order; what was found is tallied as they go by."""
    sampler = Sampler(
        plan.name, plan.split, plan.task, dict(zip(plan.text_columns, plan.fields, strict=True)),
        "" if plan.unlabelled else plan.label_column,
        plan.label_names, plan.scale,
    )  # fmt: skip
    seen = set[int]()
    for row in table.rows():
        sample = sampler.sample(plan.path.name, row) if isinstance(row, TableRow) else row
        if isinstance(sample, BadRow):
            report.refuse(sample)
            continue
        texts = hash(sample.texts)
        again = texts in seen
        seen.add(texts)
        report.duplicates += again
        if not (again and plan.drop_duplicates):
            report.accept(sample, count_labels=plan.task is not Task.SIMILARITY and not plan.unlabelled)
            yield sample
