"""Make docs/beside-the-print.md: `python -m tools.docs.beside_the_print`.

Every printed figure that follows from other printed figures, computed again from those and set beside the print.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from math import floor
from statistics import fmean, stdev

from core.metrics.grid import by_level, by_model, by_perturbation, by_task
from data.published.aggregates import romero_aggregates, romero_grid
from data.published.tables import moradi_checked, moradi_decreases, moradi_scores, rows_of_file
from data.workspace import PROJECT

PAGE = PROJECT / "docs/beside-the-print.md"
HEAD = """# Beside the print

After this page you know which printed figures of the papers agree with each other, and which do not.

Made by `python -m tools.docs.beside_the_print`. Some figures of the papers can be computed from other printed figures.
This page computes them again from the files in `data/published`, where possible with the functions that score your own
runs. The printed inputs are rounded, so a figure *follows* when some unrounded inputs would give the printed figure.
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """A printed figure and ours. `digits` are printed; `give` is how far the inputs' own rounding can move ours."""

    name: str
    printed: float
    ours: float
    digits: int
    give: float
    cut: bool = False  # the paper cuts digits off in place of rounding

    @property
    def follows(self) -> bool:
        """Whether the printed figure comes out of inputs that round to the printed ones."""
        unit = 10.0**-self.digits
        low, high = (0.0, unit) if self.cut else (-unit / 2, unit / 2)
        return low - self.give - 1e-9 <= self.ours - self.printed <= high + self.give + 1e-9

    @property
    def written(self) -> str:
        """Ours, written as the paper writes it."""
        scale = 10**self.digits
        value = floor(self.ours * scale + 1e-9) / scale if self.cut else self.ours
        return f"{value:z.{self.digits}f}"

    @property
    def same(self) -> bool:
        """Whether ours reads as the print does."""
        return Decimal(self.written) == Decimal(f"{self.printed:.{self.digits}f}")


@dataclass(frozen=True, slots=True)
class Table:
    """Printed figures of one kind, and how they are computed."""

    title: str
    rule: str
    figures: tuple[Figure, ...]


def tables() -> tuple[Table, ...]:
    """Everything that follows from something else."""
    return (
        Table(
            "Moradi & Samwald 2021, Table 5: mean decrease at PPS 1",
            "The score on original text minus the score on perturbed text (Tables 3 and 4), as a mean over the seven "
            "perturbations of a level. The paper cuts digits off instead of rounding. Its figures at PPS 2-4 come from "
            "scores that it does not print.",
            tuple(_decrease_figures()),
        ),
        Table(
            "Moradi & Samwald 2021, Tables 10-12: the share kept",
            "The 200 samples kept, as a share of the samples that people checked.",
            tuple(_kept_figures()),
        ),
        Table(
            "Romero 2023, Tables 27-29: robustness",
            "Kappa times the share of samples perturbed (`core/metrics/grid.py`), as means over Tables 12-26. "
            "The kappas of these tables have two digits.",
            tuple(_robustness()),
        ),
        Table(
            "Zhang et al. 2022, Tables 2, 5 and 6: average learnability over models",
            "The mean of the four models' average learnability.",
            tuple(_learnability()),
        ),
        Table(
            "Zhang et al. 2022, Table 4: standard deviation of average learnability",
            "Over the 32 pairs of model and perturbation on IMDB (Table 2), divided by n - 1.",
            tuple(_deviation_figures()),
        ),
        Table(
            "Talman et al. 2022, Table 3: what removing a word class costs",
            "The score minus the score of the model trained and tested on original data.",
            tuple(_corruption_figures()),
        ),
    )


def _decrease_figures() -> Iterator[Figure]:
    lost: dict[tuple[str, str, str], list[float]] = {}
    for score in moradi_scores():
        lost.setdefault((score.level, score.task, score.model), []).append(score.original - score.value)
    for figure in moradi_decreases():
        if figure.severity is not None and figure.severity.value == 1:
            place = (figure.level, figure.task, figure.model)
            yield Figure(", ".join(place), figure.value, fmean(lost[place]), 1, 0.1, cut=True)


