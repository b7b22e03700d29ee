"""Which two runs are compared: of one data set and split, at first one with other predictions in the same cells."""

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from core.models.tasks import LABELLING
from data.runs.files import RunCard
from data.runs.scores import runs
from pages.ui.runs.address import wished
from pages.ui.runs.controls import choose
from pages.ui.runs.names import scored_runs, why_not_compared
from pages.ui.runs.run_choice import RUN
from pages.ui.shared.literal import literally
from pages.ui.shell.guard import guarded, put
from pages.ui.shell.session import workspace

ALL = "All in both runs"
Pairs = tuple[tuple[str, str], ...]


def choose_two(names: Mapping[str, str]) -> tuple[RunCard, RunCard] | None:
    """(first, second), each under its name in the selectors; None where no two can be compared.

    The first is the run that is looked at on the other views. One that can't be compared is named with the reason,
    before two others are shown.
    """
    cards = {id_: card for id_, card in scored_runs().items() if card.task in LABELLING}
    others = {id_: partners for id_, card in cards.items() if (partners := others_of(card, cards))}
    _say_why_not(others, names)
    if not others:
        return None
    left, middle, right = st.columns([7, 2, 7], vertical_alignment="bottom")
    of_runs = partial(choose, always=True, format_func=names.__getitem__)
    requested = wished("against")
    pairs = (id_ for id_, (other, *_) in others.items() if other.id != id_ and in_common(cards[id_], other))
    usual = _fittest(cards[requested], others).id if requested in others else next(pairs, next(iter(others)))
    first = of_runs(left.selectbox, "First run", "run", RUN, list(others), usual)
    offered = [card.id for card in others[first]]
    if requested in others and requested not in offered:
        why = "can't be compared with the first run; a different second run is shown."
        st.info(literally(f"{names[requested]} {why}"))
    fittest = _fittest(cards[first], others).id
    second = of_runs(right.selectbox, "Second run", "against", f"two-second-{first}", offered, fittest)
    middle.button("Swap", key="two-swap", on_click=_swap, args=(first, second), width="stretch")
    return cards[first], cards[second]


def choose_models(first: RunCard, second: RunCard) -> Pairs:
    """The models of one name beside each other, as it is at first where there are any, or one of each run."""
    own, theirs = ([model.name for model in card.models] for card in (first, second))
    both = [] if first.id == second.id else [name for name in own if name in theirs]
    every = {"": ALL} if both else {}
    left, _, right = st.columns([7, 2, 7])
    place, key = partial(choose, format_func=lambda name: name or ALL), f"{first.id}-{second.id}"
    mine = [*every, *own]
    one = place(left.selectbox, "Model of first run", "model", f"two-model-{key}", mine, mine[0])
    offered = [*([] if one else every), *(name for name in theirs if first.id != second.id or name != one)]
    usual = one if one in offered else offered[0]
    other = place(right.selectbox, "Model of second run", "other", f"two-other-{key}", offered, usual)
    if not (one or other):
        for run, names, others in (("first", own, theirs), ("second", theirs, own)):
            if alone := [name for name in names if name not in others]:
                st.caption(literally(f"Only in the {run} run: {', '.join(alone)}."))
        return tuple((name, name) for name in both)
    one, other = one or (other if other in own else own[0]), other or (one if one in theirs else theirs[0])
    return ((one, other),)


def _fittest(card: RunCard, others: Mapping[str, Sequence[RunCard]]) -> RunCard:
    """The newest run with a cell in common and other predictions; before one with the same itself, of two models."""
    return min(
        others[card.id], key=lambda other: (not in_common(card, other), not _differ(card, other), other.id == card.id)
    )


def _differ(one: RunCard, other: RunCard) -> bool:
    """Whether two runs can have other predictions for the same samples: not where one trained model made both."""
    own, theirs = ({model.name: model.digest for model in card.models} for card in (one, other))
    both = own.keys() & theirs.keys()
    trained_twice = any(own[name] != theirs[name] or not own[name] for name in both)
    return one.id == other.id or one.seed != other.seed or not both or trained_twice


@guarded
def _swap(first: str, second: str) -> None:
    models = [st.session_state.get(f"two-{side}-{first}-{second}", "") for side in ("other", "model")]
    put(RUN, second)
    put(f"two-second-{second}", first)
    for side, model in zip(("model", "other"), models, strict=True):
        put(f"two-{side}-{second}-{first}", model)


def others_of(card: RunCard, cards: Mapping[str, RunCard]) -> list[RunCard]:
    """The runs of its data set and split, those first that have a cell in common with it, newest first; last itself,
    where two of its models can be compared."""
    alike = (card.dataset, card.split, card.task)
    others = [c for c in cards.values() if c.id != card.id and (c.dataset, c.split, c.task) == alike]
    return [*sorted(others, key=lambda other: not in_common(card, other)), *([card] if len(card.models) > 1 else [])]


def in_common(one: RunCard, other: RunCard) -> bool:
    """Whether both have a perturbation at the same severity."""
    return not set(one.conditions).isdisjoint(other.conditions)


def _say_why_not(others: Mapping[str, object], names: Mapping[str, str]) -> None:
    """Why a run that is asked for, or was looked at last, can't be compared."""
    requested = list(filter(None, (wished("run"), wished("against"))))
    requested = requested or [st.session_state.get(RUN, "") if others else ""]
    by_id = {card.id: card for card in runs(workspace())}
    ending = " Flinch shows another run." if others else ""
    for id_ in dict.fromkeys(id_ for id_ in requested if id_ and id_ not in others):
        reason = "This run is not in this workspace."
        if id_ in by_id:
            reason = why_not_compared(by_id[id_]) or "There is no other run on the same data set and split."
        st.info(literally(f"{names.get(id_, id_)} can't be compared. {reason}{ending}"))
