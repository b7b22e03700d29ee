"""Commands that say what a finished run came to."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands.options import KeptOnly, OnlyChanged, usage
from commands.told import say_warnings, score_lines
from core.design import Condition
from core.errors import BadInput
from core.metrics import UNSCORED
from core.perturbations.conditions import parse_condition
from core.perturbations.registry import listed
from core.rounding import rounded
from core.so_many import so_many
from data.workspace import Workspace

if TYPE_CHECKING:
    from curation.records import CellProgress
    from data.flips.rows import Tally
    from data.flips.worst import WorstOfK

MOST_FALLEN = 10  # samples of a model that are listed
RunName = Annotated[str, typer.Argument(help="The id of a run, or latest.")]
ModelNames = Annotated[list[str] | None, typer.Option("--model", help="Only this model; repeatable.")]
Conditions = Annotated[
    list[str] | None, typer.Option("--perturbation", help="Only this perturbation, such as keyboard@5; repeatable.")
]


def worst(run: RunName, model: ModelNames = None, perturbation: Conditions = None) -> None:
    """Show how many labels stay under all draws. For runs of several draws (evaluate --draws): one line per number.

    `kept` is the share of samples that keep their label under each of that many draws. `right` is the share that have
    the right label under each of them (robust accuracy). Both have a 95 % interval. `kappa` compares the original
    predictions with each sample's worst draw. The lines "all" take that many draws of each perturbation. A second table
    lists the samples of each model that change most often: in how many draws, and to which label most often.
    """
    from data.flips.rules import flip_rule
    from data.flips.worst import worst_of_draws
    from data.runs.named import run_named

    workspace = Workspace.current()
    card = run_named(workspace, run)
    with usage():
        models = card.models_of(model or ())
    asked = conditions(perturbation or ()) or card.conditions
    moved = flip_rule(workspace, card).moved
    of_all = []
    typer.echo("model\tperturbation\tdraws\tkept\tlow\thigh\tright\tlow\thigh\tkappa\tn")
    for one in models:
        for chosen in (*([condition] for condition in asked), *[asked] * (len(asked) > 1)):
            found = worst_of_draws(workspace.runs / card.id, card, one, chosen, moved)
            name = chosen[0].spelled if len(chosen) == 1 else "all"
            for n, kept in enumerate(found.kept):
                right = found.right[n] if found.right else UNSCORED
                figures = (kept.value, kept.low, kept.high, right.value, right.low, right.high)
                kappa = rounded(found.kappa.value, 4) if n + 1 == found.draws else ""
                numbers = "\t".join(rounded(figure, 4) for figure in figures)
                typer.echo(f"{one.name}\t{name}\t{n + 1}\t{numbers}\t{kappa}\t{kept.n}")
        of_all.append(found)  # the last is of all conditions
    _say_fallen(of_all)


def _say_fallen(worst: "Sequence[WorstOfK]") -> None:
    """A table of the samples that change most often, of each model; stderr says how many more change."""
    typer.echo("\nmodel\tsample\ttimes\tdraws\tbefore\tafter")
    for one in worst:
        for fallen in one.fallen[:MOST_FALLEN]:
            times = f"{fallen.times}\t{one.draws * len(one.conditions)}"
            typer.echo(f"{one.model}\t{fallen.sample_id}\t{times}\t{fallen.before}\t{fallen.after}")
        if more := len(one.fallen[MOST_FALLEN:]):
            typer.echo(f"{one.model}: {so_many(more, 'more sample')} changed", err=True)


def flips(
    run: RunName,
    by: Annotated[
        str, typer.Option(help="kind, class, place, word, label, length, edits, perturbation or all.")
    ] = "all",
    model: ModelNames = None,
    perturbation: Conditions = None,
    least: Annotated[int, typer.Option(help="Words with fewer predictions than this are grouped.")] = 10,
    kept_only: KeptOnly = False,
    moved: Annotated[
        float | None,
        typer.Option(help="A number flips when it changes by more than this (default: a tenth of its scale)."),
    ] = None,
    output: Annotated[Path | None, typer.Option(help="Write a .csv, .jsonl or .parquet file instead.")] = None,
) -> None:
    """Show which edits flip predictions. Prints tab-separated counts by kind and place of the edit, and by text.

    A row counts the predictions on texts with such an edit. A text with several edits counts in several rows. `few`
    marks rows with fewer than 30 predictions. A prediction flips when its label changes, when its number changes by
    more than --moved, or when an entity of its sentence changes.
    """
    from data.flips.counted import tallies
    from data.flips.rows import Counting, GroupBy
    from data.flips.rules import flip_rule
    from data.flips.uncounted import uncounted
    from data.runs.measures.kept import kept_here
    from data.runs.named import run_named

    names = [one.name.lower() for one in GroupBy]
    with usage():
        if by not in (*names, "all"):
            raise BadInput(f"There is no table by {by!r}; choose {listed([*names, 'all'])}.")
        part = Counting(tuple(model or ()), conditions(perturbation or ()), moved=moved)
    workspace = Workspace.current()
    card = run_named(workspace, run)
    with usage():
        rule = flip_rule(workspace, card, moved)
    typer.echo(rule.told, err=True)
    part = replace(part, curated=kept_here(workspace, card.id, kept_only))
    tables, told = tallies(workspace, card.id, part, least), uncounted(workspace, card, part)
    if told and not any(tables.values()):
        raise BadInput(told)
    models = [model.name for model in card.models_of(part.models)]
    say_warnings(workspace, card, models, told)
    rows = [row for one, table in tables.items() if by in ("all", one.name.lower()) for row in table]
    if output is not None:
        from data.flips.rows import tallies_table
        from data.store.export import write_export

        write_export(output, tallies_table({models[0] if len(models) == 1 else "": rows}))
        typer.echo(f"{output}: {len(rows):,} rows")
        return
    typer.echo("by\tvalue\tflips\tn\trate\tlow\thigh\tsamples\tnote")
    for row in rows:
        typer.echo(_line(row))


def scores(
    run: RunName,
    kept_only: KeptOnly = False,
    only_changed: OnlyChanged = None,
    each: Annotated[bool, typer.Option("--each", help="Scores per training instead of the mean.")] = False,
    by_level: Annotated[bool, typer.Option("--by-level", help="Mean points lost per level.")] = False,
) -> None:
    """Print the scores of a run. As with evaluate, a score is one line of tab-separated values.

    --by-level prints mean decreases as in Moradi & Samwald's Table 5. For several trainings it prints their mean, its
    standard deviation and the p of a paired t-test.
    """
    from data.runs.measures.by_level import level_lines
    from data.runs.named import run_named

    workspace = Workspace.current()
    named = run_named(workspace, run).id
    make = level_lines if by_level else score_lines
    lines = list(make(workspace, named, each, kept_only, only_changed))
    if len(lines) == 1:
        raise BadInput(f"The run {named} has no scores yet; resume it, or name another run.")
    for line in lines:
        typer.echo(line)


def conditions(spelled: "list[str] | tuple[str, ...]") -> tuple[Condition, ...]:
    """The conditions that are spelled so: "keyboard@5"; raises BadInput for what does not exist."""
    return tuple(parse_condition(one) for one in spelled)


def _line(row: "Tally") -> str:
    rate = "\t".join(rounded(figure, 4) for figure in (row.rate.value, row.rate.low, row.rate.high))
    return f"{row.by}\t{row.value}\t{row.flips}\t{row.rate.n}\t{rate}\t{row.samples}\t{'few' if row.few else ''}"


def card(
    run: RunName,
    model: ModelNames = None,
    kept_only: KeptOnly = False,
    only_changed: OnlyChanged = None,
    examples: Annotated[int, typer.Option(min=0, help="Number of flips of the worst cell to show.")] = 3,
    output: Annotated[Path | None, typer.Option(help="A .md or .html file (default: Markdown on stdout).")] = None,
) -> None:
    """Make a run's robustness card. It is Markdown with the hub's model-index, or one self-contained HTML page.

    The card shows a few perturbed texts. Before you publish it, check the licence of the data set, or use --examples 0.
    """
    from data.durable import room_for, write_named
    from data.reports.card_file import card_format
    from data.reports.facts import facts
    from data.runs.measures.kept import kept_here
    from data.runs.named import run_named

    with usage():
        form = card_format(output or Path("card.md"))
        if output is not None:
            room_for(output)
    workspace = Workspace.current()
    named = run_named(workspace, run).id
    kept = kept_here(workspace, named, kept_only)
    found = facts(workspace, named, model or (), examples, _progress(workspace), kept, only_changed)
    if output is None:
        typer.echo(form(found), nl=False)
    else:
        write_named(output, form(found))
        typer.echo(f"{output}: the card of {found.run.title}", err=True)


def _progress(workspace: Workspace) -> "list[CellProgress] | None":
    """How far people are; None where what they decided can't be read."""
    from data.store.readable import readable

    try:
        with readable(workspace) as store:
            return store.cells()
    except BadInput:
        return None
