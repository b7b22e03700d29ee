"""Romero 2023's means over its grid (Tables 27-29) as printed, and the grid they are taken over."""

from dataclasses import dataclass
from functools import cache

from core.metrics.grid import GridKappa
from data.published.tables import romero_kappas, rows_of_file


@dataclass(frozen=True, slots=True)
class PublishedMean:
    """A printed mean of kappa times share perturbed: of a model, task, level or perturbation (`group`)."""

    table: str
    group: str
    name: str
    score: float


@cache
def romero_aggregates() -> tuple[PublishedMean, ...]:
    """The 29 means of Tables 27, 28 and 29, in printed order."""
    return tuple(
        PublishedMean(f"Table {row['table_main']}", row["group"], row["name"], float(row["score"]))
        for row in rows_of_file("romero_aggregate.csv")
    )


@cache
def romero_grid() -> tuple[GridKappa, ...]:
    """The 520 kappas in their places."""
    return tuple(
        GridKappa(figure.model, figure.task, figure.level, figure.perturbation, figure.value, figure.share)
        for figure in romero_kappas()
    )
