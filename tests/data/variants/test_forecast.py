"""What is said to come is what comes."""

import pytest

from core.design import Condition, Design
from core.errors import BadInput
from core.records import Cell, DatasetCard, Sample, Task, TextField, Verdict
from core.severity import pps
from curation.cell_texts import RemainingTexts, texts_looked_at
from data.candidates.request import CandidatesRequest
from data.datasets.stored import save_dataset
from data.demo import ensure_demo
from data.hints.engines import HintRequest
from data.jobs.job import run_inline
from data.store import Store
from data.variants.forecast import Forecast, forecast
from data.variants.making import variants
from data.variants.reading import read_candidates
from data.workspace import Workspace
from tests.data.store.store_data import decision

NEGATIONS = tuple(Condition("negation", pps(n)) for n in (1, 2, 3, 4))


def design(limit: int = 0, conditions: tuple[Condition, ...] = NEGATIONS) -> Design:
    return Design("demo-questions", "test", conditions, seed=3, limit=limit)


def test_of_few_samples_the_forecast_is_exact(workspace: Workspace) -> None:
    ensure_demo(workspace)
    conditions = (*NEGATIONS[:2], Condition("word_deletion", pps(1)))
    expected = forecast(workspace, design(60, conditions))
    made = [list(read_candidates(file)) for file in variants(workspace, design(60, conditions), workers=1)]
    assert [(cell.samples, cell.candidates, cell.exact) for cell in expected] == [(60, len(c), True) for c in made]
    files = variants(workspace, design(60, conditions), workers=1)
    assert [cell.came_to for cell in expected] == [pytest.approx(file.counts.mean_severity) for file in files]
    texts: set[tuple[str, str]] = set()
    for cell, candidates in zip(expected, made, strict=True):
        now = {(c.rewrites[0].rewrite.source, c.rewrites[0].rewrite.perturbed) for c in candidates}
        assert cell.new_texts == len(now - texts)
        texts |= now


def test_of_many_it_is_an_estimate_that_says_so(workspace: Workspace) -> None:
    ensure_demo(workspace)
    expected = forecast(workspace, design())
    made = variants(workspace, design(), workers=1)
    for cell, file in zip(expected, made, strict=True):
        assert (cell.samples, cell.exact) == (720, False)
        assert cell.candidates == pytest.approx(file.counts.perturbed, rel=0.05)
    assert [cell.new_texts for cell in expected] == sorted((cell.new_texts for cell in expected), reverse=True)


def test_rows_that_are_there_twice_are_looked_at_once(workspace: Workspace) -> None:
    samples = [Sample("twice", "test", (TextField("text", "It is cold."),), "a", occurrence=n) for n in range(3)]
    save_dataset(workspace, DatasetCard("twice", Task.CLASSIFICATION, ("a",), ("text",), {}), samples)
    (cell,) = forecast(workspace, Design("twice", "test", NEGATIONS[:1]))
    assert cell == Forecast(NEGATIONS[0], 3, 3, 1, True, 1.0)


def test_what_is_said_to_be_new_is_what_the_desk_hands_out(workspace: Workspace) -> None:
    ensure_demo(workspace)
    asked = design(60, NEGATIONS[:2])
    first, second = forecast(workspace, asked)
    request = CandidatesRequest(asked, HintRequest("off", "off"))
    job = run_inline(workspace, "candidates", "two cells", request.arguments)
    store = Store.open(workspace)
    store.ingest(workspace.jobs / job)
    cells = [Cell("demo-questions", "test", *condition) for condition in NEGATIONS[:2]]
    items = store.desk(cells[0], "ann", 100)
    assert len(items) == first.new_texts
    store.record([decision(item.candidate.id) for item in items])
    assert len(store.desk(cells[1], "ann", 100)) == second.new_texts < second.candidates
    store.close()


def test_what_does_not_exist_is_named(workspace: Workspace) -> None:
    ensure_demo(workspace)
    with pytest.raises(BadInput, match="no split 'tset'"):
        forecast(workspace, Design("demo-questions", "tset", NEGATIONS))


def test_what_gets_no_synonym_says_why(workspace: Workspace) -> None:
    texts = ("It is a film.", "Who is he?", "Is he here?", "It is a film noir.")
    samples = [Sample("films", "test", (TextField("text", text),), "a") for text in texts]
    save_dataset(workspace, DatasetCard("films", Task.CLASSIFICATION, ("a",), ("text",), {}), samples)
    (cell,) = forecast(workspace, Design("films", "test", (Condition("synonym_replacement", pps(1)),)))
    assert cell.skipped.startswith("3 of 4 samples tried are skipped: ")
    assert "1 have no word to replace: each word with a synonym is in a name or set phrase" in cell.skipped
    (other,) = forecast(workspace, Design("films", "test", NEGATIONS[:1]))
    assert other.skipped == ""


def test_what_is_left_at_first_is_what_was_said_to_come_and_each_look_makes_it_one_less(workspace: Workspace) -> None:
    ensure_demo(workspace)
    asked = design(60)
    promised = sum(cell.new_texts for cell in forecast(workspace, asked))
    job = run_inline(workspace, "candidates", "four", CandidatesRequest(asked, HintRequest("off", "off")).arguments)
    store = Store.open(workspace)
    store.ingest(workspace.jobs / job)
    assert store.left(store.cells()) == RemainingTexts(promised, promised, short=4)
    assert promised < sum(cell.waiting for cell in store.cells())
    cell = Cell("demo-questions", "test", *NEGATIONS[0])
    for n, item in enumerate(store.desk(cell, "ann", 9)):
        store.record([decision(item.candidate.id, Verdict.DISCARD, minute=n)])
    assert store.left(store.cells()) == RemainingTexts(promised - 9, promised - 9, short=4)
    assert texts_looked_at(map(store.texts, store.cells())) == 9 < sum(one.checked for one in store.cells())
    store.close()
