"""Messages that no desk sends: each is refused in a sentence, and nothing reaches the journal."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from typing import Any

import pytest

from core.records import Cell, DatasetCard, Sample, Task, TextField
from core.severity import pps
from curation.tickets import Tickets
from data.datasets.stored import save_dataset
from data.secret import secret
from data.store import Store
from data.workspace import Workspace
from pages.ui.desk.events import MOST, MOST_ON_ONE, TOO_MANY, deliver
from pages.ui.desk.outbox import MOST_HELD, MOST_RECENT, NO_OUTBOX, sent
from pages.ui.desk.served import DeskConnection
from pages.ui.desk.session import place_of, seen
from tests.data.store.store_data import CELL, candidate, write_job

NOW = datetime(2026, 1, 2, tzinfo=UTC)
ANN = Tickets("ann", b"s" * 32)
BOB = Tickets("bob", ANN.secret)
OTHER = Cell("questions", "test", "word_deletion", pps(1))
GOOD: dict[str, Any] = {
    "id": "a1",
    "candidate": candidate(0).id,
    "ticket": ANN.given(candidate(0).id, NOW - timedelta(minutes=5)),
    "verdict": "keep",
    "age": 1500,
    "milliseconds": 900,
    "note": "",
    "hints": True,
}
RELABEL, DISCARD = {"verdict": "relabel", "label": "place"}, {"verdict": "discard", "reason": "unclear"}
FLAG = {"verdict": "flag", "note": "is this a question?"}
LONG = "x" * 10_000_000
SAMPLES = [Sample("questions", "test", (TextField("text", "What is that?"),), label) for label in ("thing", "place")]

FORGED: dict[str, dict[str, Any]] = {
    # what was never handed out
    "no ticket": {"ticket": ""},
    "a ticket that is no text": {"ticket": None},
    "a ticket that is a list": {"ticket": [GOOD["ticket"]]},
    "a ticket without its mark": {"ticket": GOOD["ticket"].split(".")[0]},
    "an empty mark": {"ticket": GOOD["ticket"].split(".")[0] + "."},
    "a mark of nothing": {"ticket": "."},
    "another time": {"ticket": "1" + GOOD["ticket"]},
    "another mark": {"ticket": GOOD["ticket"][:-1] + ("0" if GOOD["ticket"][-1] != "0" else "1")},
    "a mark in another script": {"ticket": GOOD["ticket"][:-1] + "é"},
    "half a character": {"ticket": "\ud800.\ud800"},
    "a ticket of 10 MB": {"ticket": LONG},
    "a ticket for another sample": {"ticket": ANN.given(candidate(1).id, NOW)},
    "another sample than the ticket's": {"candidate": candidate(1).id},
    "a sample of another cell": {"candidate": candidate(0, OTHER).id},
    "somebody else's ticket": {"ticket": BOB.given(candidate(0).id, NOW)},
    "another server's ticket": {"ticket": Tickets("ann", b"t" * 32).given(candidate(0).id, NOW)},
    "a sample that does not exist": {"candidate": "nothing", "ticket": ANN.given("nothing", NOW)},
    # ids
    "no id": {"id": ""},
    "an id that is an object": {"id": {"a": 1}},
    "an id that is a number": {"id": 7},
    "an id that is null": {"id": None},
    "an id with a line feed": {"id": "a\nb"},
    "an id with markup": {"id": "<b>"},
    "an id of 10 MB": {"id": LONG},
    "a candidate that is an object": {"candidate": {}},
    "a candidate that is a list": {"candidate": [candidate(0).id]},
    "a candidate with SQL": {"candidate": "'; drop table decisions; --"},
    # verdicts
    "no verdict": {"verdict": None},
    "a verdict of one's own": {"verdict": "maybe"},
    "a verdict in capitals": {"verdict": "KEEP"},
    "a verdict that is a list": {"verdict": ["keep"]},
    "a verdict that is an object": {"verdict": {"keep": 1}},
    # labels
    "a relabel without a label": {"verdict": "relabel"},
    "a label of spaces": RELABEL | {"label": "  "},
    "a label that does not exist": RELABEL | {"label": "planet"},
    "a label in capitals": RELABEL | {"label": "PLACE"},
    "a label with a space": RELABEL | {"label": "place "},
    "a label that is an object": RELABEL | {"label": {"place": 1}},
    "a label that is a number": RELABEL | {"label": 1},
    "a label that is null": RELABEL | {"label": None},
    "a label of 10 MB": RELABEL | {"label": LONG},
    "a label with a zero byte": RELABEL | {"label": "place\0"},
    # reasons
    "a discard without a reason": {"verdict": "discard"},
    "a reason of one's own": DISCARD | {"reason": "boring"},
    "a reason of 10 MB": DISCARD | {"reason": LONG},
    "a reason that is a list": DISCARD | {"reason": ["unclear"]},
    "an empty reason": DISCARD | {"reason": ""},
    # notes
    "a note of 10 MB": {"note": LONG},
    "a note that is an object": {"note": {"a": 1}},
    "a note that is a number": {"note": 3},
    "a note with half a character": {"note": "\ud83d"},
    # numbers
    "an age that is a word": {"age": "old"},
    "an age without end": {"age": float("inf")},
    "an age that is no number": {"age": float("nan")},
    "an age that is null": {"age": None},
    "an age that is a list": {"age": [1]},
    "an age that is true": {"age": True},
    "a time that is a word": {"milliseconds": "900"},
    "a time without end": {"milliseconds": float("inf")},
    "a time that is null": {"milliseconds": None},
    "a time that is an object": {"milliseconds": {}},
    # undoing
    "an undo of nothing": {"verdict": "undo"},
    "an undo of a decision that is not there": {"verdict": "undo", "undoes": "nobody"},
    "an undo of somebody else's decision": {"verdict": "undo", "undoes": "bobs"},
    "an undo of a list": {"verdict": "undo", "undoes": ["bobs"]},
    # flags
    "a flag on a sample that was not handed out": FLAG | {"candidate": candidate(1).id},
    "a flag with somebody else's ticket": FLAG | {"ticket": BOB.given(candidate(0).id, NOW)},
    "a flag with a note of 10 MB": FLAG | {"note": LONG},
    "a flag with a note that is a list": FLAG | {"note": ["?"]},
    "a flag in capitals": {"verdict": "FLAG"},
    "taking somebody else's flag back": {
        "verdict": "undo",
        "undoes": "bobs-flag",
        "candidate": candidate(2).id,
        "ticket": ANN.given(candidate(2).id, NOW),
    },
    # others' ids
    "the id of somebody else's decision": {"id": "bobs"},
}


@pytest.fixture
def store(workspace: Workspace) -> Iterator[Store]:
    opened = Store.open(workspace)
    opened.ingest(write_job(workspace, range(5)))
    opened.ingest(write_job(workspace, range(5), OTHER, job="job-2"))
    save_dataset(workspace, DatasetCard("questions", Task.CLASSIFICATION, ("thing", "place"), ("text",), {}), SAMPLES)
    bobs = GOOD | {"id": "bobs", "candidate": candidate(2).id, "ticket": BOB.given(candidate(2).id, NOW)}
    flag = bobs | FLAG | {"id": "bobs-flag"}
    assert deliver(opened, [bobs, flag], BOB, NOW).acknowledged == {"bobs", "bobs-flag"}
    yield opened
    opened.close()


def test_the_honest_message_is_taken(store: Store) -> None:
    for number, more in enumerate(({}, RELABEL, DISCARD, {"verdict": "skip"}, FLAG)):
        assert deliver(store, [GOOD | {"id": f"a{number}"} | more], ANN, NOW).refused == {}


def test_a_forged_message_is_refused_and_the_journal_stays(store: Store, workspace: Workspace) -> None:
    before = workspace.journal.read_bytes()
    for name, forged in FORGED.items():
        delivery = deliver(store, [GOOD | forged], ANN, NOW)
        assert not delivery.acknowledged, name
        (sentence,) = delivery.refused.values()
        assert sentence.endswith((".", "?")), name
        assert len(sentence) < 400, name
        assert workspace.journal.read_bytes() == before, name


@pytest.mark.parametrize("age", [10**15, -(10**15), 400 * 24 * 3600 * 1000])
def test_a_time_in_another_year_becomes_one_since_the_sample_was_handed_out(store: Store, age: float) -> None:
    deliver(store, [GOOD | {"age": age}], ANN, NOW)
    (decision,) = (d for d in store.decisions(CELL) if d.annotator == "ann")
    assert NOW - timedelta(minutes=5) <= decision.at <= NOW


def test_what_does_not_belong_to_a_verdict_is_left_out(store: Store) -> None:
    deliver(
        store, [GOOD | {"label": LONG, "reason": LONG, "undoes": LONG, "second": True, "annotator": "bob"}], ANN, NOW
    )
    (decision,) = (d for d in store.decisions(CELL) if d.annotator == "ann")
    assert (decision.label, decision.reason, decision.undoes, decision.second) == ("", "", "", False)


def test_a_flag_from_a_browser_settles_nothing_and_decides_nothing(store: Store) -> None:
    forged = FLAG | {"settles": True, "second": True, "label": "place", "reason": "unclear", "undoes": "bobs"}
    theirs = {"id": "f", "candidate": candidate(2).id, "ticket": ANN.given(candidate(2).id, NOW)}
    before = store.progress(CELL)
    deliver(store, [GOOD | forged | theirs], ANN, NOW)
    flags = store.flags(CELL)
    assert {(flag.id, flag.annotator) for flag in flags} == {("bobs-flag", "bob"), ("f", "ann")}
    mine = next(flag for flag in flags if flag.id == "f")
    assert (mine.settles, mine.second, mine.label, mine.reason, mine.undoes) == (False, False, "", "", "")
    assert store.progress(CELL) == before


def test_a_long_outbox_is_taken_by_and_by(store: Store, workspace: Workspace) -> None:
    store.ingest(write_job(workspace, range(5, 25), job="job-3"))
    many = [candidate(n).id for n in range(25)]
    events = [
        GOOD | {"id": f"a{n}", "verdict": "skip", "candidate": id_, "ticket": ANN.given(id_, NOW)}
        for n, id_ in enumerate(many * MOST_ON_ONE)
    ]
    assert len(deliver(store, events[: MOST + 3], ANN, NOW).acknowledged) == MOST


def test_more_decisions_on_one_sample_than_a_person_makes_are_refused(store: Store, workspace: Workspace) -> None:
    before = workspace.journal.read_bytes()
    events = [GOOD | {"id": f"a{n}"} for n in range(MOST_ON_ONE + 1)]
    delivery = deliver(store, events, ANN, NOW)
    assert delivery.refused == {f"a{n}": TOO_MANY for n in range(MOST_ON_ONE + 1)}
    assert workspace.journal.read_bytes() == before
    assert deliver(store, events[:MOST_ON_ONE], ANN, NOW).acknowledged


@pytest.mark.parametrize(
    "message",
    [
        *(0, 1, "outbox", [], True, 1.5),
        *({"place": "here", "events": odd} for odd in (None, 1, "x", {}, [None], [1], ["x"], [[GOOD]])),
        {"place": "here", "held": None},
        {"place": "here", "held": {"a": 1}},
    ],
    ids=repr,
)
def test_what_is_no_outbox_is_refused_in_a_sentence(message: object) -> None:
    found = sent(message, "here")
    assert found.refused == {"message": NO_OUTBOX}
    assert not found.events


def test_nothing_sent_or_sent_from_another_place_is_no_fault() -> None:
    for message in (None, {}, {"place": "there"}, {"place": None, "events": 3}):
        assert sent(message, "here").refused == {}


def test_what_a_browser_claims_to_hold_is_bounded() -> None:
    found = sent({"place": "here", "held": [LONG, 7, None, *map(str, range(10_000))]}, "here")
    assert found.held <= {str(n) for n in range(10_000)}
    assert len(found.held) <= MOST_HELD


@pytest.mark.parametrize("wanted", [10**9, -1, 0, True, None, "all", [5], 1.5, float("nan")])
def test_how_many_decisions_a_browser_wants_back_is_bounded(wanted: object) -> None:
    assert 1 <= sent({"place": "here", "recent": wanted}, "here").recent <= MOST_RECENT


def test_the_secret_is_made_once_and_only_its_owner_may_read_it(workspace: Workspace) -> None:
    made = secret(workspace.root)
    assert secret(workspace.root) == made
    assert (workspace.root / "secret.key").stat().st_mode & 0o077 == 0
    (workspace.root / "secret.key").write_bytes(b"short")
    assert len(secret(workspace.root)) == 32
    assert secret(workspace.root) != made


def test_of_many_who_sit_down_at_once_all_are_signed_for_with_one_secret(workspace: Workspace) -> None:
    together = Barrier(8)

    def sit_down(_: int) -> bytes:
        together.wait()
        return secret(workspace.root)

    with ThreadPoolExecutor(8) as people:
        found = set(people.map(sit_down, range(8)))
    assert found == {secret(workspace.root)}


def test_letters_that_are_no_letters_are_refused_and_those_set_before_stay(store: Store) -> None:
    store.set_desk_keys("ann", {"keep": "d"})
    for keys, said in (({"keep": "u"}, "'u' is the key"), ({"keep": 7}, "'7' can't be"), ({LONG: "a"}, "no action")):
        place = place_of("ann")
        state, _ = seen(store, DeskConnection("", CELL, "ann", 0, False), True, {"place": place, "keys": keys})
        assert said in state.delivery.refused["keys"]
    for keys in ("d", ["keep"], {str(n): "a" for n in range(1000)}):
        state, _ = seen(store, DeskConnection("", CELL, "ann", 0, False), True, {"place": place, "keys": keys})
        assert "keys" not in state.delivery.refused
    assert state.keys["keep"] == "d"
