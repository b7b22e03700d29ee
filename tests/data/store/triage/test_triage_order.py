"""Triage in the store: who is handed what, what is logged, and what is made of it."""

from dataclasses import replace

import pytest

from core.errors import BadInput
from core.records import Hint, Verdict
from curation.order import Order, OrderStrategy
from data.store import Store
from data.store.export import decisions_table
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate, decision, write_job

MANY = 160


def similarity(number: int) -> float:
    return (number * 37 % MANY) / MANY


def kept(number: int) -> bool:
    """People keep the similar ones, but for one in ten."""
    return (similarity(number) > 0.5) != (number % 10 == 0)


def filled(store: Store, workspace: Workspace) -> Store:
    """A cell with a hint for each candidate, of which people judged the first 80 in the order of the seed."""
    hints = [Hint(candidate(n).id, similarity(n), "minilm", (), 0, "languagetool") for n in range(MANY)]
    store.set_quota(1000)
    store.ingest(write_job(workspace, range(MANY), hints=hints))
    for number in [number_of(item) for item in store.desk(CELL, "ann", 80)]:
        judge(store, number, minute=number)
    return store


def number_of(item: object) -> int:
    return int(item.candidate.sample_id.removeprefix("sample-"))  # type: ignore[attr-defined]


def judge(store: Store, number: int, minute: int = 0) -> None:
    verdict = Verdict.KEEP if kept(number) else Verdict.DISCARD
    store.receive([decision(candidate(number).id, verdict, minute=minute)])


@pytest.mark.slow
def test_the_likely_come_first_each_with_its_probability_and_the_share_is_estimated(
    store: Store, workspace: Workspace
) -> None:
    filled(store, workspace)
    store.set_way(CELL, OrderStrategy.TRIAGE)
    store.keep_models.refresh()
    model = store.keep_models.wait().model
    assert model is not None and model.n == 80
    assert model.auc.value > 0.8 and model.brier.value < model.brier_of_share
    handed = [number_of(item) for item in store.desk(CELL, "ann", 40)]
    assert [number_of(item) for item in store.desk(CELL, "ann", 40)] == handed  # the same when asked again
    assert not set(handed) & {number_of(item) for item in store.desk(CELL, "ben", 12)}
    assert sum(similarity(number) > 0.5 for number in handed) > 26  # 20 by chance
    for minute, number in enumerate(handed):
        judge(store, number, 1000 + minute)
    rows = decisions_table(store).to_pylist()
    early, late = rows[:80], rows[80:]
    assert {(row["propensity"], row["drawn_from"]) for row in early} == {(0.0, 0)}
    drawn = [row for row in late if row["drawn_from"]]
    assert 2 <= len(drawn) <= 16
    # of those left: at the first turn 80, at each later one fewer
    assert [row["drawn_from"] for row in drawn] == sorted((row["drawn_from"] for row in drawn), reverse=True)
    for place, row in enumerate(late):
        chance = 0.2 / (80 - place)
        assert row["propensity"] == pytest.approx(chance) or row["propensity"] == pytest.approx(0.8 + chance)
    found = store.saving(CELL)
    truth = sum(kept(number) for number in range(MANY)) / MANY
    assert found.looks == 120 and found.share.low <= truth <= found.share.high
    assert found.saved.low > -10 and found.saved.value > 0
    chances = store.chances(CELL)
    assert len(chances.waiting) == 40 and len(chances.judged) == 120


def test_without_enough_decisions_chance_draws_all_and_it_is_said_why(store: Store, workspace: Workspace) -> None:
    store.ingest(write_job(workspace, range(10)))
    store.set_way(CELL, OrderStrategy.TRIAGE, 0.3)
    judge(store, number_of(store.desk(CELL, "ann", 1)[0]))
    assert store.keep_models.wait().lacking.endswith(" of the 60 decisions needed")
    [row] = decisions_table(store).to_pylist()
    assert (row["propensity"], row["drawn_from"]) == (0.1, 10)
    assert store.progress(CELL).order == Order(triage=True, triaged=True, share=0.3)
    assert not store.progress(CELL).order.estimates


def test_what_was_skipped_comes_last_and_keeps_its_probability(store: Store, workspace: Workspace) -> None:
    store.ingest(write_job(workspace, range(6)))
    store.set_way(CELL, OrderStrategy.TRIAGE)
    first = number_of(store.desk(CELL, "ann", 6)[0])
    store.receive([decision(candidate(first).id, Verdict.SKIP)])
    assert number_of(store.desk(CELL, "ann", 6)[-1]) == first
    judge(store, first, minute=3)
    assert decisions_table(store).to_pylist()[-1]["drawn_from"] == 6


def test_what_the_browser_says_of_it_is_not_asked(store: Store, workspace: Workspace) -> None:
    store.ingest(write_job(workspace, range(6)))
    forged = replace(decision(candidate(0).id), propensity=0.9, drawn_from=3)
    store.receive([forged])
    assert [row["propensity"] for row in decisions_table(store).to_pylist()] == [0.0]


def test_the_way_outlives_the_process_and_a_share_that_is_none_is_refused(store: Store, workspace: Workspace) -> None:
    store.ingest(write_job(workspace, range(6)))
    store.set_way(CELL, OrderStrategy.TRIAGE, 0.5)
    with pytest.raises(BadInput, match="The share can't be 0"):
        store.set_way(CELL, OrderStrategy.TRIAGE, 0)
    store.close()
    again = Store.open(workspace)
    assert again.progress(CELL).order == Order(triage=True, share=0.5)
    again.close()
