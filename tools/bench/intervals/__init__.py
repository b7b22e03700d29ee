"""How often intervals hold the truth: simulated."""

from tools.bench.intervals import coverage, figures, judgements
from tools.bench.output import Out


def run(out: Out) -> None:
    """Print the coverage of the intervals of kappa, figures that rest on gold labels, and shares of judgements."""
    coverage.run(out)
    figures.run(out)
    judgements.run(out)


__all__ = ["run"]
