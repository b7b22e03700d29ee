"""The drawn diff says what changed, and never lets a text be read as markup."""

from html import unescape
from re import sub

from hypothesis import given
from hypothesis import strategies as st

from core.records import FieldRewrite
from core.rewrite import Piece, Rewrite
from pages.ui.diff import after_html, before_html, diff_html

NOT = Rewrite.of("He is <b>here</b>.", [Piece(6, 6, "not ")])
GONE = Rewrite.of("a red car", [Piece(2, 6, "")])


def test_an_insertion_is_underlined_and_the_original_is_plain() -> None:
    assert before_html(NOT) == "He is &lt;b&gt;here&lt;/b&gt;."
    assert after_html(NOT) == "He is <ins>not </ins>&lt;b&gt;here&lt;/b&gt;."


def test_a_deletion_is_struck_through_and_leaves_a_bar() -> None:
    assert before_html(GONE) == "a <del>red </del>car"
    assert after_html(GONE) == 'a <del class="fl-gone" title="deleted here"></del>car'


def test_fields_are_named_when_several_changed() -> None:
    both = diff_html([FieldRewrite("question", NOT), FieldRewrite("sentence", GONE)])
    assert "question: original" in both
    assert "question" not in diff_html([FieldRewrite("question", NOT)])


@given(st.text(), st.text(), st.text())
def test_without_the_marks_the_texts_come_back(left: str, old: str, right: str) -> None:
    rewrite = Rewrite.of(left + old + right, [Piece(len(left), len(left) + len(old), "new")])
    for drawn, text in ((before_html(rewrite), rewrite.source), (after_html(rewrite), rewrite.perturbed)):
        assert unescape(sub("</?(ins|del)>", "", drawn)) == text
