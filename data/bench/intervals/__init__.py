"""How often intervals hold the truth: simulated."""

from data.bench.intervals.coverage import run

__all__ = ["run"]
