"""Texts that break careless code: emoji, combining marks, right-to-left, NULs, odd spaces, and words in between."""

from hypothesis import strategies as st

NASTY = st.sampled_from(
    [
        *("👩‍👩‍👧", "🏴", "e\u0301", "\u0301", "שלום", "مرحبا", "\x00", "\u2028", "\x85", "\u200d", "\ufeff"),
        *("don't", "ca n't", "''", "--"),
    ]
)
WORDS = st.sampled_from(
    [
        *("The", "movie", "is", "not", "really", "good", ",", "it", "'s", "a", "funny", "film", "about"),
        *("an", "old", "city", ".", "He", "does", "n't", "walk", "!"),
    ]
)
TEXTS = st.one_of(
    st.text(max_size=80),
    st.lists(st.one_of(WORDS, NASTY, st.text(max_size=4)), max_size=25).map(" ".join),
    st.lists(st.one_of(WORDS, NASTY), max_size=25).map("".join),
)
LONG = (
    *("a " * 50_000, "é" * 100_000, "don't " * 16_000, "'" * 100_000),
    *("www." * 25_000, "\u200d" * 100_000, "a.b." * 25_000),
)
