"""A hook of MkDocs (mkdocs.yml): README, CONTRIBUTING and CHANGELOG are pages too, with links that hold there."""

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

PROJECT = Path(__file__).parents[2]
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
LINK = re.compile(r"\]\((?!\w+:)([^)#]+)|(?<=src=\")([^\":]+)(?=\")")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """All files of docs/, and the pages that lie beside it."""
    for source, page in PAGES.items():
        text = (PROJECT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=site_page(text)))
    return files


def site_page(text: str) -> str:
    """A text of the project's folder as a page of the site: its links and pictures lead to docs/ from within."""
    return LINK.sub(_link, text)


def _link(link: re.Match[str]) -> str:
    target = link[1] or link[2]
    return link[0].replace(target, PAGES.get(target, target.removeprefix("docs/")))
