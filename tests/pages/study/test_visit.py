"""What a link opens, what is told to whom, and that every event is saved once."""

import json
import resource
from dataclasses import replace

import pytest

from core.errors import BadInput
from curation.study.design import CHECKED
from curation.study.presets import moradi2021, preset
from curation.study.records import StudyState
from data.study.study import Study
from data.workspace import Workspace
from pages.ui.study.visit import UNKNOWN
from tests.data.study.study_data import new_study, small_design
from tests.pages.study.visits import agree, answer, begin, everything, file_of, look, send, steps


@pytest.fixture
def study(workspace: Workspace) -> Study:
    return new_study(workspace, replace(small_design(), completion_code="C-7", return_url="https://example.org"))


@pytest.fixture
def token(study: Study) -> str:
    return study.invite(1)[0].token


def test_looking_stores_nothing_and_shows_the_consent_alone(workspace: Workspace, study: Study, token: str) -> None:
    before = file_of(study, token)
    shown = look(workspace, token)
    assert shown["state"] == "consent"
    assert "book" not in shown
    assert file_of(study, token) == before
    refused = send(workspace, token, {"id": "x", "kind": "answered", "item": "one-real-0", "answers": {"same": 0}})
    assert "until you agree" in refused["refused"]["x"]
    assert file_of(study, token) == before


def test_the_consent_says_how_long_this_study_takes(workspace: Workspace) -> None:
    asked = replace(small_design(), consent="It takes {minutes} minutes, {minutes} at most.")
    study = new_study(workspace, asked)  # 4 + 1 + 1 + 2 items of 15 seconds
    assert "It takes 2 minutes, 2 at most." in str(look(workspace, study.invite(1)[0].token)["consent"])
    assert replace(asked, parts=asked.parts[1:]).told_consent == "It takes 1 minute, 1 at most."
    assert "{" not in preset("moradi2021", ["toy/test"]).told_consent


def test_a_consent_that_names_another_time_is_doubted() -> None:
    asked = small_design()  # 2 minutes
    assert replace(asked, consent="About 2 minutes.").doubt_of_minutes == ""
    told = "The consent says 15 minutes, but the study takes about 2 minutes."
    assert replace(asked, consent="About 15 minutes.").doubt_of_minutes == told


def test_whom_to_ask_stands_in_the_consent_and_at_the_end(workspace: Workspace) -> None:
    usual = preset("moradi2021", ["toy/test"])
    assert "Questions? Ask the person who invited you." in usual.told_consent
    assert "Questions? Ask Ada." in replace(usual, contact="Ada").told_consent
    study = new_study(workspace, replace(small_design(), contact="Ada"))  # its consent has no place for a contact
    token = study.invite(1)[0].token
    assert "Questions? Ask Ada." in str(look(workspace, token)["consent"])
    assert send(workspace, token, *everything(send(workspace, token, agree())))["contact"] == "Ada"


def test_instructions_name_checks_only_where_there_are_some() -> None:
    design = moradi2021(("toy/test",))
    without = replace(design, parts=tuple(replace(part, checks=0, gold=0) for part in design.parts))
    assert CHECKED in design.told_instructions and CHECKED not in without.told_instructions
    assert without.told_instructions.startswith("Read the original text first")


def test_texts_are_counted_through_all_parts(workspace: Workspace, token: str) -> None:
    book = send(workspace, token, agree())["book"]
    names = [step["name"] for step in book["steps"] if step["kind"] == "item"]
    # 4 samples, a check and a gold item; then 2 samples
    first = [f"Text {n} of 8 · part 1 of 2" for n in range(1, 7)]
    assert names == ["Practice 1", *first, "Text 7 of 8 · part 2 of 2", "Text 8 of 8 · part 2 of 2"]
    assert [(part["place"], part["texts"]) for part in book["parts"]] == [("Part 1 of 2: ", 6), ("Part 2 of 2: ", 2)]


def test_a_whole_study_is_gone_through_and_each_event_saved_once(
    workspace: Workspace, study: Study, token: str
) -> None:
    opened = send(workspace, token, agree())
    sent = everything(opened)
    half = send(workspace, token, *sent[:6])
    assert half["state"] == "open"
    assert set(half["acknowledged"]) == {event["id"] for event in sent[:6]}
    end = send(workspace, token, *sent)  # the first ones a second time
    assert (end["state"], end["code"], end["returns"]) == ("done", "C-7", "https://example.org")
    assert end["refused"] == {}
    assert set(end["acknowledged"]) == {event["id"] for event in sent}
    answers = study.answers()
    assert len(answers) == len({one.item for one in answers}) == study.design.items_each
    lines = file_of(study, token).splitlines()
    assert len(lines) == len({json.loads(line)["id"] for line in lines}) == len(sent) + 3  # invited, agreed, finished


def test_what_tells_checks_apart_stays_on_the_server(workspace: Workspace, token: str) -> None:
    shown = send(workspace, token, agree())
    practice = {step["id"] for step in steps(shown, "item") if step["practice"]}
    for id_, item in shown["book"]["items"].items():
        assert set(item) == {"original", "changed", "unmarked", "label"} | (
            {"right", "feedback"} if id_ in practice else set()
        )
    said = json.dumps({**shown, "book": {**shown["book"], "items": {}, "steps": []}})
    assert not any(word in said for word in ("gold", "attention", "word_repetition", "pps-"))


def test_the_questions_are_sent_once_and_the_answers_each_time(workspace: Workspace, token: str) -> None:
    shown = begin(workspace, token)
    first = next(step for step in steps(shown, "item"))
    again = send(workspace, token, answer(first, 1), held=shown["version"])
    assert again["book"] is None
    assert again["done"]["answers"] == {first["id"]: {"same": 1}}


