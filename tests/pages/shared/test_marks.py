"""Marked runs: they spell the two texts, and are cut where grammar issues begin and end."""

from hypothesis import given
from hypothesis import strategies as st

from core.records import GrammarIssue
from core.rewrite import Piece, Rewrite
from pages.ui.shared.marks import Mark, MarkedRun, all_runs, original_runs, perturbed_runs


def issue(start: int, end: int) -> GrammarIssue:
    return GrammarIssue("text", start, end, "RULE", "Why?")


def test_an_insertion_is_new_without_the_space_around_it() -> None:
    rewrite = Rewrite.of("It is red.", [Piece(6, 6, "not ")])
    runs = [MarkedRun("It is "), MarkedRun("not", Mark.INSERTED), MarkedRun(" "), MarkedRun("red.")]
    assert original_runs(rewrite) == [MarkedRun("It is "), MarkedRun("red.")]
    assert perturbed_runs(rewrite) == runs


def test_a_deletion_is_struck_before_and_leaves_a_gap_after() -> None:
    rewrite = Rewrite.of("It is very red.", [Piece(6, 11, "")])
    struck = [MarkedRun("It is "), MarkedRun("very", Mark.DELETED), MarkedRun(" "), MarkedRun("red.")]
    assert original_runs(rewrite) == struck
    assert perturbed_runs(rewrite) == [MarkedRun("It is "), MarkedRun("very", Mark.GAP), MarkedRun("red.")]


def test_what_was_replaced_is_remembered_and_can_be_shown_before_what_replaced_it() -> None:
    rewrite = Rewrite.of("go on", [Piece(0, 2, "went")])
    new = MarkedRun("went", Mark.INSERTED, old="go")
    assert perturbed_runs(rewrite) == [new, MarkedRun(" on")]
    assert all_runs(rewrite) == [MarkedRun("go", Mark.DELETED), new, MarkedRun(" on")]


def test_words_that_an_edit_repeats_are_not_marked() -> None:
    rewrite = Rewrite.of("Eggs go in.", [Piece(5, 7, "do not go")])
    assert [run.text for run in original_runs(rewrite) if run.mark is not Mark.SAME] == []
    assert [run.text for run in perturbed_runs(rewrite) if run.mark is not Mark.SAME] == ["do not"]


def test_an_issue_is_found_in_the_perturbed_text_even_across_pieces() -> None:
    rewrite = Rewrite.of("It is red.", [Piece(6, 6, "not ")])  # "It is not red.": "is not" is 3 to 9
    assert perturbed_runs(rewrite, [None, issue(3, 9)]) == [
        MarkedRun("It "),
        MarkedRun("is ", issue=1),
        MarkedRun("not", Mark.INSERTED, 1),
        MarkedRun(" "),
        MarkedRun("red."),
    ]


def test_offsets_count_characters_and_not_utf_16_units() -> None:
    rewrite = Rewrite.of("😀 go", [Piece(2, 4, "went")])
    assert perturbed_runs(rewrite, [issue(2, 6)]) == [MarkedRun("😀 "), MarkedRun("went", Mark.INSERTED, 0, "go")]


@given(st.text(max_size=40), st.data())
def test_the_runs_spell_both_texts(source: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, len(source)))
    rewrite = Rewrite.of(source, [Piece(start, end, data.draw(st.text(max_size=10)))])
    now = rewrite.perturbed
    bounds = sorted(data.draw(st.lists(st.integers(0, len(now)), min_size=2, max_size=2)))
    assert "".join(run.text for run in original_runs(rewrite)) == source
    runs = perturbed_runs(rewrite, [issue(*bounds)])
    assert "".join(run.text for run in runs if run.mark is not Mark.GAP) == now
    assert "".join(run.text for run in runs if run.issue == 0 and run.mark is not Mark.GAP) == now[slice(*bounds)]
    both = all_runs(rewrite)
    assert "".join(run.text for run in both if run.mark is not Mark.INSERTED) == source
    assert "".join(run.text for run in both if run.mark is not Mark.DELETED) == now
