"""How often intervals hold the truth: simulated."""

from data.bench.intervals import coverage, figures
from data.bench.output import Out


def run(out: Out) -> None:
    """Print the coverage of the intervals of kappa, and of the figures that rest on gold labels."""
    coverage.run(out)
    figures.run(out)


__all__ = ["run"]
