"""What a flip is: another label, a number that moved by more than people allow, or an entity that changed."""

from dataclasses import dataclass
from math import isfinite, nan

from core.errors import BadInput
from core.models.tasks import LABELLING
from core.records import Bounds, Task
from data.datasets.stored import card_or_none
from data.flips.rows import ORDERS, GroupBy
from data.runs.files import RunCard, predictions_path, read_predictions
from data.workspace import Workspace

PARTS = 10  # a number flips, unless people say otherwise, when it moves by more than such a part of its scale
BANDS = 5  # of gold scores, of equal width
NO_ENTITY = "no entity"


@dataclass(frozen=True, slots=True)
class FlipRule:
    """What a flip is in a run: in a sentence, and as SQL.

    `flipped` and `size`, by which flips are listed, are of `o` and `p`, the predictions on the original and on the
    perturbed text, and of tags also of `e`, the entities that changed. `golds` are the rows by `gold` that a prediction
    counts in, `order` theirs where they have one, `by_gold` what such a table is called. `moved` is of numbers.
    """

    told: str
    flipped: str
    size: str
    golds: str
    by_gold: str
    order: tuple[str, ...] = ()
    moved: float = nan

    def table(self, by: GroupBy) -> str:
        """What a table by this is called, for people."""
        return self.by_gold if by == GroupBy.LABEL else str(by)

    def rows(self, by: GroupBy) -> tuple[str, ...]:
        """The rows of a table that have an order of their own, in it; () where what flips most comes first."""
        return self.order if by == GroupBy.LABEL else ORDERS.get(by, ())


OF_LABELS = FlipRule(
    "A flip: the model gives the original text and the changed text different labels.",
    "o.label <> p.label",
    "least(list_max(o.probabilities), list_max(p.probabilities))",
    "[case when gold = '' then 'no gold label' else gold end]",
    "gold label",
)
OF_TAGS = FlipRule(
    "A flip: the model finds an entity in only one of the two texts (original and changed), or with another kind or "
    "boundary. Flinch matches entities by their words: an entity has not flipped if the perturbation only deleted one "
    "of its words.",
    "e.words > 0",
    "e.words",
    f"""
    case when gold = '' then ['no gold tags']
         when not regexp_matches(gold, '(^| )[BI]-') then ['{NO_ENTITY}']
         else list_sort(list_distinct([regexp_replace(tag, '^[BI]-', '') for tag in string_split(gold, ' ')
                                       if tag <> 'O'])) end
    """,
    "kind of gold entity",
)


def flip_rule(workspace: Workspace, card: RunCard, moved: float | None = None) -> FlipRule:
    """What a flip is in this run; a number's is a move by more than `moved`, None for a tenth of its scale.

    Raises BadInput for a negative `moved`, and for one where nothing is a number.
    """
    if moved is not None and not (isfinite(moved) and moved >= 0 and card.task is Task.SIMILARITY):
        if card.task is Task.SIMILARITY:
            raise BadInput(f"The score change that counts as a flip can't be {moved:g}; give 0 or more.")
        raise BadInput(f"The run {card.id} predicts no scores, and --moved is for scores only; leave --moved out.")
    if card.task in LABELLING:
        return OF_LABELS
    if card.task is Task.TAGGING:
        return OF_TAGS
    own = _own_scale(workspace, card)
    return _of_numbers(own or scale_of(workspace, card), "the scale" if own else "the range of the gold scores", moved)


def usual_move(scale: Bounds) -> float:
    """By more than how much a number on this scale moves when it flips, unless people say otherwise."""
    return (scale.high - scale.low) / PARTS


def scale_of(workspace: Workspace, card: RunCard) -> Bounds:
    """The scale of a run's numbers: its data set's, or where that says none from the lowest to the highest gold score.

    Where there are no gold scores either, from the lowest to the highest prediction.
    """
    if scale := _own_scale(workspace, card):
        return scale
    folder = workspace.runs / card.id
    rows = [row for model in card.models[:1] for row in read_predictions(predictions_path(folder, model, None))]
    numbers = [float(row.gold) for row in rows if row.gold] or [float(row.label) for row in rows]
    return Bounds(min(numbers), max(numbers)) if len(set(numbers)) > 1 else Bounds(0, 1)


def _own_scale(workspace: Workspace, card: RunCard) -> Bounds | None:
    dataset = card_or_none(workspace, card.dataset)
    return card.scale or (dataset.scale if dataset else None)


def _of_numbers(scale: Bounds, scale_name: str, moved: float | None) -> FlipRule:
    by = usual_move(scale) if moved is None else moved
    threshold = f"{by:g}, a tenth of {scale_name} ({scale})" if moved is None else f"{by:g}; {scale_name} is {scale}"
    distance = "round(abs(p.label::double - o.label::double), 9)"
    width = (scale.high - scale.low) / BANDS
    bands = tuple(f"{scale.low + n * width:.4g} to {scale.low + (n + 1) * width:.4g}" for n in range(BANDS))
    band = f"floor((gold::double - {scale.low!r}) / {width!r} + 1e-9)"
    return FlipRule(
        f"A flip: a score changes by more than {threshold}.",
        f"{distance} > {by!r}",
        distance,
        f"[case when gold = '' then 'no gold score' else ({list(bands)!r})"
        f"[1 + greatest(0, least({BANDS - 1}, {band}))::int] end]",
        "gold score",
        (*bands, "no gold score"),
        by,
    )
