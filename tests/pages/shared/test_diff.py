"""The drawn diff says what changed, and never lets a text be read as markup."""

from html import unescape
from re import sub

from hypothesis import given
from hypothesis import strategies as st

from core.rewrite import Piece, Rewrite
from pages.ui.shared.diff import inline_html, runs_html
from pages.ui.shared.marks import original_runs, perturbed_runs

NOT = Rewrite.of("He is <b>here</b>.", [Piece(6, 6, "not ")])
GONE = Rewrite.of("a red car", [Piece(2, 6, "")])


def seen(html: str) -> str:
    """The markup without what only a screen reader says."""
    return sub('<span class="fl-unseen">[^<]*</span>', "", html)


def heard(html: str) -> str:
    """What a screen reader says, which passes over <del> and <ins>."""
    return " ".join(unescape(sub("<[^>]*>", "", html)).split())


def test_an_insertion_is_underlined_and_the_original_is_plain() -> None:
    assert seen(runs_html(original_runs(NOT))) == "He is &lt;b&gt;here&lt;/b&gt;."
    assert seen(runs_html(perturbed_runs(NOT))) == "He is <ins>not</ins> &lt;b&gt;here&lt;/b&gt;."


def test_a_deletion_is_struck_through_and_leaves_a_bar() -> None:
    assert seen(runs_html(original_runs(GONE))) == "a <del>red</del> car"
    assert seen(runs_html(perturbed_runs(GONE))) == 'a <del class="fl-gap" title="deleted: red"></del>car'


def test_marks_are_said_and_not_only_drawn() -> None:
    assert heard(runs_html(perturbed_runs(NOT))) == "He is [new:] not [end] <b>here</b>."
    assert heard(runs_html(original_runs(GONE))) == "a [deleted:] red [end] car"
    assert heard(runs_html(perturbed_runs(GONE))) == "a [deleted: red] car"


def test_before_a_word_stands_the_one_it_replaced_and_marks_hug_the_words() -> None:
    rewrite = Rewrite.of("He is <here> and now.", [Piece(5, 5, " not"), Piece(6, 12, "there"), Piece(16, 20, "")])
    html = inline_html(rewrite)
    assert seen(html) == (
        'He is <ins>not</ins> <del class="fl-was">&lt;here&gt;</del> <span class="fl-now"><ins>there</ins></span> '
        "and <del>now</del>."
    )
    assert heard(html) == "He is [new:] not [end] [was:] <here> [now:] there [end] and [deleted:] now [end] ."
    assert seen(inline_html(Rewrite.of("a b", [Piece(1, 2, "  ")]))) == "a<ins>  </ins>b"


def test_words_that_changed_places_are_not_struck_through() -> None:
    html = inline_html(Rewrite.moved("ab cd ef", [(0, 2), (3, 5), (6, 8)], [1, 0, 2]))
    assert "<del" not in html and "<ins>cd" in seen(html)
    assert heard(html).startswith("[was: ab cd] [now:]")


def test_changed_letters_are_marked_beside_the_whole_word_they_were_in() -> None:
    html = inline_html(Rewrite.of("I think so", [Piece(4, 5, "j"), Piece(6, 7, "")]))
    now = '<span class="fl-now">th<ins>j</ins>n<del class="fl-gap"></del></span>'
    assert seen(html) == f'I <del class="fl-was">think</del> {now} so'
    assert heard(html) == "I [was:] think [now:] thjn [end] so"


@given(st.text(), st.text(), st.text())
def test_without_the_marks_the_texts_come_back(left: str, old: str, right: str) -> None:
    rewrite = Rewrite.of(left + old + right, [Piece(len(left), len(left) + len(old), "new")])
    for runs, text in ((original_runs(rewrite), rewrite.source), (perturbed_runs(rewrite), rewrite.perturbed)):
        assert unescape(sub("</?(ins|del)[^>]*>", "", seen(runs_html(runs)))) == text
