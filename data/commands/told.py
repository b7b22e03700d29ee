"""What commands that evaluate say: how far they are on stderr, and a score a line."""

from collections.abc import Iterator

import typer

from data.jobs.job import Show
from data.workspace import Workspace


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


def score_lines(workspace: Workspace, run: str) -> Iterator[str]:
    """Tab-separated: model, perturbation, severity, metric, value, n, low, high."""
    from data.runs.scores import scores

    for score in scores(workspace, run):
        numbers = f"{score.value:.4f}\t{score.n}\t{score.low:.4f}\t{score.high:.4f}"
        yield f"{score.model}\t{score.perturbation}\t{score.severity or ''}\t{score.metric}\t{numbers}"
