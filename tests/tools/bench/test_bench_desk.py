"""The desk's benchmark says what it needs where there is no Playwright; its figures are its own affair."""

import sys

import pytest

from core.errors import MissingResource
from tools.bench.desk import run


@pytest.mark.slow
def test_without_playwright_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("playwright", "playwright.sync_api"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingResource, match="pip install -r requirements-dev"):
        run([].append)
