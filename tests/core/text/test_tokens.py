"""Tokens: Penn Treebank cuts with exact spans, for raw and for tokenised text, and for anything else."""

import pytest
from hypothesis import given

from core.text.tokens import came_as_tokens, tokenise, word_spans
from tests.core.strategies import LONG, TEXTS


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("I don't know.", "I do n't know ."),
        ("He can't, you cannot!", "He ca n't , you can not !"),
        ("It's John's; they've won", "It 's John 's ; they 've won"),
        ("it 's what they do n't see", "it 's what they do n't see"),
        ("a well-known state-of-the-art film", "a well-known state-of-the-art film"),
        ("The U.S. has 1,000.5 of them at 10:30", "The U.S. has 1,000.5 of them at 10:30"),
        ("-lrb- yes -rrb- ... no --", "-lrb- yes -rrb- ... no --"),
        ("see http://a.org/b?c=d. @me #now", "see http://a.org/b?c=d . @me #now"),
        (
            "so &amp; so http://a.org/S&#8230; (http://a.org?b&c)",
            "so &amp; so http://a.org/S &#8230; ( http://a.org?b&c )",
        ),
        ("an end.Next one", "an end . Next one"),
        ("👩‍👩‍👧 cafe\u0301", "👩‍👩‍👧 cafe\u0301"),
        ("“quoted” ‘words’", "“ quoted ” ‘ words ’"),
        ("", ""),
    ],
)
def test_cuts(text: str, tokens: str) -> None:
    assert [token.text for token in tokenise(text)] == tokens.split()


@given(TEXTS)
def test_every_span_is_exact_and_nothing_but_space_is_left_over(text: str) -> None:
    at = 0
    for token in tokenise(text):
        assert token.start >= at
        assert text[token.start : token.end] == token.text
        assert token.text
        assert not text[at : token.start].strip()
        at = token.end
    assert not text[at:].strip()


@pytest.mark.parametrize("text", LONG, ids=range(len(LONG)))
def test_a_hundred_thousand_characters_are_read(text: str) -> None:
    tokens = tokenise(text)
    assert sum(len(token.text) for token in tokens) == len("".join(text.split()))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I don't know John's dog .", "I don't know John's dog"),
        ("it 's what they do n't see", "it 's what they do n't see"),
        ("a well-made U.S. film, and/or (so) 1,000.5 at 10:30", "a well-made U.S. film and/or so 1,000.5 at 10:30"),
        ("an end.Next one, e.g. 3-D for $5.50!", "an end Next one e.g. 3-D for 5.50"),
        ("--really-- 'tis 'hello world' ' ''", "really tis hello world"),
        ("cafe\u0301 👩‍👩‍👧 _ שלום", "cafe\u0301 שלום"),
        ("RT @me: see http://a.org/b?c=d, #now's www.b.org.", "RT @me see http://a.org/b?c=d #now's www.b.org"),
        ("Q&A &amp; R&amp;D &#8220;so&#8221; -lrb- yes -RRB- me@a.org", "Q&A R D so yes me a org"),
        ("", ""),
    ],
)
def test_written_words(text: str, words: str) -> None:
    assert [text[start:stop] for start, stop in word_spans(text)] == words.split()


@pytest.mark.parametrize("text", LONG, ids=range(len(LONG)))
def test_words_of_a_hundred_thousand_characters(text: str) -> None:
    assert all(text[start].isalnum() for start, _ in word_spans(text))


@pytest.mark.parametrize("text", ["it 's good", "good , not bad", "is n't it", "an end .", "`` so '' he said", "Go !"])
def test_marks_that_stand_alone_are_those_of_tokenised_text(text: str) -> None:
    assert came_as_tokens(text)


@pytest.mark.parametrize("text", ["it's good", "He said 'yes'.", "we ... we have it.", "the .NET way", "the '90s", ""])
def test_text_as_people_type_it_was_not_tokenised(text: str) -> None:
    assert not came_as_tokens(text)


def test_one_mark_that_stands_alone_does_not_outweigh_those_that_touch() -> None:
    assert not came_as_tokens("They're here, aren't they? I think so .")
    assert came_as_tokens("they 're here , are n't they ? yes, so .")
