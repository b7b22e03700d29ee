"""The best first: which come first, that it is said, and that it can be changed at any time."""

from contextlib import closing
from dataclasses import replace
from math import nan

import pytest

from core.records import Hint, Verdict
from curation.order import BY_SEED, Order, OrderStrategy
from data.store import Store
from data.store.export import checked_table, curated_table, decisions_table
from data.store.settings.settings import Settings
from data.workspace import Workspace
from tests.data.store.store_data import CELL, OTHER, candidate, decision, hint, write_job


def numbers(store: Store, annotator: str = "ann", n: int = 12) -> list[int]:
    """The candidates that are handed out, by their samples' numbers."""
    return [int(item.candidate.sample_id.removeprefix("sample-")) for item in store.desk(CELL, annotator, n)]


def scored(number: int, context: float, similarity: float = 0.5, issues: int = 0) -> Hint:
    issue = hint(number, 0).issues or ()
    return replace(hint(number, similarity), context=context, issues=issue * issues)


def test_the_nearest_word_in_context_comes_first_and_what_has_no_hint_last(store: Store, workspace: Workspace) -> None:
    hints = [scored(0, 0.2), scored(2, 0.9, issues=3), scored(3, 0.4), scored(4, nan, 0.99)]
    store.ingest(write_job(workspace, range(6), hints=hints))
    assert numbers(store, n=2) == [0, 1]
    store.set_way(CELL, OrderStrategy.BEST_FIRST)
    assert numbers(store) == [2, 3, 0, 4, 1, 5]
    store.set_way(CELL, OrderStrategy.RANDOM)
    assert numbers(store) == [0, 1, 2, 3, 4, 5]


def test_where_no_words_are_exchanged_the_fewest_issues_and_then_the_highest_similarity_come_first(
    store: Store, workspace: Workspace
) -> None:
    unchecked = Hint(candidate(3).id, 0.99)
    hints = [scored(0, nan, 0.9, 1), scored(1, nan, 0.7), scored(2, nan, 0.8), unchecked, scored(4, nan, 1.0, 12)]
    store.ingest(write_job(workspace, range(5), hints=hints))
    store.set_way(CELL, OrderStrategy.BEST_FIRST)
    assert numbers(store) == [2, 1, 0, 4, 3]


def test_a_later_hint_changes_the_order_and_what_is_judged_or_at_another_desk_is_left_out(
    filled: Store, workspace: Workspace
) -> None:
    filled.set_way(CELL, OrderStrategy.BEST_FIRST)
    assert numbers(filled, n=3) == [3, 2, 1]  # similarities of 0.8, 0.7 and 0.6, an issue each
    filled.record([decision(candidate(3).id)])
    assert numbers(filled, "ben", 2) == [0, 4]
    filled.ingest(write_job(workspace, [], job="job-2", hints=[scored(7, 0.1)]))
    assert numbers(filled, "ben", 2) == [7, 0]


def test_a_rate_under_best_first_is_marked_wherever_it_is_given_also_when_the_order_is_random_again(
    filled: Store,
) -> None:
    filled.record([decision(candidate(0).id, Verdict.KEEP)])
    assert filled.progress(CELL).order.estimates and filled.progress(CELL).order == BY_SEED
    filled.set_way(CELL, OrderStrategy.BEST_FIRST)
    assert not filled.progress(CELL).order.estimates
    filled.set_way(CELL, OrderStrategy.RANDOM)
    assert filled.progress(CELL).order == BY_SEED  # nobody was given any
    filled.set_way(CELL, OrderStrategy.BEST_FIRST)
    numbers(filled)
    tables = curated_table(filled), decisions_table(filled)
    assert [table["order"].to_pylist() for table in tables] == [["best first"]] * 2
    filled.set_way(CELL, OrderStrategy.RANDOM)
    assert filled.progress(CELL).order == Order(False, served=True)
    assert checked_table(filled)["pps_2_order"].to_pylist() == ["partly best first"]
    assert filled.progress(OTHER).order == BY_SEED


def test_the_order_outlives_the_process_and_a_rebuild(filled: Store, workspace: Workspace) -> None:
    filled.set_way(CELL, OrderStrategy.BEST_FIRST)
    filled.close()
    again = Store.open(workspace)
    assert again.progress(CELL).order == Order(True)
    numbers(again)
    again.close()
    Store.rebuild(workspace)
    again = Store.open(workspace)
    assert again.progress(CELL).order == Order(True, served=True)
    assert numbers(again, n=2) == [3, 2]
    again.close()


@pytest.mark.parametrize("order", [Order(True, True), Order(True), Order(False, True), BY_SEED])
def test_an_order_is_stored_as_it_is_and_replaces_the_one_before(workspace: Workspace, order: Order) -> None:
    settings, cells = Settings(workspace.prepare().root), (CELL, OTHER)
    for one in (Order(True), order):
        settings.set_order(CELL, one)
    settings.set_order(OTHER, Order(True))
    settings.set_quota(7)
    again = Settings(workspace.root)
    assert [again.order(cell) for cell in cells] == [order, Order(True)]
    assert again.quota == 7


def test_a_cell_that_is_taken_back_takes_its_order_with_it(filled: Store, workspace: Workspace) -> None:
    filled.set_way(CELL, OrderStrategy.BEST_FIRST)
    filled.remove_unjudged(workspace.jobs / "job-1")
    filled.ingest(write_job(workspace, range(10)))
    assert filled.progress(CELL).order == BY_SEED
    filled.close()
    with closing(Store.open(workspace)) as again:
        assert again.progress(CELL).order == BY_SEED
