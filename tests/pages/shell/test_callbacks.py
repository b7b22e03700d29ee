"""Everything that the browser can start by itself asks again who sits there."""

from pathlib import Path

import pytest

from tests.pages.shell.callbacks import unguarded

ROOT = Path(__file__).parents[3]
HEAD = "import streamlit as st\nfrom pages.ui.shell.guard import guarded\n"


def test_every_callback_fragment_and_dialog_is_guarded() -> None:
    files = [ROOT / "app.py", *sorted((ROOT / "pages").rglob("*.py"))]
    found = unguarded({str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in files})
    assert found == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("def do(): ...\nst.button('x', on_click=do)", "on_click=do"),
        ("st.button('x', on_click=lambda: 1)", "on_click=lambda: 1"),
        ("st.toggle('x', on_change=st.query_params.clear)", "on_change=st.query_params.clear"),
        ("from pages.b import do\nst.button('x', on_click=do)", "on_click=do"),
        ("part()(key='k', on_outbox_change=heard)", "on_outbox_change=heard"),
        ("@st.fragment\ndef draw(): ...", "draw"),
        ("@guarded\n@st.dialog('x')\ndef draw(): ...", "draw"),
        ("@guarded\ndef do(): ...\nst.button('x', on_click=do)", ""),
        ("def do():\n    'Draws the page anew.'\nst.button('x', on_click=do)", ""),
        ("st.button('x', on_click=guarded(do))", ""),
        ("from pages.c import done\nst.button('x', on_click=done)", ""),
        ("do = guarded(other)\nst.button('x', on_click=do)", ""),
        ("st.dataframe(x, on_select='rerun')\nst.download_button('x', on_click='ignore')", ""),
        ("@st.fragment(run_every=2)\n@guarded\ndef draw(): ...", ""),
    ],
)
def test_what_is_not_guarded_is_found(source: str, fault: str) -> None:
    others = {"pages/b.py": "def do(): ...", "pages/c.py": HEAD + "@guarded\ndef done(): ..."}
    found = unguarded({"pages/a.py": HEAD + source, **others})
    assert [one.split(" ", 1)[1] for one in found] == ([fault] if fault else [])
