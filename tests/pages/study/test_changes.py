"""The marks of a study's texts stand where words changed, and nothing of the texts is lost."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from data.workspace import Workspace
from pages.ui.study.changes import MOST, marked
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
    assert {mark for runs in marked("a " * MOST, "b " * MOST) for _, mark in runs} == {""}


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
