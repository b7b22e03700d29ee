"""Word lists in little memory answer as a dictionary and a set do."""

from hypothesis import given
from hypothesis import strategies as st

from core.lexicon.compact import Expressions, FormTable

WORDS = st.text("abcé'-_", min_size=1, max_size=6)


@given(st.dictionaries(WORDS, st.lists(WORDS, min_size=1, max_size=4).map(tuple), max_size=30), WORDS)
def test_a_table_of_forms_is_the_dictionary_of_its_lines(forms: dict[str, tuple[str, ...]], other: str) -> None:
    table = FormTable(f"{form}\t{' '.join(others)}" for form, others in forms.items())
    assert dict(table) == forms and len(table) == len(forms)
    assert table.get(other) == forms.get(other)


@given(st.sets(WORDS, max_size=30), WORDS)
def test_expressions_hold_what_they_were_made_of(words: set[str], other: str) -> None:
    expressions = Expressions(words)
    assert all(word in expressions for word in words)
    assert (other in expressions) is (other in words)
