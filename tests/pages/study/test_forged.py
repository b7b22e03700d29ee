"""Messages that no page of a study sends: nothing of them reaches a participant's file."""

from typing import Any

import pytest

from data.study.study import Study
from data.workspace import Workspace
from pages.ui.study.events import MOST
from tests.data.study.study_data import new_study
from tests.pages.study.visits import agree, answer, begin, everything, file_of, look, send, steps

LONG = "x" * 1_000_000
GOOD: dict[str, Any] = {"id": "a1", "kind": "answered", "answers": {"same": 0}, "milliseconds": 900}
ABOUT = {"age": "25-34", "english": "Well", "education": "School"}
FORM: dict[str, Any] = {"id": "q1", "kind": "questionnaire", "name": "demographics", "item": "", "responses": ABOUT}

FORGED: dict[str, dict[str, Any]] = {
    # items
    "an item of nobody": {"item": "nothing"},
    "no item": {"item": ""},
    "an item that is a list": {"item": ["one-real-0"]},
    "an item of 1 MB": {"item": LONG},
    "an item with a path": {"item": "../P02"},
    # answers
    "no answer": {"answers": {}},
    "an option that does not exist": {"answers": {"same": 2}},
    "an option below none": {"answers": {"same": -1}},
    "an option that is true": {"answers": {"same": True}},
    "an option that is a fraction": {"answers": {"same": 0.5}},
    "an option that is a word": {"answers": {"same": "0"}},
    "an option that is null": {"answers": {"same": None}},
    "an option beyond all bounds": {"answers": {"same": 10**400}},
    "a question of one's own": {"answers": {"same": 0, "salary": 1}},
    "another question": {"answers": {"other": 0}},
    "answers that are a list": {"answers": [0]},
    "answers without end": {"answers": {str(n): 0 for n in range(1000)}},
    # ids
    "no id": {"id": ""},
    "an id that is a number": {"id": 7},
    "an id with a line feed": {"id": "a\nb"},
    "an id with markup": {"id": "<b>"},
    "an id of 1 MB": {"id": LONG},
    "the server's own id": {"id": "the end"},
    # kinds
    "a kind of one's own": {"kind": "paid"},
    "a kind that is a list": {"kind": ["answered"]},
    "an invitation": {"kind": "invited"},
    "a drop": {"kind": "dropped"},
    "being finished": {"kind": "finished"},
    "a part that does not exist": {"kind": "began", "name": "nine"},
    # times
    "a time that is a word": {"milliseconds": "900"},
    "a time without end": {"milliseconds": float("inf")},
    "a time that is no number": {"milliseconds": float("nan")},
    "a time before time": {"milliseconds": -5},
    # questionnaires
    "a questionnaire that does not exist": FORM | {"name": "salary"},
    "a questionnaire half filled in": FORM | {"responses": {"age": "25-34"}},
    "an option of a questionnaire that does not exist": FORM | {"responses": ABOUT | {"age": "-1"}},
    "a response that is a number": FORM | {"responses": ABOUT | {"age": 1}},
    "a response of 1 MB": FORM | {"responses": ABOUT | {"age": LONG}},
    "a response to what was not asked": FORM | {"responses": ABOUT | {"name": "Ann"}},
    "a comment that is too long": FORM | {"name": "comments", "responses": {"comment": LONG[:2001]}},
}


@pytest.fixture
def study(workspace: Workspace) -> Study:
    return new_study(workspace)


@pytest.fixture
def token(workspace: Workspace, study: Study) -> str:
    """The link of somebody who agreed."""
    token = study.invite(2)[0].token
    send(workspace, token, agree())
    return token


def first_item(workspace: Workspace, token: str) -> str:
    return str(steps(look(workspace, token), "item")[0]["id"])


def test_the_honest_messages_are_taken(workspace: Workspace, token: str) -> None:
    began = {"id": "b1", "kind": "began", "name": "one"}
    honest = [FORM, began, GOOD | {"item": first_item(workspace, token)}]
    assert send(workspace, token, *honest)["acknowledged"] == ["a1", "b1", "q1"]


@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
def test_a_forged_message_is_refused_and_the_file_stays(
    workspace: Workspace, study: Study, token: str, forged: dict[str, Any]
) -> None:
    if forged.get("kind") != FORM["kind"]:
        begin(workspace, token)
    before = file_of(study, token)
    told = send(workspace, token, GOOD | {"item": first_item(workspace, token)} | forged)
    assert told["acknowledged"] == []
    assert len(told["refused"]) == 1
    assert all(len(sentence) < 300 and "Error" not in sentence for sentence in told["refused"].values())
    assert file_of(study, token) == before


@pytest.mark.parametrize("entry", [None, 3, "answered", [], [GOOD], True])
def test_an_entry_that_is_none_does_not_hold_up_the_others(workspace: Workspace, token: str, entry: object) -> None:
    begin(workspace, token)
    good = GOOD | {"item": first_item(workspace, token)}
    assert send(workspace, token, entry, good)["acknowledged"] == ["a1"]


@pytest.mark.parametrize("message", [None, 3, "x", [], {}, {"events": {}}, {"place": 3, "events": []}])
def test_a_message_that_is_none_changes_nothing(
    workspace: Workspace, study: Study, token: str, message: object
) -> None:
    from data.study.studies import Studies
    from pages.ui.study.visit import visit

    before = file_of(study, token)
    assert visit(Studies(workspace), token, message)["acknowledged"] == []
    assert file_of(study, token) == before


def test_what_another_link_of_the_same_browser_left_is_not_taken_for_this_ones(
    workspace: Workspace, study: Study, token: str
) -> None:
    from data.study.studies import Studies
    from pages.ui.study.visit import place_of, visit

    other = study.invite(1)[0].token
    message = {"place": place_of(workspace.root, other), "events": [answer(steps(look(workspace, token), "item")[0])]}
    before = file_of(study, token)
    visit(Studies(workspace), token, message)
    assert file_of(study, token) == before


def test_nothing_is_taken_before_its_turn(workspace: Workspace, study: Study, token: str) -> None:
    """Neither instructions nor practice are passed over, in whatever order the browser sends what is to come."""
    ahead = everything(look(workspace, token))
    before = file_of(study, token)
    for n, event in enumerate(ahead):
        for later in ahead[n + 1 :]:
            assert list(send(workspace, token, later)["refused"]) == [later["id"]]
        assert file_of(study, token) == before
        assert event["id"] in send(workspace, token, event)["acknowledged"]
        before = file_of(study, token)
    assert look(workspace, token)["state"] == "done"


def test_anothers_item_is_refused(workspace: Workspace, study: Study, token: str) -> None:
    other = study.invite(1)[0].token
    send(workspace, other, agree("agreed-other"))
    mine = {step["id"] for step in steps(look(workspace, token), "item")}
    theirs = next(step for step in steps(look(workspace, other), "item") if step["id"] not in mine)
    assert "not given to you" in str(send(workspace, token, answer(theirs))["refused"])


def test_of_an_endless_outbox_so_much_is_read_at_once(workspace: Workspace, token: str) -> None:
    many = [GOOD | {"id": f"n{n}", "item": "nothing"} for n in range(MOST + 50)]
    assert len(send(workspace, token, *many)["refused"]) == MOST
