"""The pages of a long list: how far one is, a page on and back, and the address that says so."""

from streamlit.testing.v1 import AppTest

LIST = """
import streamlit as st
from pages.ui.runs.address import addressed
from pages.ui.runs.controls import choose_page

with addressed():
    first, page = choose_page(range(45), 20, "list")
    st.text(f"{first} {list(page)[-1]}")
"""


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception


def test_a_page_on_and_back_and_any_other_by_its_number() -> None:
    app = AppTest.from_string(LIST).run()
    assert app.text[0].value == "0 19" and "page" not in app.query_params
    press(app, "Next")
    press(app, "Next")
    assert app.text[0].value == "40 44" and app.query_params["page"] == "3"
    assert [popover.proto.popover.label for popover in app.get("popover")] == ["41–45 of 45"]
    assert [button.disabled for button in app.button] == [False, True]
    press(app, "Previous")
    assert app.text[0].value == "20 39"
    app.number_input[0].set_value(1).run()
    assert app.text[0].value == "0 19" and [button.disabled for button in app.button] == [True, False]
