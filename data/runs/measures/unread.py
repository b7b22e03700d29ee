"""Changed texts of which a model reads no change: they can't flip, and say nothing of robustness.

The change lies beyond the tokens that it reads, or its tokens do not show it, as those of a model without capitals.
"""

from collections.abc import Sequence

from core.design import Condition
from core.so_many import so_many
from data.runs.counts import CellCounts
from data.runs.files import RunCard, RunModel
from data.runs.measures.tags import counts_of
from data.workspace import Workspace

LEAST_SHARE, LEAST_TEXTS = 0.1, 5  # of a cell's changed texts: fewer are not worth a word
MOST_NAMED = 4  # models, or perturbations, in a sentence


def unread(workspace: Workspace, card: RunCard, models: Sequence[str] = ()) -> list[str]:
    """A sentence for each of these models (() for all) that reads no change in many texts of a cell; the worst cell
    is named. Models of which the same is to be said share one, as trainings of a model do.
    """
    alike: dict[str, list[str]] = {}
    for model in card.models:
        if (not models or model.name in models) and (where := _unread_cells(workspace, card, model)):
            alike.setdefault(where, []).append(model.name)
    return [_warning(names, where) for where, names in alike.items()]


def _unread_cells(workspace: Workspace, card: RunCard, model: RunModel) -> str:
    """In how many texts of the worst cell, and in which cells more; "" where they are few."""
    by_condition: dict[Condition, tuple[float, int, int]] = {}
    for cell in map(card.cell, card.cells):
        counts = counts_of(workspace.runs / card.id, card, model, cell)
        if isinstance(counts, CellCounts) and counts.unread is not None:
            changed = sum(counts.changed.counted.values())
            if counts.unread >= max(LEAST_TEXTS, LEAST_SHARE * changed):
                by_condition[cell.condition] = (counts.unread / changed, counts.unread, changed)
    if not by_condition:
        return ""
    worst, (_, texts, changed) = max(by_condition.items(), key=lambda item: item[1])
    more = _list_conditions([condition for condition in by_condition if condition != worst])
    others = f" and in many texts of {more}" if more else ""
    return f"{texts:,} of {changed:,} texts ({worst}){others}"


def _list_conditions(conditions: Sequence[Condition]) -> str:
    """ "word deletion · PPS 2, PPS 3; negation · PPS 1"; of many perturbations the first, and how many cells more."""
    severities: dict[str, list[str]] = {}
    for condition in conditions:
        name, _, severity = str(condition).partition(" · ")
        severities.setdefault(name, []).append(severity)
    first = list(severities.items())[:MOST_NAMED]
    left = len(conditions) - sum(len(of) for _, of in first)
    more = [so_many(left, "more cell")] if left else []
    return "; ".join([*(f"{name} · {', '.join(of)}" for name, of in first), *more])


def _warning(names: Sequence[str], where: str) -> str:
    *others, last = (
        names if len(names) <= MOST_NAMED else [*names[: MOST_NAMED - 1], f"{len(names) - MOST_NAMED + 1:,} more"]
    )
    who = f"{', '.join(others)} and {last}" if others else last
    return (
        f"{who} can't see the change in {where}. Either the text is cut before the change, or the model does not know "
        "the changed words. Predictions on such texts can't flip."
    )
