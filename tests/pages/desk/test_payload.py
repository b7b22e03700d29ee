"""What the browser is told about a cell, its samples and their hints."""

import json
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from math import nan
from typing import Any

import pytest

from core.errors import BadInput
from core.perturbations.registry import perturbations
from core.records import Bounds, Cell, DatasetCard, Hint, Task, Verdict
from core.severity import pps
from curation.campaigns.campaigns import Campaign, CampaignState
from curation.guidelines import ABOUT, RULES, guidelines
from curation.tickets import Tickets
from data.store import Store
from data.workspace import Workspace
from pages.ui.desk.events import Delivery
from pages.ui.desk.outbox import Outbox, sent
from pages.ui.desk.payload import DeskState, LabelChoices, item_json, payload
from tests.data.store.store_data import CELL, candidate, decision, hint, write_job

NOW = datetime(2026, 1, 2, tzinfo=UTC)
HERE = Tickets("ann", b"secret")


@pytest.fixture
def store(workspace: Workspace) -> Iterator[Store]:
    opened = Store.open(workspace)
    opened.ingest(write_job(workspace, range(5), hints=[hint(0, 0.9), hint(1, 0.5)]))
    yield opened
    opened.close()


def scene(store: Store, n: int = 3) -> DeskState:
    return DeskState(
        progress=store.progress(CELL),
        answers=LabelChoices(("thing", "place")),
        items=store.desk(CELL, "ann", n),
        recent=store.recent(CELL, "ann"),
        carried=store.carried(CELL, "ann"),
        own=store.own_tally(CELL, "ann"),
        day=store.days_work("ann", NOW),
        delivery=Delivery(),
        tickets=HERE,
        cells=store.cells(),
    )


def told_of(store: Store, held: Collection[str] = ()) -> dict[str, Any]:
    return payload(scene(store), Outbox(held=frozenset(held)), NOW)


def test_the_payload_is_json_and_names_the_queue_in_order(store: Store) -> None:
    told = json.loads(json.dumps(told_of(store)))
    assert told["queue"] == [candidate(n).id for n in range(3)]
    assert set(told["items"]) == set(told["queue"])
    assert told["cell"] | {"quota": 200, "kept": 0, "waiting": 5, "togo": None} == told["cell"]
    assert told["next"] is None


def test_what_the_browser_holds_is_not_sent_again_until_it_changes(store: Store, workspace: Workspace) -> None:
    first = told_of(store)
    held = {item["version"] for item in first["items"].values()}
    assert told_of(store, held)["items"] == {}
    store.ingest(write_job(workspace, [], job="job-2", hints=[hint(2, 0.1)]))
    again = told_of(store, held)["items"]
    assert set(again) == {candidate(n).id for n in range(3)}  # one has a hint now, the others another rank
    assert again[candidate(2).id]["hint"]["similarity"] == "0.10"


def test_a_decided_sample_comes_with_the_list_of_the_last_decisions(store: Store) -> None:
    store.record([decision(candidate(0).id, id="d", note="odd")])
    told = told_of(store)
    assert told["recent"] == [
        {
            "id": "d",
            "candidate": candidate(0).id,
            "verdict": "keep",
            "detail": "",
            "at": 1_767_225_600_000,
            "note": "odd",
            "milliseconds": 0,
            "hints": True,
            "others": 0,
            "second": False,
            "seen": "",
        },
    ]
    assert told["items"][candidate(0).id]["snippet"] == "What is not thing 0?"


def test_what_this_person_said_of_a_sample_that_a_link_opens_comes_with_it(store: Store) -> None:
    asked = [candidate(1).id, candidate(2).id]
    store.record([decision(asked[0], Verdict.RELABEL, id="d"), decision(asked[1], Verdict.KEEP, "bob", id="e")])
    earlier = store.said_of(CELL, "ann", asked)
    [said] = payload(replace(scene(store), earlier=earlier), Outbox(), NOW)["earlier"]
    assert said == {
        "candidate": asked[0], "verdict": "relabel", "detail": earlier[0].label, "at": 1_767_225_600_000,
    }  # fmt: skip
    assert store.said_of(CELL, "ann", []) == []


def test_hints_say_what_is_known_and_none_is_no_zero(store: Store) -> None:
    shown = {item.candidate.id: item_json(item)["hint"] for item in store.desk(CELL, "ann", 3)}
    assert shown[candidate(0).id] == {
        "similarity": "0.90",
        "percentile": 50,  # one of the two similarities of the cell is lower
        "context": None,
        "issues": ["Is that so?"],
        "before": 1,
        "model": "minilm",
        "grammar": "languagetool",
    }
    assert shown[candidate(2).id] is None


def test_a_word_in_its_context_is_shown_where_it_was_scored_and_sent_when_it_comes(
    store: Store, workspace: Workspace
) -> None:
    before = item_json(store.desk(CELL, "ann", 1)[0])
    store.ingest(write_job(workspace, [], job="job-2", hints=[replace(hint(0, 0.9), context=0.714)]))
    after = item_json(store.desk(CELL, "ann", 1)[0])
    assert (before["hint"]["context"], after["hint"]["context"]) == (None, "0.71")
    assert before["version"] != after["version"]


