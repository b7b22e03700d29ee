"""Who judges what: every item by as many participants as the next, every participant the same number of items.

Items are dealt like cards. Copies of an item lie together in the pack, as do all items made of one source sample, and
the cards go round the table: as long as no source has more copies than there are participants, nobody gets one twice,
and nobody gets more of any stretch of the pack than another does, give or take one. As the pack is sorted by
perturbation, data set and severity, each participant gets an even share of each. Swaps between participants, which
change none of this for the worse, then even out what sorting by one thing leaves uneven in another.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import count

from core.errors import BadInput
from core.randomness import Draws
from core.so_many import so_many
from curation.study.records import StudyItem

SWAPS = 100  # swaps tried for each card
MOST_SWAPS = 100_000
QUIET = 20  # tries for each card without a gain after which there is hardly one to be had
WEIGHTS = (1, 50, 4, 4)  # of a cell, a perturbation, a data set and a severity
TWICE = 1_000  # what it costs that somebody sees one source in two parts, in units of unevenness


@dataclass(frozen=True, slots=True)
class Balance:
    """How even an assignment is, counted over real items.

    `lowest` and `highest` are the fewest and the most participants that an item has, `wanted` how many it should have;
    `uneven` is the largest difference between two participants in how many items they have of one perturbation, one
    data set or one severity of a part; `seen_twice` counts the pairs of participant and source sample that meet more
    than once.
    """

    items: int
    participants: int
    wanted: int
    lowest: int
    highest: int
    uneven: int
    seen_twice: int

    def __str__(self) -> str:
        seen = f"{self.lowest}" if self.lowest == self.highest else f"{self.lowest} to {self.highest}"
        even = f"differs by at most {self.uneven}" if self.uneven else "does not differ"
        twice = (
            "no participant sees two versions of one sample"
            if not self.seen_twice
            else f"participants see two versions of one sample {so_many(self.seen_twice, 'time')}"
        )
        return (
            f"{self.items:,} samples, each judged by {seen} of {self.participants} participants "
            f"(planned: {self.wanted}); the number of samples of each perturbation, data set and severity {even} "
            f"between participants; {twice}."
        )


def exposures(sources: Sequence[Hashable], participants: int, copies: int) -> list[int]:
    """How often each item is shown so that all are shown `copies` times together: as evenly as can be.

    `sources` names each item's source; no source is shown more often than there are participants. Raises BadInput where
    there are too few.
    """
    shown, of_source, ties = [0] * len(sources), Counter[Hashable](), count(len(sources))
    waiting = [(0, 0, n, n) for n in range(len(sources))]
    heapify(waiting)
    for _ in range(copies):
        while waiting and of_source[sources[waiting[0][3]]] >= participants:
            heappop(waiting)  # its source is used up
        if not waiting:
            raise BadInput(
                f"There are only {len(set(sources))} different samples, too few to show {copies / participants:g} to "
                "each participant without repeats; ask for fewer samples, or add a data set."
            )
        times, _, _, item = heappop(waiting)
        shown[item], source = times + 1, sources[item]
        of_source[source] += 1
        if shown[item] < participants:
            heappush(waiting, (shown[item], of_source[source], next(ties), item))
    return shown


def assign(items: Sequence[StudyItem], participants: int, each: Mapping[str, int], seed: int) -> list[list[StudyItem]]:
    """The real items of each participant, `each[part]` of every part, in no order.

    Raises BadInput where a part has too few samples.
    """
    hands: list[list[StudyItem]] = [[] for _ in range(participants)]
    for part, wanted in each.items():
        own = [item for item in items if item.part == part]
        draws = Draws.seeded("deal", part, seed)
        try:
            for hand, cards in zip(hands, _dealt(own, participants, wanted, draws), strict=True):
                hand += cards
        except BadInput as error:
            raise BadInput(f"Part {part!r}: {error}") from error
    _even_out(hands, Draws.seeded("swap", seed))
    return hands


def _dealt(items: list[StudyItem], participants: int, each: int, draws: Draws) -> list[list[StudyItem]]:
    draws.shuffle(items)
    shown = exposures([source_of(item) for item in items], participants, participants * each)
    by_source: dict[Hashable, list[StudyItem]] = defaultdict(list)
    for item, times in zip(items, shown, strict=True):
        by_source[source_of(item)] += [item] * times
    groups = [group for group in by_source.values() if group]
    groups.sort(key=lambda group: group[0].stratum)
    seats = list(range(participants))
    draws.shuffle(seats)
    hands: list[list[StudyItem]] = [[] for _ in seats]
    for n, item in enumerate(item for group in groups for item in group):
        hands[seats[n % participants]].append(item)
    return hands


def source_of(item: StudyItem) -> Hashable:
    """What must not come twice: the sample that it was made of."""
    return item.dataset, item.sample_id


def _traits(item: StudyItem) -> tuple[Hashable, ...]:
    """What everybody should see as much of as the next."""
    stratum = (item.part, *item.stratum)
    return stratum, *((item.part, name) for name in item.stratum)


def _even_out(hands: list[list[StudyItem]], draws: Draws) -> None:
    """Swap cards of one part between participants wherever that makes their hands more alike, in place."""
    cards = sum(map(len, hands))
    if len(hands) < 2 or not cards:
        return
    table, quiet = _Table(hands), 0
    for _ in range(min(SWAPS * cards, MOST_SWAPS)):
        here, there = draws.below(len(hands)), draws.below(len(hands))
        if here != there:
            quiet = 0 if table.try_swap(here, there, draws) else quiet + 1
        if quiet > QUIET * cards:
            return


class _Table:
    """The hands while cards are swapped: what each holds of everything, counted once."""

    def __init__(self, hands: list[list[StudyItem]]) -> None:
        self._hands = hands
        self._sources = [Counter(map(source_of, hand)) for hand in hands]
        self._counts = [Counter(trait for item in hand for trait in _traits(item)) for hand in hands]
        self._places: list[dict[str, list[int]]] = []
        for hand in hands:
            places = defaultdict[str, list[int]](list)
            for n, item in enumerate(hand):
                places[item.part].append(n)
            self._places.append(places)

    def try_swap(self, here: int, there: int, draws: Draws) -> bool:
        """Swap a card drawn of one hand for one of the same part drawn of the other, unless that makes things worse.

        Whether it made them better.
        """
        n = draws.below(len(self._hands[here]))
        mine = self._hands[here][n]
        m = draws.choice(self._places[there][mine.part])
        theirs = self._hands[there][m]
        change = self._change(here, mine, theirs) + self._change(there, theirs, mine)
        if mine.id == theirs.id or change > 0:
            return False
        self._hands[here][n], self._hands[there][m] = theirs, mine
        for hand, gone, come in ((here, mine, theirs), (there, theirs, mine)):
            self._sources[hand][source_of(gone)] -= 1
            self._sources[hand][source_of(come)] += 1
            self._counts[hand].subtract(_traits(gone))
            self._counts[hand].update(_traits(come))
        return change < 0

    def _change(self, hand: int, gone: StudyItem, come: StudyItem) -> int:
        """By how much a hand gets more uneven: the change of the sum of squares of what it holds of each thing."""
        counts, sources = self._counts[hand], self._sources[hand]
        change = 0
        if source_of(gone) != source_of(come):
            change += TWICE * ((sources[source_of(come)] > 0) - (sources[source_of(gone)] > 1))
        for weight, out, new in zip(WEIGHTS, _traits(gone), _traits(come), strict=True):
            if out != new:
                change += weight * (2 * (counts[new] - counts[out]) + 2)
        return change


def balance(hands: Sequence[Sequence[StudyItem]], wanted: int, items: Sequence[StudyItem] = ()) -> Balance:
    """How even these hands are; `items` are those that might have been dealt, where some may be in no hand."""
    shown = Counter({item.id: 0 for item in items})
    shown.update(item.id for hand in hands for item in hand)
    counts = [Counter(trait for item in hand for trait in _traits(item)[1:]) for hand in hands]
    traits = set().union(*counts) if counts else set()
    uneven = max((max(c[t] for c in counts) - min(c[t] for c in counts) for t in traits), default=0)
    twice = sum(n > 1 for hand in hands for n in Counter(map(source_of, hand)).values())
    times = list(shown.values()) or [0]
    return Balance(len(shown), len(hands), wanted, min(times), max(times), uneven, twice)


def in_order(
    hand: Sequence[StudyItem],
    extra: Sequence[StudyItem],
    training: Sequence[StudyItem],
    parts: Sequence[str],
    draws: Draws,
) -> list[str]:
    """The ids of all that a participant judges: part by part, training first, the rest in random order."""
    ordered: list[str] = []
    for part in parts:
        rest = [item.id for item in (*hand, *extra) if item.part == part]
        draws.shuffle(rest)
        ordered += [item.id for item in training if item.part == part] + rest
    return ordered
