"""Two runs side by side, for a script or a notebook: every cell that both have, paired by sample."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from core.errors import BadInput
from core.metrics.significance import LEVEL
from core.models.tasks import LABELLING
from core.rounding import fixed, signed
from core.so_many import so_many
from data.html_table import html_table
from data.reports.paired import PairedDifference, common_samples, compared_by, in_both, paired_differences
from data.reports.run_at import RunAt
from data.runs.files import RunCard
from data.runs.measures.registry import Compares, RunMetric

HOLM = "* = significant (p < .05, {}). Holm's correction covers all rows here."


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the `second` run differs from the `first` by a metric: its `differences`, a cell each.

    `to_pandas` gives them as a table; a notebook draws them.
    """

    first: RunCard
    second: RunCard
    metric: RunMetric
    samples: int
    differences: tuple[PairedDifference, ...]

    def __iter__(self) -> Iterator[PairedDifference]:
        return iter(self.differences)

    def __len__(self) -> int:
        return len(self.differences)

    def to_pandas(self) -> Any:
        """A DataFrame, a row a cell: `first` and `second`, the `difference` with its interval from `low` to `high`."""
        import pandas as pd

        return pd.DataFrame(
            {
                "metric": self.metric.name,
                "model": cell.model, "other_model": cell.other_model, "perturbation": cell.condition.perturbation,
                "severity": str(cell.condition.severity), "first": cell.first, "second": cell.second,
                "difference": cell.found.value, "low": cell.found.low, "high": cell.found.high, "p": cell.p,
                "n": cell.found.n, "draws": cell.draws,
            }
            for cell in self
        )  # fmt: skip

    def __repr__(self) -> str:
        """What is compared, and a line for each difference."""
        return "\n".join([self.title, *(f"  {'  '.join(filter(None, row))}" for row in self._rows())])

    @property
    def title(self) -> str:
        """What is compared, over which samples."""
        ends = in_both(self.first, self.second)
        return (
            f"{self.metric} of {self.second.id} minus {self.first.id}, over the {so_many(self.samples, 'sample')}{ends}"
        )

    def _repr_html_(self) -> str:
        assert self.metric.paired
        table = html_table(("perturbation", "model", "first", "second", "difference", "95 %"), self._rows())
        return f"<p>{escape(f'{self.title} {HOLM.format(self.metric.paired.test)}')}</p>{table}"

    def _rows(self) -> list[tuple[str, ...]]:
        times, digits = self.metric.unit.times, self.metric.unit.digits
        return [
            (str(cell.condition), _models(cell), *(fixed(times * f, digits) for f in (cell.first, cell.second)),
             signed(times * cell.found.value, digits) + "*" * (cell.p < LEVEL),
             " to ".join(signed(times * bound, digits) for bound in (cell.found.low, cell.found.high)))
            for cell in self
        ]  # fmt: skip


def comparison(one: RunAt, other: RunAt, metric: str, models: Sequence[str]) -> Comparison:
    """Compare two runs, models of one name beside each other, or the two that are named.

    Raises BadInput where nothing can be compared, in a sentence that says why.
    """
    first, second = one.card, other.card
    both = f"The runs {first.id} and {second.id}"
    if (first.dataset, first.split, first.task) != (second.dataset, second.split, second.task):
        of = " and ".join(f"{card.dataset}/{card.split}" for card in (first, second))
        raise BadInput(f"{both} use different data ({of}); compare two runs on the same data set and split.")
    pairs, by = _pairs(first, second, models), _metric(first, second, metric)
    samples = common_samples(one, other)
    if not samples:
        raise BadInput(f"{both} have no sample in common; evaluate both with the same seed and limit.")
    cells = paired_differences(one, other, pairs, by)
    if not cells:
        raise BadInput(
            f"{both} have no perturbation at the same severity in common; evaluate both with the same perturbation and "
            "severity."
        )
    return Comparison(first, second, by, samples, tuple(cells))


def _metric(first: RunCard, second: RunCard, name: str) -> RunMetric:
    if first.task not in LABELLING:
        raise BadInput(
            f"The run {first.id} predicts no labels; Flinch compares only runs with labels sample by sample."
        )
    choices = {metric.name: metric for metric in compared_by(first)}
    if name not in choices:
        raise BadInput(f"These runs can't be compared by {name!r}; give one of {', '.join(choices)}.")
    if choices[name].of is not Compares.PREDICTIONS and not (first.labelled and second.labelled):
        raise BadInput(f"The split {first.split!r} has no labels, so {name!r} can't be computed; compare by kappa.")
    return choices[name]


def _pairs(first: RunCard, second: RunCard, models: Sequence[str]) -> list[tuple[str, str]]:
    names, others = ([model.name for model in card.models] for card in (first, second))
    if models:
        if isinstance(models, str) or len(models) != 2:
            raise BadInput(f"{models!r:.60} does not name two models; give one model of each run.")
        return [(first.model(models[0]).name, second.model(models[1]).name)]
    if first.id == second.id and len(names) == 1:
        raise BadInput(f"Both runs are {first.id}, which has only one model; give another run as the second.")
    if first.id == second.id:
        raise BadInput(
            f"Both runs are the same run, {first.id}; name two models of this run, for example "
            f"models=({names[0]!r}, …)."
        )
    if both := [(name, name) for name in names if name in others]:
        return both
    if len(names) == len(others) == 1:
        return [(names[0], others[0])]
    raise BadInput(
        f"The runs have no model name in common ({', '.join(names)}; {', '.join(others)}); name two "
        f"models, for example models=({names[0]!r}, {others[0]!r})."
    )


def _models(cell: PairedDifference) -> str:
    return cell.model if cell.model == cell.other_model else f"{cell.other_model} − {cell.model}"