def test_an_engine_that_was_off_leaves_its_half_empty(store: Store, workspace: Workspace) -> None:
    store.ingest(write_job(workspace, [], job="job-2", hints=[Hint(candidate(3).id, nan)]))
    shown = item_json(store.desk(CELL, "ann", 4)[3])["hint"]
    assert (shown["similarity"], shown["issues"]) == (None, None)


def test_a_tagged_sample_comes_with_its_words_as_they_read_now(store: Store) -> None:
    [first, *_] = store.desk(CELL, "ann", 1)
    assert item_json(first, tagging=True)["words"] == ["What", "is", "not", "thing", "0?"]
    assert item_json(first)["words"] is None


def test_the_choices_follow_from_the_task() -> None:
    def card(task: Task, *labels: str) -> DatasetCard:
        return DatasetCard("d", task, labels, ("text",), {}, scale=Bounds(1, 5))

    assert LabelChoices.of(card(Task.CLASSIFICATION, "b", "a")) == LabelChoices(("b", "a"))
    assert LabelChoices.of(card(Task.SIMILARITY)) == LabelChoices((), True, Bounds(1, 5))
    assert LabelChoices.of(card(Task.TAGGING, "B-LOC")) == LabelChoices(("O", "B-LOC", "I-LOC"), tagging=True)


def test_a_browser_that_has_said_nothing_yet_holds_nothing() -> None:
    assert sent(None, "here") == Outbox()


def test_what_somebody_else_sent_from_this_browser_is_not_taken_for_ones_own() -> None:
    message = {"place": "there", "events": [{"id": "a"}], "held": ["x:1"]}
    assert sent(message, "here") == Outbox()
    assert sent(message, "there") == Outbox(({"id": "a"},), frozenset({"x:1"}))
    assert sent(message | {"recent": 80}, "there").recent == 80
    assert sent(message, "there").candidates == ["x"]


def test_each_item_comes_with_a_ticket_for_this_person_alone(store: Store) -> None:
    first = candidate(0).id
    ticket = told_of(store)["items"][first]["ticket"]
    assert HERE.handed(ticket, first) == NOW
    with pytest.raises(BadInput, match="not assigned to you"):
        Tickets("bob", HERE.secret).handed(ticket, first)


def test_every_perturbation_that_alters_meaning_has_guidelines() -> None:
    needed = {p.name for p in perturbations() if p.alters_meaning}
    assert needed <= set(ABOUT)
    assert guidelines("unheard_of") == RULES


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (replace(CELL, severity=pps(3)), "judged at PPS 3"),
        (replace(CELL, split="train", severity=pps(3)), "judged at PPS 3"),
    ],
)
def test_a_carried_verdict_says_where_it_was_given(store: Store, workspace: Workspace, cell: Cell, said: str) -> None:
    store.ingest(write_job(workspace, range(2), cell, job="elsewhere"))
    store.record([decision(candidate(1, cell).id, Verdict.DISCARD, id="there")])
    reply = told_of(store)
    (carried,) = reply["carried"]
    assert carried == {
        "id": "there",
        "candidate": candidate(1).id,
        "verdict": "discard",
        "detail": "no sense",
        "at": 1_767_225_600_000,
        "note": "",
        "milliseconds": 0,
        "hints": True,
        "others": 1,
        "second": False,
        "seen": said,
    }
    assert reply["cell"]["carried"] == 1
    assert candidate(1).id in reply["items"]  # so that it can be judged by itself
    assert candidate(1).id not in reply["queue"]


def test_where_several_judge_a_sample_the_counts_give_nobody_away(store: Store) -> None:
    store.set_campaign(Campaign("c", (CELL.id,), 4, judgements=2, state=CampaignState.RUNNING, guidelines="*so*"))
    told = []
    for verdict in (None, Verdict.KEEP, Verdict.DISCARD):
        if verdict:
            store.receive([decision(candidate(0).id, verdict, "bob" if verdict is Verdict.KEEP else "ann")])
        told.append(payload(replace(scene(store), campaign=store.campaign(CELL)), Outbox(), NOW))
    hidden = ("kept", "relabelled", "discarded", "disputed", "doubted", "carried", "checked")
    assert all(told[n]["cell"][name] == 0 for n in range(3) for name in hidden)
    assert [each["cell"]["done"] for each in told] == [0, 20, 0]
    assert told[0]["campaign"]["guide"] == (("p", "", (("em", "", ("so",)),)),)
    version = told[0]["campaign"]["version"]
    held = payload(replace(scene(store), campaign=store.campaign(CELL)), Outbox(held=frozenset({version})), NOW)
    assert held["campaign"] == {"name": "c", "version": version, "guide": None}
    assert told_of(store)["campaign"] is None