def _kept_figures() -> Iterator[Figure]:
    printed = {
        (f"Table {row['table']}", row["perturbation"], row["dataset"], int(row["pps"])): row
        for row in rows_of_file("moradi_table10_12_checked.csv")
    }
    for check in moradi_checked():
        place = (check.table, check.perturbation, check.dataset, check.pps)
        share = float(printed[place]["kept_rate_200_over_checked"])
        yield Figure(f"{check.perturbation}, {check.dataset}, PPS {check.pps}", share, 200 / check.checked, 4, 0.0)


def _robustness() -> Iterator[Figure]:
    grid = romero_grid()
    ranked = {
        "model": by_model(grid),
        "task": by_task(grid),
        "level": by_level(grid),
        "perturbation": by_perturbation(grid),
        "level_representative_only": by_level(grid, representative=True),
    }
    ours = {(group, place.name): place.robustness.value for group, places in ranked.items() for place in places}
    for mean in romero_aggregates():
        name = mean.name if mean.group != "level_representative_only" else f"{mean.name}, representative ones only"
        place = f"{mean.table}, {mean.group.split('_')[0]}: {name}"
        yield Figure(place, mean.score, ours[mean.group, mean.name], 3, 0.005)


def _learnability() -> Iterator[Figure]:
    rows = rows_of_file("learnability_tables.csv")
    for row in rows:
        if row["model"] == "average_over_models":
            alike = [
                float(other["average_learnability"])
                for other in rows
                if all(other[key] == row[key] for key in ("dataset", "perturbation")) and other is not row
            ]
            name = f"{row['dataset']}, {row['perturbation']}"
            yield Figure(name, float(row["average_learnability"]), fmean(alike), 3, 0.0005)


def _deviation_figures() -> Iterator[Figure]:
    values = [
        float(row["average_learnability"])
        for row in rows_of_file("learnability_tables.csv")
        if row["dataset"] == "IMDB" and row["model"] != "average_over_models"
    ]
    for row in rows_of_file("learnability_correlations.csv"):
        if (row["definition"], row["p_or_average"], row["statistic"]) == ("accuracy", "average", "std_dev"):
            yield Figure(row["dataset"], float(row["value"]), stdev(values), 3, 0.0005)


def _corruption_figures() -> Iterator[Figure]:
    for row in rows_of_file("talman_corrupt.csv"):
        name = f"{row['task']}, {row['word_class']}, {row['setting']}"
        yield Figure(name, float(row["delta_published"]), float(row["score"]) - float(row["baseline"]), 2, 0.01)


def page() -> str:
    """docs/beside-the-print.md."""
    made = tables()
    counted = [
        "| table | figures | the same to the last digit | follow | largest difference |",
        "|---|---|---|---|---|",
    ]
    for table in made:
        figures = table.figures
        most = max(abs(float(figure.written) - figure.printed) for figure in figures)
        same, follow = sum(figure.same for figure in figures), sum(figure.follows for figure in figures)
        counted.append(f"| {table.title} | {len(figures)} | {same} | {follow} | {most:.{figures[0].digits}f} |")
    return "\n".join([HEAD, *counted, "", *(line for table in made for line in _lines(table))])


def _lines(table: Table) -> Iterator[str]:
    yield f"## {table.title}\n\n{table.rule}\n"
    yield "| | printed | ours | difference | |\n|---|---|---|---|---|"
    for figure in table.figures:
        note = "" if figure.same else "follows" if figure.follows else "**does not follow**"
        ours, printed, digits = figure.written, figure.printed, figure.digits
        yield f"| {figure.name} | {printed:.{digits}f} | {ours} | {float(ours) - printed:z.{digits}f} | {note} |"
    yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
