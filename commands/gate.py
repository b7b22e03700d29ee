"""The command that tests a run for continuous integration."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from math import isfinite, isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from commands.options import KeptOnly, OnlyChanged, usage
from commands.reports import Conditions, ModelNames, conditions
from core.errors import BadInput
from data.workspace import Workspace

if TYPE_CHECKING:
    from data.reports.gate_lines import GateLine

Kappa = Annotated[float | None, typer.Option(min=-1, max=1, help="The minimum kappa of every cell.")]
MinScore = Annotated[
    float | None, typer.Option(min=-1, max=1, help="Minimum of the data set's metric (accuracy, F1 …) in every cell.")
]
Minima = Annotated[
    list[str] | None, typer.Option("--min", help="A metric and its minimum in every cell: f1_macro=0.7.")
]
Maxima = Annotated[
    list[str] | None, typer.Option("--max", help="A metric and its maximum in every cell: accuracy_lost=0.1.")
]
MaxLost = Annotated[
    float | None,
    typer.Option(min=0, max=2, help="Maximum loss of the data set's metric from original to perturbed texts."),
]
MeanKappa = Annotated[float | None, typer.Option(min=-1, max=1, help="Minimum mean kappa over cells, per model.")]


def check(
    run: Annotated[str, typer.Argument(help="A run's id or folder, or latest (default: the run in --rules).")] = "",
    min_kappa: Kappa = None,
    min_mean_kappa: MeanKappa = None,
    minimum: Minima = None,
    maximum: Maxima = None,
    min_score: MinScore = None,
    max_lost: MaxLost = None,
    no_worse_than: Annotated[
        str, typer.Option(help="An earlier run (id or folder) to compare with, on the same samples.")
    ] = "",
    margin: Annotated[
        float | None, typer.Option(min=0, max=2, help="Largest allowed drop from the earlier run.")
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail each value beyond its bound, even if its interval reaches the bound.")
    ] = False,
    model: ModelNames = None,
    perturbation: Conditions = None,
    worst_of: Annotated[int | None, typer.Option(min=1, help="--min-robust: number of draws; default: all.")] = None,
    min_robust: Annotated[
        float | None, typer.Option(min=0, max=1, help="Minimum share of samples that keep their label in all draws.")
    ] = None,
    kept_only: KeptOnly = False,
    only_changed: OnlyChanged = None,
    rules: Annotated[Path | None, typer.Option(help="A TOML file with the same rules; options override it.")] = None,
    junit: Annotated[Path | None, typer.Option(help="Write JUnit XML to this file too.")] = None,
) -> None:
    """Test a run. Exit codes: 0 no rule fails, 1 a rule surely fails or nothing could be tested, 2 bad usage.

    Each training of a model must pass.

    A minimum fails if the whole 95 % interval is below it. A maximum fails if the whole interval is above it. The
    comparison fails if the run is worse than the earlier run by more than the margin, after Holm's correction for all
    cells. --min-robust is tested for each perturbation and for all together.
    """
    from data.durable import room_for, write_named
    from data.reports.gate import checks
    from data.reports.gate_lines import GateOutcome
    from data.reports.gate_rules import GateRules, read_rules
    from data.reports.junit import junit_xml

    with usage():
        named, asked = read_rules(rules) if rules else ("", GateRules())
        options: dict[str, Any] = {
            "min_kappa": min_kappa, "min_mean_kappa": min_mean_kappa, "no_worse_than": no_worse_than or None,
            "margin": margin, "min_score": min_score, "max_lost": max_lost, "worst_of": worst_of,
            "min_robust": min_robust, "strict": strict or None, "models": tuple(model or ()) or None,
        }  # fmt: skip
        given = {name: value for name, value in options.items() if value is not None}
        minima = {**asked.minima, **dict(_bound(one, "minimum", "f1_macro=0.7") for one in minimum or ())}
        maxima = {**asked.maxima, **dict(_bound(one, "maximum", "accuracy_lost=0.1") for one in maximum or ())}
        asked = replace(asked, minima=minima, maxima=maxima, **given)
        if not (run or named):
            raise BadInput("Name a run: its id, its folder, or latest.")
        if not (asked.of_labels or asked.minima or asked.maxima) and (
            asked.min_score, asked.max_lost, asked.min_robust
        ) == (None,) * 3:  # fmt: skip
            raise BadInput("No rule is given; give --min-kappa, --max-lost, --no-worse-than or --rules.")
        if junit is not None:
            room_for(junit)
        of = conditions(perturbation or ())
        lines = checks(Workspace.current(), run or named, asked, of, kept_only, only_changed)
    typer.echo("rule\tmodel\tperturbation\tvalue\tlow\thigh\tn\twanted\toutcome\twhy")
    for line in lines:
        typer.echo(_told(line))
    if junit is not None:
        write_named(junit, junit_xml(lines, run or named))
    _say_sums(lines)
    if all(line.outcome is GateOutcome.SKIPPED for line in lines):
        raise BadInput("Nothing could be tested: " + "; ".join(dict.fromkeys(line.why for line in lines)) + ".")
    if any(line.outcome is GateOutcome.FAILED for line in lines):
        raise typer.Exit(1)


def _bound(spelled: str, what: str, such_as: str) -> tuple[str, float]:
    """(metric, bound) of "f1_macro=0.7"; raises BadInput for what is no number."""
    name, _, value = spelled.partition("=")
    with suppress(ValueError):
        if isfinite(float(value)):
            return name.strip(), float(value)
    raise BadInput(f"{spelled!r} is not a {what}; write a metric and a number, such as {such_as}.")


def _say_sums(lines: "Sequence[GateLine]") -> None:
    """Say which models tell no texts apart, and how many lines were checked, skipped and failed."""
    from data.reports.gate_lines import GateOutcome
    from data.runs.measures.unlearned import in_a_sentence

    for name, what in {line.model: line.unlearned for line in lines if line.unlearned}.items():
        typer.echo(in_a_sentence(name, what), err=True)
    failed, skipped = (sum(line.outcome is one for line in lines) for one in (GateOutcome.FAILED, GateOutcome.SKIPPED))
    left = f", {skipped:,} skipped" if skipped else ""
    typer.echo(f"{len(lines) - skipped:,} checked{left}, {failed:,} failed", err=True)


def _told(line: "GateLine") -> str:
    figures = (line.found.value, line.found.low, line.found.high)
    numbers = "\t".join("" if isnan(figure) else f"{figure:z.4f}" for figure in figures)
    asked = f"{line.rule}\t{line.model}\t{line.condition}"
    return f"{asked}\t{numbers}\t{line.found.n}\t{line.wanted:z.4f}\t{line.outcome}\t{line.why}"
