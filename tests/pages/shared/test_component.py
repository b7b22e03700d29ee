"""A component's html, css and scripts go to a browser once, and again to one that does not have them."""

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.shared.browser import Component


@pytest.fixture
def component(tmp_path: Path) -> Component:
    for name, text in {"bell.html": "<p>ring</p>", "bell.css": "p {}", "bell.js": "// rings"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return Component("tests.bell", tmp_path, ("element", "bell"))


def drawn(component: Component, message: object) -> dict[str, Any]:
    """What reaches the browser as its data."""

    def page(component, message):  # type: ignore[no-untyped-def]  # run by itself, without this module
        component.draw("bell", {"rung": 3}, message)

    app = AppTest.from_function(page, args=(component, message)).run()
    assert not app.exception
    found: dict[str, Any] = json.loads(app.main.children[0].proto.json)
    return found


@pytest.mark.parametrize("message", [None, 7, {}, {"program": ""}, {"program": "another"}, {"program": ["?"]}])
def test_a_browser_without_its_parts_gets_them(component: Component, message: object) -> None:
    data = drawn(component, message)
    assert data["rung"] == 3
    assert data["program"]["parts"]["html"] == "<p>ring</p>"
    assert data["program"]["parts"]["css"] == "p {}"
    assert data["program"]["parts"]["js"].endswith("// rings")


def test_a_browser_that_has_them_gets_none(component: Component) -> None:
    data = drawn(component, {"program": component.version})
    assert data == {"rung": 3, "program": {"kept": "", "version": component.version, "parts": None}}


def test_parts_that_change_have_another_version(component: Component, tmp_path: Path) -> None:
    before = component.version
    (tmp_path / "bell.css").write_text("p { color: red }", encoding="utf-8")
    assert Component("tests.bell", tmp_path, ("element", "bell")).version != before
