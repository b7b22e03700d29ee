"""The model of what people keep, in words and as panels; the looks that triage saved."""

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core.metrics.estimate import UNSCORED, Estimate
from core.records import Hint, Verdict
from curation.order import TRIAGE_NOTE, OrderStrategy
from data.store import Store
from data.workspace import Workspace
from pages.ui.progress.keep_model import bins_by_name, ends, in_words, read_out
from pages.ui.progress.triage import looks
from tests.data.store.store_data import CELL, candidate, decision, write_job
from tests.pages.progress.folds import unfolded
from tests.pages.progress.test_progress import shown


@pytest.fixture
def judged(workspace: Workspace) -> Store:
    """80 of 100 candidates judged, the similar ones kept but for one in ten."""
    store, numbers = Store.open(workspace), range(100)
    hints = [Hint(candidate(n).id, n * 37 % 100 / 100, "minilm", (), 0, "languagetool") for n in numbers]
    store.ingest(write_job(workspace, numbers, hints=hints))
    verdicts = [Verdict.KEEP if (n * 37 % 100 >= 50) != (n % 10 == 0) else Verdict.DISCARD for n in range(80)]
    store.record([decision(candidate(n).id, verdict, minute=n) for n, verdict in enumerate(verdicts)])
    return store


def test_how_well_it_is_told_stands_on_progress(judged: Store, open_page: Callable[[str], AppTest]) -> None:
    judged.keep_models.refresh()
    found = judged.keep_models.wait()
    assert found.model is not None
    said = in_words(found)
    assert said.startswith("A logistic regression on hints and samples, fitted to 80 decisions. On unseen decisions")
    assert f"has a Brier score of {found.model.brier_of_share:.3f}." in said
    bins = bins_by_name(found.model)["negation"]
    assert sum(one.kept.n for one in bins) == 80
    assert read_out("negation", bins).startswith("Negation, how often samples were kept")
    low, high = ends([bins])
    assert 0 <= low <= min(one.predicted for one in bins) and max(one.kept.high for one in bins) <= high <= 1
    page = unfolded(open_page("progress?view=decisions"))
    assert not page.exception and not page.error
    assert "Predicted and kept, by perturbation" in shown(page)
    assert said in [one.value for one in page.markdown]
    page.session_state["fold-predicted-and-kept-as-figures"] = True
    (*_, chart) = page.run().get("plotly_chart")
    assert json.loads(chart.proto.spec)["data"][1]["cliponaxis"] is False  # points at the edge are whole


def test_few_decisions_make_no_model_and_it_is_said(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(6)))
    store.record([decision(candidate(0).id)])
    page = unfolded(open_page("progress?view=decisions"))
    assert "No model yet: a model needs 60 decisions; 1 so far." in [i.value for i in page.info]


def test_saved_looks_have_a_row_and_a_warning(judged: Store, open_page: Callable[[str], AppTest]) -> None:
    page = open_page("progress")
    assert "**Decisions saved by triage**" not in [fold.label for fold in page.expander]
    judged.set_way(CELL, OrderStrategy.TRIAGE)
    (first, *_) = judged.desk(CELL, "ann", 3)
    judged.receive([decision(first.candidate.id, minute=500)])
    page = open_page("progress")
    assert "**Decisions saved by triage**" in [fold.label for fold in page.expander]
    assert "questions (test), negation, PPS 2</th><td>81</td>" in shown(page)
    assert any(TRIAGE_NOTE in caption.value for caption in page.caption)


def test_looks_in_words() -> None:
    assert looks(Estimate(86.6, 9, -3.2, 1200.4)) == "87 [-3 to 1,200]"
    assert looks(UNSCORED) == "not known yet"
