"""How often predictions flip by what was edited, against a run that is worked out by hand."""

import pytest

from core.design import Condition
from core.errors import BadInput
from core.records import CuratedSample
from core.severity import pps
from data.flips.tallies import RARE, By, Counting, Tally, opened, tallies
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate
from tests.pages.heatmaps.finished_run import RUN, four_severities, write_run

BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]  # the second and third flip; the fourth was not perturbed


def row(tables: dict[By, list[Tally]], by: By, value: str) -> Tally:
    return next(row for row in tables[by] if row.value == value)


def test_a_row_counts_the_texts_whose_edits_include_what_it_names(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    found = row(tallies(workspace, RUN), By.LABEL, "thing")
    assert (found.flips, found.samples, found.rate.n, found.rate.value) == (2, 4, 4, 0.5)
    assert found.rate.low == pytest.approx(0.1500, abs=1e-4)  # Wilson's interval for 2 of 4
    assert found.rate.high == pytest.approx(0.8500, abs=1e-4)
    assert found.few


def test_several_models_and_cells_on_the_same_samples_do_not_make_it_surer(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, cells=four_severities("word_deletion"), models=("MiniLM", "CNN"))
    one = row(tallies(workspace, RUN, Counting(("CNN",), (Condition("word_deletion", pps(1)),))), By.LABEL, "thing")
    all_ = row(tallies(workspace, RUN), By.LABEL, "thing")
    assert (all_.rate.n, all_.flips, all_.samples) == (32, 16, 4)
    assert all_.rate.high - all_.rate.low >= one.rate.high - one.rate.low


def test_rare_words_are_counted_together(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    every = tallies(workspace, RUN, least=1)[By.WORD]
    assert RARE not in [row.value for row in every]
    assert sum(row.rate.n for row in every) >= 4
    (rare,) = tallies(workspace, RUN, least=100)[By.WORD]
    assert (rare.value, rare.rate.n, rare.flips) == (RARE, 4, 2)


def test_a_row_opens_its_flips_with_the_diff(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    found = opened(workspace, RUN, By.LABEL, "thing")
    assert {(one.flip.before, one.flip.after) for one in found} == {("thing", "place"), ("place", "thing")}
    assert {one.flip.sample_id for one in found} == {"sample-1", "sample-2"}
    assert all(rewrite.applied for one in found for _, rewrite in one.flip.rewrites)
    assert (found[0].model, found[0].condition) == ("MiniLM", CELL.condition)
    assert len(opened(workspace, RUN, By.LABEL, "thing", first=1, most=5)) == 1
    assert opened(workspace, RUN, By.LABEL, "place") == []


def test_only_what_people_kept_counts_where_that_is_asked(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    kept = candidate(1, CELL)
    curated = {kept.id: CuratedSample(kept.id, kept.sample_id, "place", True, ("ann",))}
    tables = tallies(workspace, RUN, Counting(curated=curated))
    (found,) = tables[By.LABEL]  # by the label that people gave
    assert (found.value, found.rate.n, found.flips) == ("place", 1, 1)
    (one,) = opened(workspace, RUN, By.LABEL, "place", Counting(curated=curated))
    assert (one.flip.gold, one.flip.gold_after) == ("thing", "place")


def test_tables_follow_texts_that_were_made_anew(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    assert row(tallies(workspace, RUN), By.LABEL, "thing").rate.n == 4
    write_run(workspace, BEFORE, ["", "place", "", "", ""], models=("MiniLM",))
    assert row(tallies(workspace, RUN), By.LABEL, "thing").rate.n == 1


def test_a_run_without_predictions_has_no_rows_and_unknown_names_are_refused(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    for path in (workspace.runs / RUN).glob("predictions-*"):
        path.unlink()
    assert tallies(workspace, RUN)[By.KIND] == []
    assert opened(workspace, RUN, By.KIND, "word deleted") == []
    with pytest.raises(BadInput, match="has no model 'BERT'"):
        tallies(workspace, RUN, Counting(("BERT",)))
    with pytest.raises(BadInput, match="has no negation · PPS 1"):
        tallies(workspace, RUN, Counting(conditions=(Condition("negation", pps(1)),)))
