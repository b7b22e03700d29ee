"""How many words there were to read of what was decided."""

from core.records import Verdict
from curation.order import OrderStrategy
from data.store import Store
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate, decision, write_job


def test_words_are_counted_of_what_somebody_decided_on(workspace: Workspace) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(4)))
    assert store.timed_verdicts(CELL) == []
    for n in range(2):  # what is decided later is counted too
        store.record([decision(candidate(n).id, milliseconds=700)])
        assert [look.words for look in store.timed_verdicts(CELL)] == [5] * (n + 1)
    (look, _) = store.timed_verdicts(CELL)
    assert (look.decision.milliseconds, look.cell, look.random_order) == (700, CELL, True)
    store.set_way(CELL, OrderStrategy.BEST_FIRST)
    assert not store.timed_verdicts(CELL)[0].random_order
    store.close()


def test_where_the_texts_are_gone_nobody_knows_how_long_they_were(workspace: Workspace) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(4)))
    store.record([decision(candidate(0).id, Verdict.KEEP)])
    for file in workspace.root.glob("variants/**/*.parquet"):
        file.unlink()
    assert [look.words for look in store.timed_verdicts(CELL)] == [0]
    store.close()
