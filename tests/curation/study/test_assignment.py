"""Who judges what: exposures as even as the design allows, nobody twice the same source, for any size."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadInput
from core.randomness import Draws
from curation.study.assignment import assign, balance, exposures, in_order
from curation.study.records import ItemKind, StudyItem

PINNED = [
    [1, 5, 6, 10, 14],
    [1, 3, 8, 10, 12],
    [2, 4, 7, 8, 13],
    [0, 2, 9, 11, 13],
    [3, 5, 6, 9, 12],
    [0, 4, 7, 11, 14],
]  # what seed 1 deals to six people
PERTURBATIONS, DATASETS, SEVERITIES = ("swap", "drop", "add"), ("a", "b"), ("pps-1", "pps-2", "pps-3")


def item(n: int, part: str = "one", source: str = "", kind: ItemKind = ItemKind.REAL) -> StudyItem:
    return StudyItem(
        f"{part}-{n}", part, kind, {}, {}, DATASETS[n % 2], "test", PERTURBATIONS[n // 2 % 3],
        SEVERITIES[n // 6 % 3], source or f"{part}-{n}",
    )  # fmt: skip


def of_part(participants: int, each: int, k: int, part: str = "one") -> list[StudyItem]:
    return [item(n, part) for n in range(-(-participants * each // k))]


@settings(max_examples=40)
@given(st.integers(1, 12), st.integers(1, 8), st.data())
def test_exposures_differ_by_one_at_most_and_by_none_where_it_comes_out_even(
    participants: int, each: int, data: st.DataObject
) -> None:
    k = data.draw(st.integers(1, participants))
    items = of_part(participants, each, k)
    hands = assign(items, participants, {"one": each}, seed=7)
    found = balance(hands, k, items)
    assert [len(hand) for hand in hands] == [each] * participants
    cards = participants * each
    assert (found.lowest, found.highest) == (cards // len(items), -(-cards // len(items)))
    assert found.highest <= k and (cards % k or found.lowest == k)
    assert found.seen_twice == 0
    assert all(len({i.id for i in hand}) == each for hand in hands)


@settings(max_examples=40)
@given(st.integers(2, 12), st.integers(1, 8), st.integers(1, 6), st.integers(0, 9))
def test_few_sources_still_come_to_nobody_twice(participants: int, each: int, versions: int, spare: int) -> None:
    items = [item(n, source=f"s{n // versions}") for n in range((each + spare) * versions)]
    hands = assign(items, participants, {"one": each}, seed=3)
    found = balance(hands, 1, items)
    assert found.seen_twice == 0
    assert [len(hand) for hand in hands] == [each] * participants
    shown = Counter({i.id: 0 for i in items}) + Counter(i.id for hand in hands for i in hand)
    assert sum(shown.values()) == participants * each
    if participants * each <= len(items):
        assert found.highest == 1


@settings(max_examples=40)
@given(st.integers(2, 10), st.integers(0, 2**31))
def test_two_parts_share_sources_without_anybody_seeing_one_twice(participants: int, seed: int) -> None:
    """As many sources again as anybody sees: there is always somebody to swap with."""
    sources = [f"s{n}" for n in range(participants * 4)]
    items = [item(n, part, source) for part in ("one", "two") for n, source in enumerate(sources)]
    hands = assign(items, participants, {"one": 2, "two": 2}, seed)
    found = balance(hands, 1, [i for hand in hands for i in hand])
    assert found.seen_twice == 0
    assert all(Counter(i.part for i in hand) == {"one": 2, "two": 2} for hand in hands)


def test_the_papers_design_is_even_in_everything() -> None:
    items = of_part(20, 30, 2) + of_part(20, 20, 2, "two")
    hands = assign(items, 20, {"one": 30, "two": 20}, seed=0)
    found = balance(hands, 2, items)
    assert (found.items, found.lowest, found.highest, found.uneven, found.seen_twice) == (500, 2, 2, 1, 0)
    for name in PERTURBATIONS:  # 300 items x 2 / 3 perturbations / 20 participants = 10
        assert {sum(i.perturbation == name and i.part == "one" for i in hand) for hand in hands} == {10}
    assert "500 samples, each judged by 2 of 20 participants" in str(found)


def test_the_same_seed_deals_the_same_and_another_seed_otherwise() -> None:
    items = of_part(6, 5, 2)
    dealt = [[[i.id for i in hand] for hand in assign(items, 6, {"one": 5}, seed)] for seed in (1, 1, 2)]
    assert dealt[0] == dealt[1] != dealt[2]


def test_a_seed_deals_the_same_on_every_machine_and_in_later_versions() -> None:
    hands = assign(of_part(6, 5, 2), 6, {"one": 5}, 1)
    assert [sorted(int(i.id.removeprefix("one-")) for i in hand) for hand in hands] == PINNED


def test_too_few_sources_are_said_in_a_sentence() -> None:
    with pytest.raises(BadInput, match=r"Part 'one': There are only 3 different samples, too few to show 4 to each"):
        assign([item(n) for n in range(3)], 5, {"one": 4}, seed=0)


def test_exposures_by_hand() -> None:
    # two items of one source, one of another; two participants with one card each, then with two
    assert exposures(["s", "s", "t"], 2, 2) in ([1, 0, 1], [1, 1, 0], [0, 1, 1])
    assert exposures(["s", "s", "t"], 2, 4) == [1, 1, 2]  # of "s" nobody can have two, so "t" goes to both
    with pytest.raises(BadInput, match=r"only 2 different samples, too few to show 2\.5"):
        exposures(["s", "s", "t"], 2, 5)


def test_checks_land_anywhere_and_training_first() -> None:
    hand = [item(n) for n in range(9)]
    extra = [item(90, kind=ItemKind.GOLD)]
    training = [item(99, kind=ItemKind.TRAINING)]
    orders = [in_order(hand, extra, training, ["one"], Draws.seeded("order", n)) for n in range(40)]
    assert {order[0] for order in orders} == {"one-99"}
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(f"one-{n}" for n in (*range(9), 90, 99)))}
    assert len({order.index("one-90") for order in orders}) == 10  # every place, the last among them
