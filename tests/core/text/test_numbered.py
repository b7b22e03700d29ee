"""Strings are found again by number, and strings that are not there are told from them."""

from hypothesis import given
from hypothesis import strategies as st

from core.text.numbered import StringTable


@given(st.lists(st.text(max_size=5), unique=True, min_size=1), st.lists(st.text(max_size=5), min_size=1))
def test_each_string_has_its_number_and_any_other_has_none(strings: list[str], others: list[str]) -> None:
    numbered = StringTable(strings)
    expected = [strings.index(string) if string in strings else len(strings) for string in (*others, *strings)]
    assert numbered.of([*others, *strings]).tolist() == expected
    assert [numbered.number(string) for string in (*others, *strings)] == expected
