"""Quota bars, the papers' table beside one's own, the quota itself, and the exports."""

from collections.abc import Callable
from dataclasses import replace

from streamlit.testing.v1 import AppTest

from core.records import Verdict
from curation.records import CellProgress
from data.store import Store
from data.workspace import Workspace
from pages.ui.quota_bars import in_words
from tests.data.store_data import CELL, candidate, decision, write_job

HALF = CellProgress(CELL, 500, 0, 171, 116, 20, 35, 0, 200, 0)


def test_the_bar_in_words() -> None:
    # 136 collected of 171 checked: 64 more need 64 * 171 / 136 = 80.5, so 81 looks
    assert in_words(HALF) == "116 kept + 20 relabelled of 200 · 171 checked · about 81 to go"
    assert in_words(replace(HALF, kept=180)).endswith("quota reached")
    assert in_words(replace(HALF, candidates=200)).endswith("only 29 candidates left: prepare more")


def test_an_empty_workspace_shows_the_published_counts(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("progress")
    assert not app.error
    assert "221" in shown(app)  # Table 10, TREC, PPS 1


def test_own_counts_stand_in_the_papers_layout(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    folder = write_job(workspace, range(6))
    store = Store.open(workspace)
    store.set_quota(2)
    store.ingest(folder)
    verdicts = [Verdict.KEEP, Verdict.DISCARD, Verdict.RELABEL]
    store.record([decision(candidate(n).id, verdict, minute=n) for n, verdict in enumerate(verdicts)])
    app = open_page("progress")
    app.segmented_control(key="checked-perturbation").set_value("negation").run()
    assert not app.error
    assert "1 kept + 1 relabelled of 2 · 3 checked · quota reached" in shown(app)
    assert '<th scope="row">questions (test)</th><td></td><td>3</td>' in shown(app)  # PPS 2: three looks for two


def test_the_quota_can_be_set(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    app = open_page("progress")
    app.number_input[0].set_value(50)
    app.button[0].click().run()
    assert not app.error
    assert Store.open(workspace).quota() == 50


def shown(app: AppTest) -> str:
    return " ".join(html.proto.body for html in app.get("html"))
