"""Rows as a table, whatever columns each of them has."""

from streamlit.testing.v1 import AppTest


def shown() -> None:
    from pages.ui.shared.data_table import data_table

    data_table([{"label": "a", "n": 1}, {"n": None, "text": "b"}])
    data_table([])


def test_a_column_that_one_row_has_is_there_for_all() -> None:
    table, nothing = AppTest.from_function(shown).run().dataframe
    assert table.value.astype(object).fillna("").to_dict("records") == [
        {"label": "a", "n": 1, "text": ""},
        {"label": "", "n": "", "text": "b"},
    ]
    assert nothing.value.empty