def test_one_who_withdrew_and_one_who_never_was_are_told_the_same(
    workspace: Workspace, study: Study, token: str
) -> None:
    shown = send(workspace, token, agree())
    send(workspace, token, *everything(shown)[:8])
    left = send(workspace, token, {"id": "w", "kind": "withdrew"})
    assert (left["state"], left["acknowledged"]) == ("gone", ["w"])
    assert study.answers() == []
    assert b"answered" not in file_of_all(study)
    dead, never = look(workspace, token), look(workspace, "AAAAAAAAAAAAAAAAAAAAAA")
    assert dead["sentence"] == never["sentence"] == UNKNOWN
    assert {key for key in dead if dead[key] != never[key]} == {"place"}
    assert send(workspace, token, agree("again"))["sentence"] == UNKNOWN


def test_who_withdraws_hears_so_though_the_first_answer_was_lost(workspace: Workspace, token: str) -> None:
    send(workspace, token, agree())
    for asked in (token, token, "AAAAAAAAAAAAAAAAAAAAAA"):
        left = send(workspace, asked, {"id": "w", "kind": "withdrew"})
        assert (left["state"], left["acknowledged"]) == ("gone", ["w"])


def file_of_all(study: Study) -> bytes:
    return b"".join(path.read_bytes() for path in (study.folder / "participants").glob("*.jsonl"))


@pytest.mark.parametrize("token", ["", "x", "é" * 40, "x" * 10_000, "../../etc/passwd", "\ud800", "P01"])
def test_no_odd_token_opens_anything(workspace: Workspace, study: Study, token: str) -> None:
    assert look(workspace, token)["sentence"] == UNKNOWN


def test_a_paused_study_says_so_and_still_takes_what_was_answered(
    workspace: Workspace, study: Study, token: str
) -> None:
    shown = begin(workspace, token)
    study.set_state(StudyState.PAUSED)
    first = steps(shown, "item")[0]
    held = send(workspace, token, answer(first))
    assert held["state"] == "halted"
    assert "paused" in held["sentence"]
    assert held["acknowledged"] == [f"a-{first['id']}"]
    study.set_state(StudyState.OPEN)
    assert look(workspace, token)["done"]["answers"] == {first["id"]: {"same": 0}}


def test_a_closed_study_and_a_place_given_away_are_named(workspace: Workspace, study: Study, token: str) -> None:
    send(workspace, token, agree())
    study.set_state(StudyState.CLOSED)
    assert "is over" in look(workspace, token)["sentence"]
    study.set_state(StudyState.OPEN)
    study.drop("P01")
    assert "given to somebody else" in look(workspace, token)["sentence"]


def test_an_open_link_makes_a_session_once_for_each_who_agrees(workspace: Workspace, study: Study) -> None:
    door = study.open_link(2)
    assert look(workspace, door)["state"] == "consent"
    assert study.participants() == []
    mine = send(workspace, door, agree("first"), browser="the browser of Ann")
    assert mine["mine"] != door
    assert mine["state"] == "open"
    assert mine["acknowledged"] == ["first"]
    for n in range(5):  # and however often the same browser agrees
        again = send(workspace, door, agree(f"again-{n}"), browser="the browser of Ann")
        assert (again["mine"], again["acknowledged"]) == (mine["mine"], [f"again-{n}"])
    send(workspace, door, agree(), browser="the browser of Bob")
    third = send(workspace, door, agree(), browser="the browser of Cem")
    assert "All places" in third["sentence"]
    assert len(study.participants()) == 2


def test_a_browser_that_keeps_no_cookie_takes_no_place(workspace: Workspace, study: Study) -> None:
    told = send(workspace, study.open_link(2), agree("first"))
    assert "allow cookies" in told["sentence"] and list(told["refused"]) == ["first"]
    assert study.participants() == []


def test_only_the_answer_given_last_is_changed_by_who_went_back(workspace: Workspace, study: Study, token: str) -> None:
    opened = begin(workspace, token, 3)
    texts = [step for step in steps(opened, "item") if not step["practice"]]
    send(workspace, token, answer(texts[0]), answer(texts[1]))
    for event in (answer(texts[1], 1, "no-flag"), answer(texts[0], 1, "too-far") | {"again": True}):
        assert send(workspace, token, event)["done"]["answers"][event["item"]] == {"same": 0}
    changed = send(workspace, token, answer(texts[1], 1, "back") | {"again": True})
    assert changed["done"]["answers"][texts[1]["id"]] == {"same": 1}
    assert [one.answers["same"] for one in study.answers()] == [0, 1]
    send(workspace, token, *everything(opened)[5:10])
    late = send(workspace, token, answer(texts[1], 0, "late") | {"again": True})
    assert late["done"]["answers"][texts[1]["id"]] == {"same": 1}


def test_where_the_design_forbids_it_no_answer_is_changed(workspace: Workspace) -> None:
    study = new_study(workspace, replace(small_design(), go_back=False))
    token = study.invite(1)[0].token
    opened = begin(workspace, token, 3)
    assert opened["book"]["back"] is False
    text = next(step for step in steps(opened, "item") if not step["practice"])
    send(workspace, token, answer(text), answer(text, 1, "back") | {"again": True})
    assert [one.answers["same"] for one in study.answers()] == [0]


def test_where_the_disk_takes_nothing_nothing_is_acknowledged_or_dropped(
    workspace: Workspace, study: Study, token: str
) -> None:
    shown = begin(workspace, token)
    first = answer(steps(shown, "item")[0])
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(file_of(study, token)) + 20, most))
    try:
        with pytest.raises(BadInput, match="can't be written"):
            send(workspace, token, first)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    assert send(workspace, token, first)["refused"] == {}
    assert look(workspace, token)["done"]["answers"] == {first["item"]: {"same": 0}}
