"""Markdown that people wrote, such as guidelines and consent: what is read of it, and that nothing in it does harm."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.ui.shared.markdown import BELOW_TITLE, Node, as_html, nodes

HARMLESS = {"p", "ul", "ol", "li", "blockquote", "strong", "em", "hr", "br", "code", "pre", "h3", "h4", "h5", "a"}
HARMLESS |= {"table", "thead", "tbody", "tr", "th", "td"}


def elements(tree: tuple[Node, ...]) -> set[tuple[str, str]]:
    return {pair for node in tree if not isinstance(node, str) for pair in ({(node[0], node[1])} | elements(node[2]))}


def test_what_guidelines_are_written_with() -> None:
    text = "# Keep\n\nif *fair* and **right**, `as is`:\n\n- one\n- [two](https://example.org/a?b=1&c=2)\n\n> so"
    assert as_html(nodes(text)) == (
        "<h3>Keep</h3><p>if <em>fair</em> and <strong>right</strong>, <code>as is</code>:</p>"
        '<ul><li>one</li><li><a href="https://example.org/a?b=1&amp;c=2" target="_blank" '
        'rel="noopener noreferrer">two</a></li></ul><blockquote><p>so</p></blockquote>'
    )
    assert as_html(nodes("|a|b|\n|-|-|\n|1|2|")) == (
        "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>"
    )
    assert nodes("") == ()


def test_headings_stand_below_those_around_them() -> None:
    text = "# a\n\n## b\n\n### c\n\n###### d"
    assert as_html(nodes(text)) == "<h3>a</h3><h4>b</h4><h5>c</h5><h5>d</h5>"
    assert as_html(nodes(text, BELOW_TITLE)) == "<h2>a</h2><h2>b</h2><h3>c</h3><h3>d</h3>"


def test_whom_to_ask_can_be_written_to() -> None:
    assert nodes("[Ask](mailto:me@example.org)") == (("p", "", (("a", "mailto:me@example.org", ("Ask",)),)),)


def test_items_of_a_list_that_stand_apart_are_paragraphs() -> None:
    assert as_html(nodes("- one\n\n- two")) == "<ul><li><p>one</p></li><li><p>two</p></li></ul>"


@pytest.mark.parametrize(
    "harm",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "a <b onmouseover=alert(1)>b</b>",
        "[a](javascript:alert(1))",
        "[a](JaVaScRiPt:alert(1))",
        "[a](data:text/html;base64,PHNjcmlwdD4=)",
        "[a](//evil.example)",
        "![a](https://example.org/follow.png)",
        '<https://example.org/"onmouseover="alert(1)>',
        "```\n<script>\n```",
        "[a]: javascript:alert(1)\n\n[a]",
    ],
)
def test_html_scripts_and_images_stay_text(harm: str) -> None:
    shown = as_html(nodes(harm))
    assert "<script" not in shown and "<img" not in shown and "<b" not in shown.replace("<blockquote", "")
    for name, link in elements(nodes(harm)):
        assert name in HARMLESS
        assert not link or link.startswith("https://example.org/")
        assert '"' not in link


@given(st.text(alphabet=st.sampled_from("<>\"'&[]()!#*_`-\n ab:/|javscript"), max_size=80))
def test_any_text_gives_harmless_elements_only(text: str) -> None:
    tree = nodes(text)
    assert {name for name, _ in elements(tree)} <= HARMLESS
    assert all(not link or link.lower().startswith(("http://", "https://")) for _, link in elements(tree))
