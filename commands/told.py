"""What commands that evaluate say: how far they are on stderr, and a score a line."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import typer

from core.rounding import rounded
from data.jobs.job import Show
from data.workspace import Workspace

if TYPE_CHECKING:
    from data.runs.files import RunCard

SEVERAL = (
    "Intervals include the variation between texts and between trainings. The p of a loss (_lost_p) includes only the "
    "variation between trainings. So p can be small although the interval contains 0."
)

CHANGED = "Each cell is scored over the samples that its perturbation changed; --all-samples scores all samples."


def told_on_stderr() -> Show:
    """Writes "24 %  training MiniLM" to stderr, each such line once."""
    said = ""

    def told(done: int, total: int, message: str) -> None:
        nonlocal said
        line = f"{100 * done // total if total else 0:3} %  {message}"
        if line != said:
            typer.echo(line, err=True)
        said = line

    return told


def say_warnings(workspace: Workspace, card: "RunCard", models: Sequence[str] = (), told: str = "") -> None:
    """Say on stderr what is missing of a run, which of these models (() for all) tell no texts apart or read no
    change, and what is `told` beside."""
    from data.runs.measures.unfinished import unfinished
    from data.runs.measures.unlearned import unlearned
    from data.runs.measures.unread import unread

    of_models = (*unlearned(workspace, card, models), *unread(workspace, card, models))
    for line in (*unfinished(workspace, card), *of_models, told):
        if line:
            typer.echo(line, err=True)


def score_lines(
    workspace: Workspace, run: str, each: bool = False, kept_only: bool = False, only_changed: bool | None = None
) -> Iterator[str]:
    """Tab-separated, under a head: model, perturbation, severity, metric, value, n, low, high.

    Where models were trained several times also the standard deviation and how many trainings; `each` has a line for
    each of them instead. Where texts were perturbed several times also the standard deviation and number of draws. With
    `only_changed` samples that a perturbation left alone don't count (None: as in the paper that the run is a part of).
    With `kept_only` only what people kept or relabelled is scored, and stderr says what is
    left out. There too is what is missing of the run, and which models tell no texts apart.
    """
    from data.runs.measures.kept import kept_here
    from data.runs.measures.repeated import scored
    from data.runs.scores import positive_sentence, run_card

    card = run_card(workspace, run)
    several = not each and any(model.training_of for model in card.models)
    changed = card.over_changed(only_changed, kept_only)
    told = (CHANGED if changed else "", positive_sentence(workspace, card), SEVERAL if several else "")
    say_warnings(workspace, card, told="\n".join(filter(None, told)))
    found = scored(workspace, run, kept_here(workspace, run, kept_only), each, changed)
    drawn = card.draws > 1 and not kept_only
    heads = ("\tsd\ttrainings" if several else "") + ("\tdraws_sd\tdraws" if drawn else "")
    yield f"model\tperturbation\tseverity\tmetric\tvalue\tn\tlow\thigh{heads}"
    for score in found:
        value, low, high = (rounded(figure, 4) for figure in (score.value, score.low, score.high))
        numbers = f"{value}\t{score.n}\t{low}\t{high}"
        beside = f"\t{score.sd:.4f}\t{score.trainings}" if several else ""
        beside += f"\t{rounded(score.draws_sd, 4)}\t{score.draws}" if drawn else ""
        yield f"{score.model}\t{score.perturbation}\t{score.severity or ''}\t{score.metric}\t{numbers}{beside}"
