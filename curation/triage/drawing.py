"""Handing out in triage order: the likeliest to be kept, among them some that chance draws from all left."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from core.randomness import Draws

SHARE = 0.2  # of the hand-outs that chance draws, where nothing else was set


@dataclass(frozen=True, slots=True)
class Assignment:
    """A candidate that was handed out, and with which probability it was, before a coin was thrown for it.

    `drawn_from` says how many were left when chance drew it from all of them; 0 where it came as the likeliest.
    """

    candidate_id: str
    propensity: float
    drawn_from: int = 0


def cell_draws(cell_id: str) -> Callable[[int], Draws]:
    """The coins and draws of one cell by turn, counted from 0: the same in any process."""
    return partial(Draws.seeded, "triage", cell_id)


def handed_out(
    left: Sequence[str], ranking: Sequence[str], share: float, draws: Callable[[int], Draws], first: int = 0
) -> Iterator[Assignment]:
    """The candidates that are left, one after the other as they are handed out from this turn on.

    At each turn a coin says whether chance draws, each of those left being as likely as the next, or whether it is the
    turn of the first of the `ranking` that is left. A candidate's propensity is `share` over those left, and for the
    likeliest the rest of the probability on top. Without a ranking chance draws all.
    """
    pool, gone = list(left), set(ranking).difference(left)
    likely = (id_ for id_ in ranking if id_ not in gone)
    best = next(likely, None)
    turn = first
    while pool:
        coin, many = draws(turn), len(pool)
        by_chance = best is None or coin.uniform() < share
        given = coin.choice(pool) if by_chance or best is None else best
        each = (share if best is not None else 1.0) / many
        yield Assignment(given, each + (1 - share) * (given == best), many * by_chance)
        pool.remove(given)
        gone.add(given)
        if given == best:
            best = next(likely, None)
        turn += 1
