"""The documentation site: every page, the README first, with nothing that is fetched from the web."""

import re
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from tools.docs.site import PAGES, site_page

ROOT = Path(__file__).parents[1]
FETCHED = re.compile(
    r"<(?:script|img|iframe|source)[^>]*\ssrc=\"?(https?:[^\s\">]+)|<link[^>]*rel=\"?stylesheet[^>]*href=\"?(https?:[^\s\">]+)"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `mkdocs build --strict` does, which refuses a link that leads nowhere."""
    folder = tmp_path_factory.mktemp("site")
    build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder), strict=True))
    return folder


def test_every_page_is_in_the_navigation(site: Path) -> None:
    start = (site / "index.html").read_text(encoding="utf-8")
    pages = {*(page.name for page in (ROOT / "docs").glob("*.md")), *PAGES.values()}
    assert [page for page in sorted(pages) if f'href="{page[:-3]}.html"' not in start] == []


def test_nothing_is_fetched_from_the_web(site: Path) -> None:
    files = [*site.rglob("*.html"), *site.rglob("*.css")]
    texts = [file.read_text(encoding="utf-8") for file in files]
    fetched = [
        found for text in texts for found in FETCHED.findall(text) + re.findall(r"url\([\"']?(https?:[^)]+)", text)
    ]
    assert len(files) > 20 and fetched == []


def test_links_of_the_readme_hold_site_page() -> None:
    text = (
        'a [b](docs/curate.md#keys), [c](CONTRIBUTING.md) <img src="docs/images/x.png"> [d](https://docs.ray.io/docs/a)'
    )
    held = 'a [b](curate.md#keys), [c](contributing.md) <img src="images/x.png"> [d](https://docs.ray.io/docs/a)'
    assert site_page(text) == held


def test_the_five_steps_are_one_list(site: Path) -> None:
    start = (site / "index.html").read_text(encoding="utf-8")
    section = start[start.index('id="from-a-file') : start.index('id="without-a-browser')]
    assert section.count("<ol>") == 1 and section.count("<img") == 4
