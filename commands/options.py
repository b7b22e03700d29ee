"""Options that several commands share, and the severities they ask for."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import typer

from core.design import Condition
from core.errors import BadInput
from core.perturbations.conditions import design_of, parse_conditions
from core.perturbations.registry import find
from core.rules import Rules
from core.severity import Severity, Unit, pps

NAMED = (
    "A perturbation, such as keyboard@5, or a chain, such as keyboard@5,negation@1. keyboard.paper@5 "
    "follows the paper's own rules; romero.paper is the whole design of the thesis. Repeatable."
)
Dataset = Annotated[str, typer.Option(help="A data set of the workspace.")]
Perturbations = Annotated[list[str], typer.Option("--perturbation", help=NAMED)]
Severities = Annotated[
    list[str] | None, typer.Option("--severity", help="The severity in the perturbation's own unit; repeatable.")
]
PpsValues = Annotated[
    list[int] | None, typer.Option("--pps", help="The severity in perturbations per sample (PPS); repeatable.")
]
Split = Annotated[str, typer.Option(help="Name of the split.")]
Seed = Annotated[int, typer.Option(help="Perturbation seed.")]
TrainSeed = Annotated[
    int | None,
    typer.Option(help="Seed of the initial weights and the training order (default: the recipe's, or 0)."),
]
Recipe = Annotated[
    str,
    typer.Option(
        help="How to fine-tune: usual, romero, talman, clouatre, moradi, moradi-sentiment (with --as: as in the paper)."
    ),
]
Prompt = Annotated[str, typer.Option(help="The prompt for an endpoint, with {text} and {labels} in it.")]
AnswerTokens = Annotated[
    int, typer.Option(min=0, help="Maximum tokens of an answer; 0 means 32. Reasoning models need thousands.")
]
ClassWeights = Annotated[bool, typer.Option(help="Weight the loss so that every class counts equally in training.")]
KeptOnly = Annotated[
    bool,
    typer.Option(
        "--kept-only", help="Use only samples that people kept or relabelled, with the labels that people gave."
    ),
]
OnlyChanged = Annotated[
    bool | None,
    typer.Option(
        "--only-changed/--all-samples",
        help="Score only samples that a perturbation changed, or all (default: as in the run's paper, or all).",
    ),
]
PaperRules = Annotated[
    Rules | None, typer.Option("--rules", help="--as: the rules of the paper, or ours.", show_default="paper")
]
Limit = Annotated[int, typer.Option(help="Maximum number of samples; 0 for all.")]
Encoding = Annotated[str, typer.Option(help="Character encoding of the file, such as latin-1.")]
Format = Annotated[
    str | None, typer.Option("--format", help="tsv, csv, jsonl, json, parquet, conll or labelled-lines.")
]


@contextmanager
def usage() -> Iterator[None]:
    """What is wrong in this block is bad usage: exit code 2."""
    try:
        yield
    except BadInput as error:
        raise typer.BadParameter(str(error)) from error


def severity_of(name: str, value: str | None, pps_value: int | None, percent: float | None) -> Severity:
    """The severity that one of the three flags gives; the paper's own where it knows just one and no flag is given.

    Raises typer.BadParameter for none, for two, and for one that the perturbation does not take.
    """
    with usage():
        wanted = find(name)
        given = [flag for flag in (value, pps_value, percent) if flag is not None]
        if len(given) > 1:
            raise BadInput("More than one severity is given; give only one, such as --severity VALUE.")
        if not given and len(wanted.values) > 1:
            raise BadInput(f"{name} needs a severity: give --severity VALUE, in {wanted.unit}: {wanted.range}.")
        if value is not None or not given:
            return wanted.severity(wanted.values[0] if value is None else value)
        percents = Unit.PERCENT_WORDS if wanted.unit is Unit.PERCENT_WORDS else Unit.PERCENT_CHARACTERS
        severity = Severity(percents, percent or 0) if pps_value is None else pps(pps_value)
        wanted.check(severity)
        return severity


def severities_of(names: Sequence[str], values: Sequence[str], pps_values: Sequence[int]) -> tuple[Severity, ...]:
    """Each value in the unit of every perturbation that takes it; raises typer.BadParameter for one that none takes."""
    with usage():
        chosen = [find(name) for name in names]
        if not chosen and (values or pps_values):
            raise BadInput("Each perturbation already names its severity; leave out --severity and --pps.")
        found: list[Severity] = []
        for value in values:
            taken, refused = [], BadInput("")
            for wanted in chosen:
                try:
                    taken.append(wanted.severity(value))
                except BadInput as error:
                    refused = error
            if not taken:
                raise refused
            found += taken
        for n in pps_values:
            for wanted in chosen:
                wanted.check(pps(n))
            found.append(pps(n))
        return tuple(dict.fromkeys(found))


def conditions_of(
    perturbations: Sequence[str], values: Sequence[str] | None, pps_values: Sequence[int] | None
) -> tuple[Condition, ...]:
    """The conditions that are asked for: "keyboard@5" as it says, plain names at every severity they take.

    Raises typer.BadParameter for what does not exist, and for a plain name without a severity.
    """
    with usage():
        plain = [name for name in perturbations if "@" not in name and not design_of(name)]
        severities = severities_of(plain, values or (), pps_values or ())
        if plain and not severities:
            perturbation = find(plain[0])
            raise BadInput(
                f"{perturbation.name} needs a severity: give --severity VALUE, in {perturbation.unit}: "
                f"{perturbation.range}."
            )
        return parse_conditions(perturbations, severities)
