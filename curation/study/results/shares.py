"""How often each option was chosen, in all and by perturbation, data set or severity, with intervals."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.metrics.estimate import Estimate
from core.metrics.share import share
from core.metrics.study_results.crossed import crossed_share
from curation.study.results.judgements import GroupedBy, Judgement, grouped


@dataclass(frozen=True, slots=True)
class OptionShare:
    """The share of one option: `wilson` as if no two judgements hung together, `clustered` as they do: those of one
    participant, and those of texts made of one sample."""

    wilson: Estimate
    clustered: Estimate


@dataclass(frozen=True, slots=True)
class GroupShares:
    """The shares of all options in one group of judgements; `group` is "" for all of them."""

    group: str
    judgements: int
    participants: int
    items: int
    options: tuple[OptionShare, ...]


def shares(rows: Sequence[Judgement], by: GroupedBy, options: int) -> list[GroupShares]:
    """The shares of each group, in its order; none without judgements."""
    return [_shares(group, members, options) for group, members in grouped(rows, by)]


def option_share(rows: Sequence[Judgement], option: int) -> OptionShare:
    """How often this option was chosen."""
    hits = [row.option == option for row in rows]
    people, sources = [row.participant for row in rows], [row.source for row in rows]
    return OptionShare(share(sum(hits), len(hits)), crossed_share(hits, people, sources))


def _shares(group: str, rows: Sequence[Judgement], options: int) -> GroupShares:
    people, items = {row.participant for row in rows}, {row.item for row in rows}
    each = tuple(option_share(rows, option) for option in range(options))
    return GroupShares(group, len(rows), len(people), len(items), each)
