"""What researchers write in Markdown reaches the page as elements of a few kinds, and never as HTML."""

import pytest

from pages.ui.study.markdown import Block, blocks

KNOWN = {"h2", "h3", "p", "ul", "ol", "li", "strong", "em", "code", "pre", "blockquote", "br", "hr", "a"}


def element(tag: str, *children: Block, **more: str) -> Block:
    return {"tag": tag, "children": list(children)} | more


def text_of(block: Block) -> str:
    return block if isinstance(block, str) else "".join(map(text_of, block["children"]))


def tags(made: tuple[Block, ...]) -> set[str]:
    found = set()
    for block in made:
        if not isinstance(block, str):
            found |= {block["tag"]} | tags(tuple(block["children"]))
    return found


def test_headings_lists_and_emphasis_become_elements() -> None:
    assert blocks("# Why\n\nRead **well**.\n\n- one\n- two") == (
        element("h2", "Why"),
        element("p", "Read ", element("strong", "well"), "."),
        element("ul", element("li", "one"), element("li", "two")),
    )


def test_a_link_keeps_its_address_and_one_that_runs_a_script_is_text() -> None:
    assert blocks("[us](https://example.org)") == (element("p", element("a", "us", href="https://example.org")),)
    for address in ("javascript:alert(1)", "data:text/html,x", "vbscript:x"):
        assert "a" not in tags(blocks(f"[us]({address})"))


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "a <b onclick=x>b</b>", "<img src=x onerror=alert(1)>", "<!-- x -->"]
)
def test_html_is_shown_as_it_was_written(text: str) -> None:
    assert "".join(map(text_of, blocks(text))) == text
    assert tags(blocks(text)) <= {"p"}


def test_no_picture_is_drawn_for_it_would_tell_another_site() -> None:
    assert tags(blocks("![us](https://example.org/a.png)")) <= {"p", "a"}


def test_only_known_kinds_of_elements_come_out() -> None:
    everything = "## a\n\n> b\n\n`c` *d*  \ne\n\n---\n\n```\nf\n```\n\n1. g\n\n    h\n\n| i |\n|---|\n| j |"
    assert tags(blocks(everything)) <= KNOWN
    assert blocks("") == ()
