"""The desk's marked runs: they spell the two texts, and cut them where issues begin and end."""

from hypothesis import given
from hypothesis import strategies as st

from core.records import GrammarIssue
from core.rewrite import Piece, Rewrite
from pages.ui.desk.marks import Run, after, before


def issue(start: int, end: int) -> GrammarIssue:
    return GrammarIssue("text", start, end, "RULE", "Why?")


def test_an_insertion_is_new_without_the_space_around_it() -> None:
    rewrite = Rewrite.of("It is red.", [Piece(6, 6, "not ")])
    assert before(rewrite) == [Run("It is "), Run("red.")]
    assert after(rewrite) == [Run("It is "), Run("not", "ins"), Run(" "), Run("red.")]


def test_a_deletion_is_struck_before_and_leaves_a_gap_after() -> None:
    rewrite = Rewrite.of("It is very red.", [Piece(6, 11, "")])
    assert before(rewrite) == [Run("It is "), Run("very", "del"), Run(" "), Run("red.")]
    assert after(rewrite) == [Run("It is "), Run("very", "gap"), Run("red.")]


def test_an_issue_is_found_in_the_perturbed_text_even_across_pieces() -> None:
    rewrite = Rewrite.of("It is red.", [Piece(6, 6, "not ")])  # "It is not red.": "is not" is 3 to 9
    assert after(rewrite, [None, issue(3, 9)]) == [
        Run("It "),
        Run("is ", "", 1),
        Run("not", "ins", 1),
        Run(" "),
        Run("red."),
    ]


def test_offsets_count_characters_and_not_utf_16_units() -> None:
    rewrite = Rewrite.of("😀 go", [Piece(2, 4, "went")])
    assert after(rewrite, [issue(2, 6)]) == [Run("😀 "), Run("went", "ins", 0)]


@given(st.text(max_size=40), st.data())
def test_the_runs_spell_both_texts(source: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, len(source)))
    rewrite = Rewrite.of(source, [Piece(start, end, data.draw(st.text(max_size=10)))])
    now = rewrite.perturbed
    bounds = sorted(data.draw(st.lists(st.integers(0, len(now)), min_size=2, max_size=2)))
    assert "".join(run.text for run in before(rewrite)) == source
    runs = after(rewrite, [issue(*bounds)])
    assert "".join(run.text for run in runs if run.mark != "gap") == now
    assert "".join(run.text for run in runs if run.issue == 0 and run.mark != "gap") == now[slice(*bounds)]
