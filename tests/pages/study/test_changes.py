"""The marks of a study's texts stand where words changed, and nothing of the texts is lost."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.workspace import Workspace
from pages.ui.study import payload
from pages.ui.study.payload import MOST, marked, marks
from tests.data.study.study_data import new_study, small_design
from tests.pages.study.visits import agree, send


def test_a_word_with_another_letter_is_marked_whole() -> None:
    assert marked("The soup was warm.", "The suop was warm.") == (
        (("The ", ""), ("soup", "del"), (" was warm.", "")),
        (("The ", ""), ("suop", "ins"), (" was warm.", "")),
    )


def test_a_word_that_is_gone_is_marked_in_the_old_text_alone() -> None:
    old, new = marked("a b c", "a c")
    assert [text.strip() for text, mark in old if mark == "del"] == ["b"]
    assert new == (("a ", ""), ("c", ""))


@given(st.text(max_size=60), st.text(max_size=60))
def test_the_runs_are_the_texts(old: str, new: str) -> None:
    before, after = marked(old, new)
    assert ("".join(text for text, _ in before), "".join(text for text, _ in after)) == (old, new)


def test_equal_and_very_long_texts_have_no_marks() -> None:
    assert marked("a b", "a b") == ((("a b", ""),), (("a b", ""),))
    assert marks(marked("a " * MOST, "b " * MOST)) == set()


def test_marks_are_sent_where_the_design_says_so(workspace: Workspace) -> None:
    whole = small_design()
    first, second = whole.parts
    study = new_study(workspace, replace(whole, parts=(replace(first, show_changes=True), second)))
    book = send(workspace, study.invite(1)[0].token, agree())["book"]
    shown = {
        step["part"]: {mark for field in book["items"][step["id"]]["changed"] for _, mark in field["runs"]}
        for step in book["steps"]
        if step["kind"] == "item"
    }
    assert shown == {0: {"", "ins"}, 1: {""}}
    assert not any(item["unmarked"] for item in book["items"].values())


def test_who_gets_texts_too_long_to_be_marked_is_told(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(payload, "MOST", 1)
    payload.marked.cache_clear()
    whole = small_design()
    study = new_study(workspace, replace(whole, parts=(replace(whole.parts[0], show_changes=True), whole.parts[1])))
    book = send(workspace, study.invite(1)[0].token, agree())["book"]
    payload.marked.cache_clear()
    told = {step["part"]: book["items"][step["id"]]["unmarked"] for step in book["steps"] if step["kind"] == "item"}
    assert told == {0: True, 1: False}
