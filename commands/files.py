"""Commands about files: what perturbations there are, import a file, perturb a column of one."""

import json
from pathlib import Path
from typing import Annotated

import typer

from commands.options import Encoding, Format, Seed, Split, severity_of, usage
from core.design import Condition
from core.errors import BadInput
from core.perturbations.conditions import parse_condition
from core.perturbations.registry import every_perturbation, listed
from core.records import Task
from core.so_many import so_many
from data.workspace import Workspace


def list_perturbations(as_json: Annotated[bool, typer.Option("--json", help="One JSON list.")] = False) -> None:
    """List all perturbations. Columns: name, level, unit, usual severities, effect on meaning, source paper."""
    told = ("name", "level", "unit", "values", "range", "alters_meaning", "source", "summary")
    if as_json:
        typer.echo(json.dumps([{key: getattr(p, key) for key in told} for p in every_perturbation()], indent=1))
        return
    for p in every_perturbation():
        meaning = "alters meaning" if p.alters_meaning else "keeps meaning"
        values = ", ".join(map(str, p.values))
        typer.echo(f"{p.name:26} {p.level:10} {p.unit:18} {values:41} {meaning:15} {p.source}")


def import_data(
    file: Annotated[Path, typer.Argument(help="The file to read.")],
    name: Annotated[str, typer.Option(help="Name of the data set.")],
    task: Annotated[Task, typer.Option(help="The task.")],
    split: Split = "test",
    text: Annotated[list[str] | None, typer.Option(help="A text column; give this option twice for pairs.")] = None,
    label: Annotated[str | None, typer.Option(help="The column of gold labels.")] = None,
    file_format: Format = None,
    encoding: Encoding = "utf-8",
    label_names: Annotated[str, typer.Option(help='Names for coded labels: "0=negative,1=positive".')] = "",
    positive: Annotated[
        str, typer.Option(help="The positive label of two, for F1 (default: Flinch chooses by the names).")
    ] = "",
    scale: Annotated[str, typer.Option(help='Lowest and highest similarity: "0 to 5".')] = "",
    unlabelled: Annotated[bool, typer.Option("--unlabelled", help="This split has no gold labels.")] = False,
    skip_bad_rows: Annotated[bool, typer.Option(help="Skip invalid rows instead of refusing the file.")] = False,
    replace: Annotated[bool, typer.Option(help="Replace the split if it exists.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show two texts of each label.")] = False,
    split_shares: Annotated[
        str, typer.Option(help="Split the file into train, dev and test: 56-24-20; or train and test: 80-20.")
    ] = "",
    stratify: Annotated[bool, typer.Option(help="--split-shares: stratify by label.")] = True,
    seed: Annotated[int, typer.Option(help="--split-shares: random seed.")] = 0,
) -> None:
    """Import a file as a data set. Flinch maps its columns, lists its bad rows, shows its labels and stores it."""
    from data.datasets.splitting import parse_shares, share_out
    from data.datasets.stored import card_or_none
    from data.importing.checking import CheckReport
    from data.importing.files import import_file
    from data.importing.labelling import ordered, parse_label_names, parse_scale
    from data.setup.home import ready_workspace

    with usage():
        shares = parse_shares(split_shares) if split_shares else {}
    workspace = ready_workspace()
    if shares and card_or_none(workspace, name):
        raise BadInput(f"There is a data set {name!r} already; give the file that you split another name.")

    def show_labels(report: CheckReport) -> None:
        for label in ordered(list(report.labels)):
            typer.echo("\n    ".join([f"{label} ({report.labels[label]:,})", *report.texts[label]]), err=True)
        if dry_run:
            typer.echo(f"{so_many(report.good, 'sample')} would be stored", err=True)
            raise typer.Exit

    result = import_file(
        workspace,
        file,
        name,
        task,
        split,
        tuple(text or ()),
        label,
        format=file_format,
        encoding=encoding,
        label_names=parse_label_names(label_names),
        on_bad="skip" if skip_bad_rows else "refuse",
        replace=replace,
        scale=parse_scale(scale),
        unlabelled=unlabelled,
        positive=positive,
        before_storing=show_labels,
    )
    for bad in result.bad_rows:
        typer.echo(f"skipped: {bad}", err=True)
    labels = ", ".join(result.card.labels) or "none"
    came = f"{so_many(result.imported, 'sample')}, {so_many(result.bad, 'row')} skipped"
    if len(result.card.labels) == 2 and task not in (Task.SIMILARITY, Task.TAGGING):
        labels += f" (positive for F1: {result.card.labels[1]}; to choose the other, use --positive or positive-label)"
    card = share_out(workspace, name, shares, seed, stratify) if shares else None
    where = ", ".join(f"{part} {samples:,}" for part, samples in card.splits.items()) if card else split
    typer.echo(f"{name} ({where}): {came}, labels: {labels}")


