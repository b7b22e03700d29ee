"""What is said of an edit: its kind, the part of speech and the word it touches, and where it stands."""

import re

import pytest

from core.rewrite import Piece
from core.text.analysed import AnalysedText
from core.text.tokens import Token
from data.flips.described import EditKind, described
from data.lexicon.resources import perturber

TEXT = "The old dog slept badly, he said."


def text() -> AnalysedText:
    return perturber().analyse(TEXT)


def edit(old: str, new: str) -> Piece:
    start = TEXT.index(old)
    return Piece(start, start + len(old), new)


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (edit(" old", ""), EditKind.WORD_DELETED),
        (edit("old", "aged"), EditKind.WORD_REPLACED),
        (edit("slept", "slept slept"), EditKind.WORD_INSERTED),
        (Piece(4, 4, "very "), EditKind.WORD_INSERTED),
        (edit("old dog", "dog old"), EditKind.WORDS_SWAPPED),
        (edit("l", "k"), EditKind.CHARACTER_REPLACED),
        (edit("ld", "dl"), EditKind.CHARACTERS_SWAPPED),
        (edit("e", ""), EditKind.CHARACTER_DELETED),
        (Piece(7, 7, "x"), EditKind.CHARACTER_INSERTED),
        (Piece(7, 7, "s so"), EditKind.CHARACTER_INSERTED),  # goes on a word
        (Piece(4, 4, "so s"), EditKind.CHARACTER_INSERTED),  # begins one
        (Piece(0, 0, "so"), EditKind.CHARACTER_INSERTED),
        (Piece(0, 0, "So "), EditKind.WORD_INSERTED),
        (Piece(len(TEXT), len(TEXT), "so"), EditKind.WORD_INSERTED),
        (edit("old", "OLD"), EditKind.CASE),
        (edit(",", ""), EditKind.MARKS),
        (Piece(8, 8, " "), EditKind.MARKS),
    ],
)
def test_the_kind_is_read_off_the_edit(change: Piece, kind: EditKind) -> None:
    assert described(text(), [change], characters=False).kinds == {kind}


def test_a_word_that_a_perturbation_of_characters_wrote_anew_has_changed_characters() -> None:
    assert described(text(), [edit("badly", "baldy")], characters=True).kinds == {EditKind.CHARACTERS_SWAPPED}
    assert described(text(), [edit("badly", "baldy")], characters=False).kinds == {EditKind.WORD_REPLACED}


def test_part_of_speech_place_and_word_are_those_that_the_edits_touch() -> None:
    found = described(text(), [edit("old", "aged"), edit("said", "says")], characters=False)
    assert found.classes == {"ADJ", "VERB"}
    assert found.thirds == {"first third", "last third"}
    assert found.words == {"old", "said"}


def test_what_is_put_between_words_touches_none() -> None:
    found = described(text(), [Piece(4, 4, "very ")], characters=False)
    assert (found.classes, found.words) == ({"between words"}, {"+ very"})


def test_a_character_put_at_the_end_of_a_word_touches_that_word() -> None:
    found = described(text(), [Piece(7, 7, "x")], characters=False)
    assert (found.classes, found.words) == ({"ADJ"}, {"old"})


@pytest.mark.parametrize(
    ("start", "end", "thirds"),
    [
        (2, 3, {"first third"}), (3, 3, {"middle third"}), (3, 4, {"middle third"}), (5, 6, {"middle third"}),
        (2, 4, {"first third", "middle third"}), (6, 7, {"last third"}), (9, 9, {"last third"}),
    ],
)  # fmt: skip
def test_an_edit_at_the_border_of_a_third_stands_where_its_characters_do(
    start: int, end: int, thirds: set[str]
) -> None:
    nine = perturber().analyse("ab ab abc")
    assert described(nine, [Piece(start, end, "x")], characters=True).thirds == thirds


def test_an_edit_that_reaches_over_the_text_stands_in_all_its_thirds() -> None:
    found = described(text(), [Piece(0, len(TEXT), "he said, the old dog slept badly.")], characters=False)
    assert found.thirds == {"first third", "middle third", "last third"}
    assert "dog" in found.words


def test_an_empty_text_and_no_edits_are_nothing_to_say() -> None:
    empty = perturber().analyse("")
    assert described(empty, [], characters=False) == (set(), set(), set(), set())
    assert described(empty, [Piece(0, 0, "so")], characters=False).words == {"+ so"}


@pytest.mark.parametrize(
    ("word", "named"),
    [
        ("He", "PRON"), ("quickly", "ADV"), ("gave", "VERB"), ("up", "PRT"), ("and", "CONJ"), ("to", "ADP"),
        ("the", "DET"), ("two", "NUM"), ("dogs", "NOUN"), ("in", "ADP"), ("his", "PRON"), ("red", "ADJ"),
        (".", "punctuation"), ("oh", "other"),
    ],
)  # fmt: skip
def test_every_part_of_speech_has_its_universal_name(word: str, named: str) -> None:
    words = "He quickly gave up and went to the two dogs in his red house , oh ."
    tags = dict(zip(words.split(), "PRP RB VBD RP CC VBD TO DT CD NNS IN PRP$ JJ NN , UH .".split(), strict=True))  # noqa: SIM905
    source = " ".join(tags)
    tokens = [Token(m.start(), m.end(), m[0], tags[m[0]]) for m in re.finditer(r"\S+", source)]
    start = source.index(f" {word}") + 1 if word != "He" else 0
    found = described(AnalysedText(source, tuple(tokens)), [Piece(start, start + len(word), "")], characters=False)
    assert found.classes == {named}
