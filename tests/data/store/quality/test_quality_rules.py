"""What the researcher sets to be sure of decisions: it lasts, it holds at once, and exports say what came of it."""

import pytest

from core.errors import BadInput
from core.records import Verdict
from curation.quality.gold import KnownAnswer, QualityRules
from data.store import Store
from data.store.export import curated_table
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate, decision, write_job

RULES = QualityRules(True, 5, 7, {"c": KnownAnswer(Verdict.RELABEL, "place"), "d": KnownAnswer(Verdict.KEEP)})


def test_a_majority_settles_from_the_moment_it_may_and_no_longer(workspace: Workspace) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(3)))
    said = zip(("ann", "bob", "cleo"), (Verdict.KEEP, Verdict.DISCARD, Verdict.KEEP), strict=True)
    store.record([decision(candidate(0).id, verdict, who) for who, verdict in said])
    assert (store.progress(CELL).disputed, store.progress(CELL).kept) == (1, 0)
    store.set_quality(QualityRules(majority=True))
    assert (store.progress(CELL).disputed, store.progress(CELL).kept, store.progress(CELL).by_majority) == (0, 1, 1)
    (row,) = curated_table(store).to_pylist()
    assert (row["settled_by"], row["annotators"], row["doubted_by"]) == ("majority", ["ann", "cleo"], ["bob"])
    store.set_quality(QualityRules())
    assert (store.progress(CELL).disputed, store.progress(CELL).kept) == (1, 0)
    store.record([decision(candidate(0).id, Verdict.DISCARD, "majority", 9, settles=True)])
    assert (store.progress(CELL).settled, store.progress(CELL).by_majority) == (1, 0)  # a person of that name
    store.close()


def test_it_lasts_and_can_be_made_again_from_its_copy(workspace: Workspace) -> None:
    store = Store.open(workspace)
    assert store.quality() == QualityRules()
    store.set_quality(RULES)
    store.close()
    store = Store.open(workspace)
    assert store.quality() == RULES
    store.close()
    Store.rebuild(workspace)
    store = Store.open(workspace)
    assert store.quality() == RULES
    store.close()


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (QualityRules(gold_percent=51), "51 %; give a number from 0 to 50"),
        (QualityRules(gold_percent=-1), "-1 %"),
        (QualityRules(gold={"c": KnownAnswer(Verdict.SKIP)}), "The gold answer of 'c' can't be 'skip'"),
        (QualityRules(gold={"c": KnownAnswer(Verdict.RELABEL, " ")}), "has no label; give the right label"),
    ],
)
def test_what_can_not_be_set_is_said(workspace: Workspace, rules: QualityRules, said: str) -> None:
    store = Store.open(workspace)
    with pytest.raises(BadInput, match=said):
        store.set_quality(rules)
    assert store.quality() == QualityRules()
    store.close()