def positive_label(
    dataset: Annotated[str, typer.Argument(help="A data set with two labels.")],
    label: Annotated[str, typer.Argument(help="The positive label.")],
) -> None:
    """Choose the positive label of a data set. Its F1 and that of its runs change; predictions stay as they are."""
    from data.datasets.positive import set_positive

    card = set_positive(Workspace.current(), dataset, label)
    typer.echo(f"{card.name}: the positive label for F1 is {card.labels[1]}")


def perturb(
    perturbation: Annotated[str, typer.Option(help="A perturbation, or several in order: keyboard@5,negation@1.")],
    file: Annotated[Path, typer.Option("--input", help="The file to read.")],
    text: Annotated[str, typer.Option(help="The column to perturb.")],
    severity: Annotated[str | None, typer.Option(help="The severity in the perturbation's own unit.")] = None,
    pps: Annotated[int | None, typer.Option(help="The severity in perturbations per sample (PPS).")] = None,
    percent: Annotated[
        float | None, typer.Option(help="The severity as a percentage of the characters or words.")
    ] = None,
    seed: Seed = 0,
    output: Annotated[Path | None, typer.Option(help="A .jsonl file (default: stdout).")] = None,
    file_format: Format = None,
    encoding: Encoding = "utf-8",
    replace: Annotated[bool, typer.Option(help="Overwrite the output file.")] = False,
) -> None:
    """Perturb one column of a file. Prints a JSON object per row (id, original, perturbed, applied, edits, pieces)."""
    from data.importing.files import text_column
    from data.lexicon.resources import perturber
    from data.variants.column import new_file, perturbed_rows

    condition = _condition(perturbation, severity, pps, percent)
    rows = perturbed_rows(text_column(file, text, file_format, encoding), perturber(), condition, seed)
    if output is None:
        for row in rows:
            typer.echo(row.as_json())
        return
    if output.exists() and file.exists() and output.samefile(file):
        raise BadInput(f"{str(output)!r} is the input file; name another file for the output.")
    applied = total = 0
    with new_file(output, replace) as out:
        for row in rows:
            out.write(row.as_json().encode() + b"\n")
            total += 1
            applied += row.rewrite is not None
    written = so_many(total, "row")
    typer.echo(f"{output}: {written}, {applied:,} perturbed, {total - applied:,} that could not be perturbed", err=True)


def _condition(spelled: str, severity: str | None, pps: int | None, percent: float | None) -> Condition:
    if "@" not in spelled and "," not in spelled:
        return Condition(spelled, severity_of(spelled, severity, pps, percent))
    with usage():
        flags = {"--severity": severity, "--pps": pps, "--percent": percent}
        if given := [flag for flag, value in flags.items() if value is not None]:
            raise BadInput(
                f"{spelled!r} takes severities only after @, for example keyboard@5; leave out {listed(given)}."
            )
        return parse_condition(spelled)
